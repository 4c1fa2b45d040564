/** A native tree over rows that core decides on. */

import * as vscode from 'vscode';
import { tooltipText, type Row, type RowAction, type RowIcon } from '../../core/sidebar/row';
import { colours, commands } from '../ids';
import { labelText } from '../labelText';
import { paletteSetting } from '../settings';

/** What a tree shows. */
export interface RowSource {
  /** Rows changed; the tree asks for those that are visible again. */
  readonly onDidChange: vscode.Event<void>;
  /** @param parent Absent: the rows of the first level. */
  rows(parent: Row | undefined): Promise<readonly Row[]>;
}

const commandOf: Record<RowAction, string> = {
  addConnection: commands.addConnection,
  selectConnection: commands.selectConnection,
  setToken: commands.setToken,
  retryList: commands.refreshList,
  loadMore: commands.loadMoreStocks,
  loadMoreCompanies: commands.loadMoreCompanies,
  clearFilter: commands.clearOverlayFilter,
  countEvents: commands.countEvents,
  retryPortfolio: commands.refreshPortfolios,
  chooseCompany: commands.chooseCompany,
  pastePortfolio: commands.pastePortfolio,
  openPortfolio: commands.editPortfolio,
  openRows: commands.openRows,
  goToMaker: commands.goToMaker,
  loadMoreNames: commands.loadMoreNames,
  openQuestion: commands.openQuestion,
  refreshSession: commands.refreshSession,
};

/** The same object for a row from one drawing to the next, by which VS Code knows it. */
interface RowNode {
  row: Row;
  parent: RowNode | undefined;
}

export class RowTree implements vscode.TreeDataProvider<RowNode> {
  private readonly nodes = new Map<string, RowNode>();
  readonly onDidChangeTreeData: vscode.Event<void>;

  constructor(private readonly source: RowSource) {
    this.onDidChangeTreeData = source.onDidChange;
  }

  async getChildren(node?: RowNode): Promise<RowNode[]> {
    const rows = await this.source.rows(node?.row);
    return rows.map(row => {
      const known = this.nodes.get(row.id) ?? { row, parent: node };
      known.row = row;
      known.parent = node;
      this.nodes.set(row.id, known);
      return known;
    });
  }

  getParent({ parent }: RowNode): RowNode | undefined {
    return parent;
  }

  /** @returns The node of a row of the first level, for `TreeView.reveal`. */
  async nodeOf(id: string): Promise<RowNode | undefined> {
    return (await this.getChildren()).find(({ row }) => row.id === id);
  }

  getTreeItem({ row }: RowNode): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    const { expands, description, icon, press, spoken } = row;
    const item = new vscode.TreeItem(
      labelText(row.label),
      expands === undefined ? None : expands === 'open' ? Expanded : Collapsed,
    );
    item.id = row.id;
    item.contextValue = row.kind;
    const tooltip = tooltipText(row);
    item.tooltip = tooltip === undefined ? undefined : new vscode.MarkdownString(tooltip);
    if (description !== undefined) {
      item.description = labelText(description);
    }
    if (icon) {
      item.iconPath = themeIcon(icon);
    }
    if (press) {
      item.command = { command: commandOf[press.action], title: row.label, arguments: [{ row }] };
    }
    if (spoken !== undefined) {
      item.accessibilityInformation = { label: spoken };
    }
    return item;
  }
}

/** @returns The row of a command's argument: a tree's element, or what a press on a row passes. */
export function rowOf(argument: unknown): Row | undefined {
  const isNode = typeof argument === 'object' && argument !== null && 'row' in argument;
  return isNode ? (argument as Pick<RowNode, 'row'>).row : undefined;
}

/** @returns The rows that a command is about: those that are selected in the tree, or the pressed one. */
export function rowsOf(argument: unknown, selected: unknown): readonly Row[] {
  const several = Array.isArray(selected) ? selected.flatMap(each => rowOf(each) ?? []) : [];
  const one = rowOf(argument);
  return several.length > 0 ? several : one ? [one] : [];
}

function themeIcon({ name, colour }: RowIcon): vscode.ThemeIcon {
  return colour === undefined
    ? new vscode.ThemeIcon(name)
    : new vscode.ThemeIcon(name, new vscode.ThemeColor(colourId(colour)));
}

function colourId(colour: NonNullable<RowIcon['colour']>): string {
  switch (colour) {
    case 'warning':
      return 'list.warningForeground';
    case 'muted':
      return 'disabledForeground';
    case 'bull':
      return sideColours[paletteSetting()][0];
    case 'bear':
      return sideColours[paletteSetting()][1];
  }
}

/** Of bullish and bearish, in each palette. */
const sideColours = {
  colourBlind: ['charts.blue', colours.orange],
  greenUp: ['charts.green', 'charts.red'],
  redUp: ['charts.red', 'charts.green'],
} as const;

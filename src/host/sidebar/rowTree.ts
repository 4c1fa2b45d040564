/** A native tree over rows that core decides on. */

import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { DrawnRows } from '../../core/sidebar/drawnRows';
import { tooltipText, type Row, type RowAction, type RowIcon } from '../../core/sidebar/row';
import { colours, commands } from '../ids';
import { labelText } from '../labelText';
import { paletteSetting } from '../settings';

/** What a tree shows. */
export interface RowSource {
  /** Rows changed; the tree asks for those that are visible again, and refreshes what differs. */
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

type ViewOptions = Omit<vscode.TreeViewOptions<RowNode>, 'treeDataProvider'>;

/** VS Code puts off a refresh that follows another within 200 ms, and what it waits for may be other lists by then. */
const restMs = 250;
/** VS Code takes an answer that reaches it together with a refresh for that of the refresh, and does not ask again. */
const apartMs = 50;
/** A list that takes longer is given up for a refresh of the whole tree. */
const patienceMs = 1000;
/** How often a comparison begins anew because VS Code asked for something meanwhile. */
const mostTries = 3;
/** When VS Code should have asked for what it was told to refresh. */
const checkMs = 1000;
const mostChecks = 5;

/**
 * A view whose rows follow a source. VS Code forgets the rows that it is told to refresh until it has asked for them
 * again, and a button pressed meanwhile has no row: so only rows that changed are refreshed. It must not be told to refresh
 * a row while it waits for those below it, which VS Code 1.100 then has twice.
 */
export class RowTree implements vscode.TreeDataProvider<RowNode>, vscode.Disposable {
  readonly view: vscode.TreeView<unknown>;
  private readonly nodes = new Map<string, RowNode>();
  private readonly drawn: DrawnRows;
  private readonly toRefresh = new vscode.EventEmitter<RowNode[] | undefined>();
  private readonly subscription: vscode.Disposable;
  private palette = paletteSetting();
  private comparing: 'not' | 'once' | 'again' = 'not';
  /** When VS Code was last given a list. */
  private answeredMs = -Infinity;
  private check: NodeJS.Timeout | undefined;
  /** Since the last change. */
  private checks = 0;
  private isOverdue = false;
  readonly onDidChangeTreeData = this.toRefresh.event;

  constructor(
    id: string,
    private readonly source: RowSource,
    options: ViewOptions = {},
  ) {
    this.drawn = new DrawnRows(parent => source.rows(parent));
    const view = vscode.window.createTreeView(id, { ...options, treeDataProvider: this });
    this.view = view;
    this.subscription = vscode.Disposable.from(
      view,
      this.toRefresh,
      source.onDidChange(() => {
        this.checks = 0;
        this.follow();
      }),
      view.onDidCollapseElement(({ element }) => this.drawn.collapse(element.row)),
      view.onDidExpandElement(({ element }) => this.drawn.expand(element.row)),
    );
  }

  async getChildren(node?: RowNode): Promise<RowNode[]> {
    const rows = await this.drawn.list(node?.row);
    this.answeredMs = performance.now();
    return rows.map(row => this.nodeFor(row, node));
  }

  getParent({ parent }: RowNode): RowNode | undefined {
    return parent;
  }

  /** Selects a row of the first level, if the view is shown: VS Code would open a hidden one for that. */
  async reveal(id: string): Promise<void> {
    const rows = this.view.visible ? await this.source.rows(undefined) : [];
    const row = rows.find(each => each.id === id);
    if (!row) {
      return;
    }
    if (!this.drawn.has(row)) {
      // VS Code finds it among the rows that it asks for now.
      this.refreshAll();
    }
    await this.view.reveal(this.nodeFor(row, undefined));
  }

  getTreeItem({ row }: RowNode): vscode.TreeItem {
    this.drawn.draw(row);
    return treeItem(row);
  }

  dispose(): void {
    clearTimeout(this.check);
    this.subscription.dispose();
  }

  private nodeFor(row: Row, parent: RowNode | undefined): RowNode {
    const node = this.nodes.get(row.id) ?? { row, parent };
    this.nodes.set(row.id, node);
    return Object.assign(node, { row, parent });
  }

  /** Refreshes what changed. A change meanwhile is compared after this one. */
  private follow(): void {
    if (this.comparing !== 'not') {
      this.comparing = 'again';
      return;
    }
    this.comparing = 'once';
    void this.refreshChanged()
      .catch(() => this.refreshAll()) // VS Code shows why a list has no rows.
      .then(hasRefreshed => (hasRefreshed ? delay(restMs) : undefined))
      .finally(() => {
        const isAgain = this.comparing === 'again';
        this.comparing = 'not';
        if (isAgain) {
          this.follow();
        }
      });
  }

  /** @returns Whether VS Code was told to refresh something. */
  private async refreshChanged(): Promise<boolean> {
    const palette = paletteSetting();
    if (!this.view.visible || palette !== this.palette) {
      this.palette = palette;
      return this.refreshAll();
    }
    const { isOverdue } = this;
    this.isOverdue = false;
    for (let tries = 0; tries < mostTries; tries++) {
      for (let left = this.untilTaken(); left > 0; left = this.untilTaken()) {
        await delay(left);
      }
      const change = await this.drawn.changes(isOverdue);
      if (change.kind === 'tree') {
        break;
      }
      if (change.kind === 'awaited') {
        await Promise.race([this.drawn.whenAnswered(), delay(patienceMs)]);
      } else if (this.untilTaken() <= 0) {
        const unasked = change.unasked.flatMap(id => this.nodes.get(id) ?? []);
        const changed = change.rows.flatMap(row => {
          const node = this.nodes.get(row.id);
          return node ? this.nodeFor(row, node.parent) : [];
        });
        const nodes = [...new Set([...changed, ...unasked])];
        return nodes.length > 0 && this.refresh(nodes);
      }
    }
    return this.refreshAll();
  }

  /** Milliseconds until VS Code has taken the last answer. */
  private untilTaken(): number {
    return this.answeredMs + apartMs - performance.now();
  }

  private refreshAll(): true {
    this.drawn.clear();
    return this.refresh(undefined);
  }

  private refresh(nodes: RowNode[] | undefined): true {
    this.toRefresh.fire(nodes);
    this.checkLater();
    return true;
  }

  /** On a busy machine an answer and a refresh can still reach VS Code together: it is told again. */
  private checkLater(): void {
    clearTimeout(this.check);
    this.check = setTimeout(() => {
      const isOwed = this.drawn.owedLists.length > 0;
      if (!this.view.visible || !(isOwed || this.drawn.isAwaited) || this.checks++ >= mostChecks) {
        return;
      }
      if (isOwed) {
        this.isOverdue = true;
        this.follow();
      }
      this.checkLater();
    }, checkMs);
  }
}

export function treeItem(row: Row): vscode.TreeItem {
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

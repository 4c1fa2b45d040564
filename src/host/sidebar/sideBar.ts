/** The side bar of the container *Signals*: its views, and what is dragged in them. */

import * as vscode from 'vscode';
import { withViewsMoved } from '../../core/overlays/savedViews';
import { portfolioId } from '../../core/sidebar/portfolioRows';
import { views } from '../ids';
import type { KernelSessions } from '../notebook/kernelSessions';
import { PortfolioChanges } from '../portfolios/changePortfolios';
import { ConnectionsView } from './connectionsView';
import { EventTypesView } from './eventTypesView';
import { OverlayPolling } from './overlayPolling';
import { OverlaysView, savedLists } from './overlaysView';
import { PortfoliosView, type PortfolioViewParts } from './portfoliosView';
import { addCompanies, type PortfolioParts } from './portfolioCommands';
import { carryStocks, companyDrops, companyType } from './portfolioDrops';
import { QuestionsView } from './questionsView';
import { rowOf, RowTree } from './rowTree';
import { SessionView } from './sessionView';

export interface SideBarParts extends PortfolioViewParts {
  readonly sessions: KernelSessions;
}

/** Requests nothing before a view is shown. */
export class SideBar implements vscode.Disposable {
  readonly overlays: OverlaysView;
  readonly portfolios: PortfoliosView;
  /** For the commands on portfolios. */
  readonly portfolioParts: PortfolioParts;
  readonly eventTypes: EventTypesView;
  readonly questions = new QuestionsView();
  readonly session: SessionView;
  /** The selected rows of the views of stocks, for commands of the palette: those of the view that was used last. */
  readonly selected: () => readonly unknown[];
  private readonly subscription: vscode.Disposable;

  constructor(parts: SideBarParts) {
    const connections = new ConnectionsView(parts.connections, parts.states);
    this.overlays = new OverlaysView(parts);
    this.portfolios = new PortfoliosView(parts, this.overlays);
    const changes = new PortfolioChanges(parts.portfolios);
    this.eventTypes = new EventTypesView(parts);
    const session = new SessionView(parts.sessions, parts.log);
    this.session = session;
    const sessionRows = new RowTree(views.session, session, { showCollapseAll: true });
    session.setVisible(sessionRows.view.visible);
    const overlayRows = new RowTree(views.overlays, this.overlays, {
      dragAndDropController: savedListOrder(this.overlays),
      canSelectMany: true,
      showCollapseAll: true,
    });
    const { overlays, portfolios } = this;
    const portfolioRows = new RowTree(views.portfolios, portfolios, {
      dragAndDropController: companyDrops(portfolios, changes),
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.portfolioParts = {
      ...{ view: portfolios, changes, learning: parts },
      reveal: name => portfolioRows.reveal(portfolioId(name)),
    };
    // While a tree is drawn anew, it does not know its selection: neither when that changes, nor when it is read.
    let used = overlayRows.view;
    let reported: readonly unknown[] = [];
    const follow = ({ view }: RowTree): vscode.Disposable =>
      view.onDidChangeSelection(({ selection }) => {
        used = view;
        reported = selection;
      });
    this.selected = () => (used.selection.length > 0 ? used.selection : reported);
    const describe = (): void => {
      // An empty description shows nothing.
      overlayRows.view.description =
        overlays.filterText === '' ? '' : `contains “${overlays.filterText}”`;
    };
    this.subscription = vscode.Disposable.from(
      connections,
      overlays,
      overlayRows,
      follow(overlayRows),
      portfolios,
      portfolioRows,
      follow(portfolioRows),
      overlays.onDidChange(describe),
      new OverlayPolling(overlays, overlayRows.view, {
        addToPortfolio: companies => addCompanies(companies, this.portfolioParts),
      }),
      this.eventTypes,
      this.questions,
      session,
      sessionRows,
      sessionRows.view.onDidChangeVisibility(({ visible }) => session.setVisible(visible)),
      new RowTree(views.connections, connections),
      new RowTree(views.eventTypes, this.eventTypes),
      new RowTree(views.questions, this.questions),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }
}

/** Asks for words, and filters the lists while they are typed; Escape restores the earlier filter. */
export async function askFilter(overlays: OverlaysView): Promise<void> {
  const before = overlays.filterText;
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('Filter the stocks of all lists');
  box.placeholder = vscode.l10n.t('Words in the name, ticker, ISIN or key');
  box.value = before;
  // Who presses a stock meanwhile keeps the filter.
  box.ignoreFocusOut = true;
  await new Promise<void>(resolve => {
    let isAccepted = false;
    box.onDidChangeValue(text => overlays.setFilter(text));
    box.onDidAccept(() => {
      isAccepted = true;
      box.hide();
    });
    box.onDidHide(() => {
      if (!isAccepted) {
        overlays.setFilter(before);
      }
      resolve();
    });
    box.show();
  });
  box.dispose();
}

const dragType = 'application/vnd.code.tree.signals.overlays';

/** Saved lists are dragged into their order, and stocks onto a portfolio. */
function savedListOrder(overlays: OverlaysView): vscode.TreeDragAndDropController<unknown> {
  const nameOf = (node: unknown): string | undefined => {
    const row = rowOf(node);
    return row && overlays.view(row.id)?.isSaved ? row.id : undefined;
  };
  return {
    dragMimeTypes: [dragType, companyType],
    dropMimeTypes: [dragType],
    handleDrag: (nodes, transfer) => {
      const names = nodes.flatMap(node => nameOf(node) ?? []);
      transfer.set(dragType, new vscode.DataTransferItem(names));
      const stocks = nodes.flatMap(node => {
        const row = rowOf(node);
        return (row && overlays.stockOf(row)?.stock) ?? [];
      });
      carryStocks(transfer, stocks);
    },
    handleDrop: async (target, transfer) => {
      const names: unknown = transfer.get(dragType)?.value;
      const moved = Array.isArray(names) ? names.filter(name => typeof name === 'string') : [];
      if (moved.length > 0) {
        const before = nameOf(target) ?? null;
        await savedLists.change(setting => withViewsMoved(setting, moved, before));
      }
    },
  };
}

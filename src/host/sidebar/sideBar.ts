/** The side bar of the container *Signals*: its views, and what is dragged in them. */

import * as vscode from 'vscode';
import { withViewsMoved } from '../../core/overlays/savedViews';
import { views } from '../ids';
import type { KernelSessions } from '../notebook/kernelSessions';
import { savedViewsSetting, writeSavedViews } from '../settings';
import { ConnectionsView } from './connectionsView';
import { EventTypesView } from './eventTypesView';
import { OverlaysView, type OverlayViewParts } from './overlaysView';
import { rowOf, RowTree } from './rowTree';
import { SessionView } from './sessionView';

export interface SideBarParts extends OverlayViewParts {
  readonly sessions: KernelSessions;
}

/** Requests nothing before a view is shown. */
export class SideBar implements vscode.Disposable {
  readonly overlays: OverlaysView;
  readonly eventTypes: EventTypesView;
  readonly session: SessionView;
  /** The selected rows of the view *Overlays*, for commands of the palette. */
  readonly selected: () => readonly unknown[];
  private readonly subscription: vscode.Disposable;

  constructor(parts: SideBarParts) {
    const connections = new ConnectionsView(parts.connections, parts.states);
    this.overlays = new OverlaysView(parts);
    this.eventTypes = new EventTypesView(parts.sessions);
    const session = new SessionView(parts.sessions, parts.log);
    this.session = session;
    const sessionTree = vscode.window.createTreeView(views.session, {
      treeDataProvider: new RowTree(session),
      showCollapseAll: true,
    });
    session.setVisible(sessionTree.visible);
    const tree = vscode.window.createTreeView(views.overlays, {
      treeDataProvider: new RowTree(this.overlays),
      dragAndDropController: savedListOrder(this.overlays),
      canSelectMany: true,
      showCollapseAll: true,
    });
    const { overlays } = this;
    this.selected = () => tree.selection;
    const describe = (): void => {
      // An empty description shows nothing.
      tree.description = overlays.filterText === '' ? '' : `contains “${overlays.filterText}”`;
    };
    this.subscription = vscode.Disposable.from(
      connections,
      overlays,
      tree,
      overlays.onDidChange(describe),
      this.eventTypes,
      session,
      sessionTree,
      sessionTree.onDidChangeVisibility(({ visible }) => session.setVisible(visible)),
      vscode.window.createTreeView(views.connections, {
        treeDataProvider: new RowTree(connections),
      }),
      vscode.window.createTreeView(views.eventTypes, {
        treeDataProvider: new RowTree(this.eventTypes),
      }),
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
  box.title = 'Filter the stocks of all lists';
  box.placeholder = 'Words in the name, ticker, ISIN or key';
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

/** Saved lists are dragged into their order. */
function savedListOrder(overlays: OverlaysView): vscode.TreeDragAndDropController<unknown> {
  const nameOf = (node: unknown): string | undefined => {
    const row = rowOf(node);
    return row && overlays.view(row.id)?.isSaved ? row.id : undefined;
  };
  return {
    dragMimeTypes: [dragType],
    dropMimeTypes: [dragType],
    handleDrag: (nodes, transfer) => {
      const names = nodes.flatMap(node => nameOf(node) ?? []);
      transfer.set(dragType, new vscode.DataTransferItem(names));
    },
    handleDrop: async (target, transfer) => {
      const names: unknown = transfer.get(dragType)?.value;
      const moved = Array.isArray(names) ? names.filter(name => typeof name === 'string') : [];
      if (moved.length > 0) {
        const before = savedViewsSetting();
        await writeSavedViews(withViewsMoved(before, moved, nameOf(target) ?? null));
      }
    },
  };
}

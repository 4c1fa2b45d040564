/** Polls the lists of the view *Overlays* that have been opened, if the user turned that on. */

import * as vscode from 'vscode';
import { plural } from '../../core/base/text';
import {
  changeCount,
  changedStocks,
  msToNextPoll,
  pollSentence,
  type ChangedStock,
  type PolledList,
} from '../../core/sidebar/overlayPolling';
import { settings, settingsSection } from '../ids';
import { labelText } from '../labelText';
import { overlayPollMs } from '../settings';
import { actOnCompany, type FoundCompanyParts } from './findCompany';
import type { OverlaysView } from './overlaysView';

/** Time, the window and what shows changes, which tests replace. */
export interface PollingPorts {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls once after `ms`; there is no timer once it is disposed of. */
  after(ms: number, call: () => void): vscode.Disposable;
  isFocused(): boolean;
  readonly onDidChangeFocus: (listener: () => void) => vscode.Disposable;
  /** Shows a sentence. @returns Whether the user wants to see the changes. */
  notify(sentence: string): Promise<boolean>;
}

type PolledTree = Pick<vscode.TreeView<unknown>, 'badge' | 'visible' | 'onDidChangeVisibility'>;

export class OverlayPolling implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;
  private timer: vscode.Disposable | undefined;
  private polledMs: number | null = null;
  private isPolling = false;
  /** Changes since the view was last visible. */
  private unseen = 0;

  constructor(
    private readonly overlays: OverlaysView,
    private readonly tree: PolledTree,
    private readonly found: FoundCompanyParts,
    private readonly ports: PollingPorts = windowPorts,
  ) {
    const plan = (): void => this.plan();
    this.subscription = vscode.Disposable.from(
      overlays.onDidChange(plan),
      ports.onDidChangeFocus(plan),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(`${settingsSection}.${settings.overlayPoll}`)) {
          plan();
        }
      }),
      tree.onDidChangeVisibility(({ visible }) => {
        if (visible) {
          this.showUnseen(0);
        }
      }),
    );
  }

  dispose(): void {
    this.subscription.dispose();
    this.timer?.dispose();
  }

  /** Has a timer for the next poll, or none if there is no next poll. */
  private plan(): void {
    this.timer?.dispose();
    this.timer = undefined;
    const state = {
      intervalMs: overlayPollMs(),
      isFocused: this.ports.isFocused(),
      oldestMs: this.overlays.oldestMs(),
      polledMs: this.polledMs,
    };
    const ms = this.isPolling ? null : msToNextPoll(state, this.ports.now());
    if (ms !== null) {
      this.timer = this.ports.after(ms, () => void this.poll());
    }
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    this.polledMs = this.ports.now();
    try {
      const lists = await this.overlays.poll();
      const count = changeCount(lists);
      if (count > 0) {
        this.showUnseen(this.tree.visible ? 0 : this.unseen + count);
        void this.offer(lists);
      }
    } finally {
      this.isPolling = false;
      this.plan();
    }
  }

  private async offer(lists: readonly PolledList[]): Promise<void> {
    if (await this.ports.notify(vscode.l10n.t('Signals: {0}', pollSentence(lists)))) {
      this.showUnseen(0);
      await showChanges(lists, this.found);
    }
  }

  private showUnseen(count: number): void {
    this.unseen = count;
    const tooltip = plural(count, '{0} change of ranked lists', '{0} changes of ranked lists');
    this.tree.badge = count === 0 ? undefined : { value: count, tooltip };
  }
}

const windowPorts: PollingPorts = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return new vscode.Disposable(() => clearTimeout(timer));
  },
  isFocused: () => vscode.window.state.focused,
  onDidChangeFocus: listener => vscode.window.onDidChangeWindowState(listener),
  notify: async sentence => {
    const show = vscode.l10n.t('Show Changes');
    return (await vscode.window.showInformationMessage(sentence, show)) === show;
  },
};

interface ChangeItem extends vscode.QuickPickItem {
  readonly changed: ChangedStock;
}

/** A list of the stocks that changed; the picked one has the actions of a stock. */
async function showChanges(lists: readonly PolledList[], found: FoundCompanyParts): Promise<void> {
  const items = changedStocks(lists).map((changed): ChangeItem => ({
    label: labelText(changed.row.label),
    description: labelText(changed.row.description ?? ''),
    detail: labelText(changed.list),
    changed,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: pollSentence(lists),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked) {
    await actOnCompany(picked.changed.stock, found);
  }
}

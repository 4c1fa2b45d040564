/** The view *Overlays*: ranked lists on the connection in use. A list is requested when it is first expanded. */

import * as vscode from 'vscode';
import { CancelledError, CancellationSource } from '../../core/base/cancellation';
import { errorMessage } from '../../core/base/errorMessage';
import type { Connection } from '../../core/client/serviceClient';
import { queryKey } from '../../core/overlays/overlayQuery';
import {
  readViews,
  usualViews,
  viewEntry,
  viewSummary,
  type ListView,
} from '../../core/overlays/savedViews';
import { ServiceError } from '../../core/service/serviceError';
import {
  listedStock,
  listRow,
  stockRows,
  type ListedStock,
  type RankedList,
} from '../../core/sidebar/overlayTree';
import { polledList, type PolledList } from '../../core/sidebar/overlayPolling';
import type { TodaysList } from '../../core/sidebar/portfolioRows';
import {
  pageSize,
  restrictedState,
  stateOfError,
  type Row,
  type ViewState,
} from '../../core/sidebar/row';
import type { ConnectionStates } from '../connection/connectionStates';
import type { Connections } from '../connection/connections';
import { RestrictedError } from '../connection/restricted';
import { contextKeys, settings, settingsSection, views } from '../ids';
import type { Log } from '../log';
import { activeNotebook } from '../notebook/activeNotebook';
import { listAnswer, type Asking, type ListAnswerParts } from './listAnswers';
import { NamedSetting } from './namedSetting';
import type { RowSource } from './rowTree';

/** The user's lists, and the two usual ones among them. */
export const savedLists = new NamedSetting<ListView>({
  key: settings.overlayViews,
  texts: {
    removed: name => vscode.l10n.t('The list {0} was removed.', name),
    taken: name => vscode.l10n.t('There is already a list named {0}.', name),
    none: firstStep => vscode.l10n.t('No list is saved yet: {0}', firstStep),
  },
  firstStep: vscode.l10n.t('Signals: Save List… saves one.'),
  read: setting => {
    const { views, problems } = readViews(setting);
    return { entries: views, problems };
  },
  written: viewEntry,
  describe: viewSummary,
});

/** A list that comes sooner than this appears at once, without a row that says that it is requested. */
export const patienceMs = 200;

export interface OverlayViewParts extends ListAnswerParts {
  readonly connections: Connections;
  readonly states: ConnectionStates;
  readonly log: Log;
}

/** A list that was requested on one connection. */
interface Requested {
  state: ViewState<RankedList>;
  readonly ended: Promise<void>;
  readonly cancellation: CancellationSource;
}

export class OverlaysView implements RowSource, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  /** By connection and query: two views of one query share a list. */
  private readonly requested = new Map<string, Requested>();
  /** Stocks shown below a list, where they are more than a page. */
  private readonly shown = new Map<string, number>();
  private filter = '';
  private connection: Connection | undefined;
  /** The connection of the lists that the tree shows. */
  private drawn: Connection | undefined;
  readonly onDidChange = this.changed.event;

  constructor(private readonly parts: OverlayViewParts) {
    const { connections, states } = parts;
    this.subscription = vscode.Disposable.from(
      connections.onDidChange(() => void this.followConnection()),
      vscode.window.onDidChangeActiveNotebookEditor(() => void this.followConnection()),
      // A list that failed for want of a token may come with the new one.
      states.onDidChange(() => this.forget(({ kind }) => kind === 'signedOut')),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.forget(({ kind }) => kind === 'failed')),
      vscode.workspace.onDidChangeConfiguration(change => {
        const keys = [settings.overlayViews, settings.palette];
        if (keys.some(key => change.affectsConfiguration(`${settingsSection}.${key}`))) {
          this.changed.fire();
        }
      }),
    );
  }

  /** The user's lists and the two usual ones. */
  views(): readonly ListView[] {
    return savedLists.all();
  }

  view(name: string): ListView | undefined {
    return this.views().find(each => each.name === name);
  }

  async rows(parent: Row | undefined): Promise<readonly Row[]> {
    const connection = await this.current();
    const { filter } = this;
    if (!parent) {
      this.drawn = connection;
      return this.views().map(view => {
        const state = this.requested.get(keyOf(connection, view))?.state;
        return listRow(view, { state, filter });
      });
    }
    const view = this.view(parent.id);
    if (!view) {
      return [];
    }
    const state = await this.stateOf(connection, view);
    const shown = this.shown.get(view.name) ?? pageSize;
    return stockRows(view, state, { filter, shown });
  }

  /** @returns The two usual lists, which are requested if they have not been. */
  async usualLists(): Promise<readonly TodaysList[]> {
    const connection = await this.current();
    return Promise.all(
      usualViews.map(async view => ({
        name: view.name,
        state: await this.stateOf(connection, view),
      })),
    );
  }

  /** Requests the two usual lists again. */
  refreshUsual(): void {
    usualViews.forEach(({ name }) => this.refresh(name));
  }

  /** Requests lists again; absent: those that have been requested. */
  refresh(name: string | undefined): void {
    const { connection } = this;
    const views = this.views().filter(view =>
      name === undefined
        ? connection && this.requested.has(keyOf(connection, view))
        : view.name === name,
    );
    for (const view of views) {
      this.request(view, 'pressed');
    }
    this.changed.fire();
  }

  /** @returns Epoch milliseconds of the oldest list that has been opened; null if none has. */
  oldestMs(): number | null {
    const times = this.opened().map(({ list }) => list.fetchedAtMs);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Requests the opened lists again. A list whose request fails stays as it is. */
  poll(): Promise<readonly PolledList[]> {
    return Promise.all(
      this.opened().map(async ({ view, list }) => {
        const requested = this.request(view, 'polled', list);
        await requested.ended;
        const { state } = requested;
        return polledList(view, list, state.kind === 'content' ? state.content : list);
      }),
    );
  }

  /** Ends the request of a list. */
  cancel(name: string): void {
    const view = this.view(name);
    const requested = view && this.connection && this.requested.get(keyOf(this.connection, view));
    requested?.cancellation.cancel();
  }

  showMore(name: string): void {
    this.shown.set(name, (this.shown.get(name) ?? pageSize) + pageSize);
    this.changed.fire();
  }

  get filterText(): string {
    return this.filter;
  }

  /** Shows only the stocks that contain all words of the text, in all lists. */
  setFilter(text: string): void {
    this.filter = text.trim();
    void vscode.commands.executeCommand(
      'setContext',
      contextKeys.overlayFilter,
      this.filter !== '',
    );
    this.changed.fire();
  }

  /** @returns The stock of a row, and the list that it is in. */
  stockOf(row: Row): { readonly view: ListView; readonly stock: ListedStock } | undefined {
    const at = row.id.lastIndexOf('/stock/');
    const view = at < 0 ? undefined : this.view(row.id.slice(0, at));
    const state =
      view && this.connection && this.requested.get(keyOf(this.connection, view))?.state;
    const stock =
      state?.kind === 'content'
        ? listedStock(state.content, row.id.slice(at + '/stock/'.length))
        : undefined;
    return view && stock && { view, stock };
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
    for (const { cancellation } of this.requested.values()) {
      cancellation.cancel();
    }
  }

  /** The state of a list, which is requested if it has not been: after its answer, or if that takes long, before it. */
  private async stateOf(connection: Connection, view: ListView): Promise<ViewState<RankedList>> {
    const requested = this.requested.get(keyOf(connection, view)) ?? this.request(view, 'shown');
    await Promise.race([requested.ended, new Promise(resolve => setTimeout(resolve, patienceMs))]);
    return requested.state;
  }

  private async current(): Promise<Connection> {
    const { connection } = await this.parts.connections.current(activeNotebook());
    this.connection = connection;
    return connection;
  }

  private async followConnection(): Promise<void> {
    const after = await this.current();
    if (this.drawn && JSON.stringify(this.drawn) !== JSON.stringify(after)) {
      this.changed.fire();
    }
  }

  /** The lists that are there on the connection in use; two views of one query are one list. */
  private opened(): readonly { readonly view: ListView; readonly list: RankedList }[] {
    const { connection } = this;
    const views = new Map(
      connection && this.views().map(view => [keyOf(connection, view), view] as const),
    );
    return [...views].flatMap(([key, view]) => {
      const state = this.requested.get(key)?.state;
      return state?.kind === 'content' ? [{ view, list: state.content }] : [];
    });
  }

  /** @param kept Shown again if the request fails. */
  private request(view: ListView, occasion: Asking['occasion'], kept?: RankedList): Requested {
    const connection = this.connection;
    if (!connection) {
      throw new Error(vscode.l10n.t('The connection is not known yet.'));
    }
    const key = keyOf(connection, view);
    const before = this.requested.get(key);
    before?.cancellation.cancel();
    const cancellation = new CancellationSource();
    const sentence = vscode.l10n.t('Requesting {0}…', view.query.operation);
    const work = (async (): Promise<ViewState<RankedList>> => {
      try {
        const asking = { occasion, cancellation };
        const content = await listAnswer(this.parts, connection, view.query, asking);
        return { kind: 'content', content };
      } catch (error) {
        if (kept) {
          if (!(error instanceof CancelledError)) {
            this.parts.log.error(`${view.name} could not be polled`, error);
          }
          return { kind: 'content', content: kept };
        }
        return this.stateAfter(error, connection);
      }
    })();
    const requested: Requested = {
      // A list stays until the next one has come.
      state: before?.state.kind === 'content' ? before.state : { kind: 'loading', sentence },
      cancellation,
      ended: work.then(state => {
        requested.state = state;
        if (this.requested.get(key) === requested) {
          this.changed.fire();
        }
      }),
    };
    this.requested.set(key, requested);
    const location = { viewId: views.overlays };
    void vscode.window.withProgress({ location }, () => requested.ended);
    return requested;
  }

  private async stateAfter(error: unknown, connection: Connection): Promise<ViewState<RankedList>> {
    if (error instanceof CancelledError) {
      return { kind: 'failed', sentence: vscode.l10n.t('Cancelled') };
    }
    if (error instanceof RestrictedError) {
      return restrictedState(error.message);
    }
    if (error instanceof ServiceError) {
      const { token } = await this.parts.states.of(connection);
      return stateOfError(error, token);
    }
    this.parts.log.error('A ranked list could not be shown', error);
    return {
      kind: 'failed',
      sentence: vscode.l10n.t('The list could not be shown'),
      detail: errorMessage(error),
    };
  }

  /** Lists in such a state are requested again when they are next shown. */
  private forget(isForgotten: (state: ViewState<RankedList>) => boolean): void {
    const keys = [...this.requested].filter(([, { state }]) => isForgotten(state));
    keys.forEach(([key]) => this.requested.delete(key));
    if (keys.length > 0) {
      this.changed.fire();
    }
  }
}

function keyOf(connection: Connection, { query }: ListView): string {
  return JSON.stringify([connection, queryKey(query)]);
}

/**
 * The view *Portfolios*: named lists of companies with today's figures. Portfolios take the ranked lists of the view
 * *Overlays*; the companies of one are requested when it is first expanded, scores and events in a request each.
 */

import * as vscode from 'vscode';
import { CancelledError, CancellationSource } from '../../core/base/cancellation';
import { errorMessage } from '../../core/base/errorMessage';
import { addDays, plainDateOfInstant } from '../../core/base/plainDate';
import type { Connection } from '../../core/client/serviceClient';
import { holdingsOf, inOrder, type Member, type Portfolio } from '../../core/portfolios/portfolios';
import type { ColumnTable } from '../../core/service/columns';
import type { EntityFact } from '../../core/service/entityFact';
import { signalFunctionNamed } from '../../core/service/functions';
import { ServiceError } from '../../core/service/serviceError';
import type { ListedStock } from '../../core/sidebar/overlayTree';
import {
  companyOf,
  companyRows,
  eventCounts,
  latestScores,
  memberOfRow,
  portfolioRows,
  type KnownOfCompanies,
  type PortfolioFigures,
} from '../../core/sidebar/portfolioRows';
import {
  pageSize,
  restrictedState,
  stateOfError,
  type Row,
  type ViewState,
} from '../../core/sidebar/row';
import { eventDays } from '../../core/sidebar/writtenCells';
import { RestrictedError } from '../connection/restricted';
import { views } from '../ids';
import { activeNotebook } from '../notebook/activeNotebook';
import type { KnownPortfolios } from '../portfolios/knownPortfolios';
import { kernelSettings } from '../settings';
import { askedAnswer, type Asking } from './listAnswers';
import { patienceMs, type OverlaysView, type OverlayViewParts } from './overlaysView';
import type { RowSource } from './rowTree';

export interface PortfolioViewParts extends OverlayViewParts {
  readonly portfolios: KnownPortfolios;
  /** Keeps the user's order of names, which is synced as settings are. */
  readonly memory: vscode.ExtensionContext['globalState'];
}

const orderKey = 'signals.portfolioOrder';

/** Days before today whose latest score counts. */
const scoreDays = 7;

/** The figures of one portfolio's companies on one connection. */
interface Requested {
  figures: PortfolioFigures;
  readonly ended: Promise<void>;
  readonly cancellation: CancellationSource;
}

const loading = {
  kind: 'loading',
  sentence: vscode.l10n.t('Requesting scores and events…'),
} as const;
const unasked = { kind: 'empty', sentence: '' } as const;

export class PortfoliosView implements RowSource, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  /** By connection and companies: a portfolio that changed is requested again. */
  private readonly requested = new Map<string, Requested>();
  /** Of each portfolio by connection and name: they stay until the next ones have come. */
  private readonly latest = new Map<string, PortfolioFigures>();
  /** Companies shown below a portfolio, where they are more than a page, by the id of its row. */
  private readonly pages = new Map<string, number>();
  /** As last shown. */
  private shown: readonly Portfolio[] = [];
  private directory: ReadonlyMap<string, EntityFact> = new Map();
  private connection: Connection | undefined;
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly parts: PortfolioViewParts,
    private readonly overlays: OverlaysView,
  ) {
    parts.memory.setKeysForSync([orderKey]);
    const change = (): void => this.changed.fire();
    this.subscription = vscode.Disposable.from(
      parts.portfolios.onDidChange(change),
      // Lists have come, or the connection or the notebook is another one.
      overlays.onDidChange(change),
      parts.connections.onDidChange(change),
      vscode.window.onDidChangeActiveNotebookEditor(change),
      vscode.workspace.onDidChangeNotebookDocument(({ metadata }) => {
        if (metadata) {
          change();
        }
      }),
      parts.states.onDidChange(() => this.forget('signedOut')),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.forget('failed')),
    );
  }

  async rows(parent: Row | undefined): Promise<readonly Row[]> {
    const portfolios = await this.all();
    if (!parent) {
      const lists = portfolios.length === 0 ? [] : await this.overlays.usualLists();
      return portfolioRows(portfolios, lists, await this.parts.portfolios.searchProblem());
    }
    const portfolio = memberOfRow(parent, portfolios)?.portfolio;
    if (!portfolio) {
      return [];
    }
    const connection = await this.current();
    const lists = await this.overlays.usualLists();
    this.directory = await this.parts.companies.directory(connection);
    if (holdingsOf(portfolio).length > 0) {
      const key = keyOf(connection, portfolio);
      const requested = this.requested.get(key) ?? this.request(connection, portfolio, 'shown');
      await Promise.race([
        requested.ended,
        new Promise(resolve => setTimeout(resolve, patienceMs)),
      ]);
    }
    const { directory } = this;
    const figures = this.figuresOf(connection, portfolio);
    return companyRows(portfolio, { lists, directory, figures }, this.pages.get(parent.id));
  }

  /** @param id The id of a portfolio's row. */
  showMore(id: string): void {
    this.pages.set(id, (this.pages.get(id) ?? pageSize) + pageSize);
    this.changed.fire();
  }

  /** @returns The portfolios in the user's order. */
  async all(): Promise<readonly Portfolio[]> {
    const known = await this.parts.portfolios.of(activeNotebook());
    this.shown = inOrder(known, this.order());
    return this.shown;
  }

  /** @returns What a row is about, as last shown. */
  ofRow(row: Row): { readonly portfolio: Portfolio; readonly member: Member | null } | undefined {
    return memberOfRow(row, this.shown);
  }

  /** @returns The company of a row. */
  stockOf(row: Row): ListedStock | undefined {
    const { connection } = this;
    const found = this.ofRow(row);
    if (!found?.member || !connection) {
      return undefined;
    }
    const known: KnownOfCompanies = {
      lists: [],
      directory: this.directory,
      figures: this.figuresOf(connection, found.portfolio),
    };
    return companyOf(found.member, known);
  }

  /** Portfolios of these names come before `target`, or last if it is null. */
  async move(names: readonly string[], target: string | null): Promise<void> {
    const { movedBefore } = await import('../../core/base/moved');
    const order = (await this.all()).map(({ name }) => name);
    const isTarget = target === null ? null : (name: string) => name === target;
    await this.parts.memory.update(
      orderKey,
      movedBefore(order, name => names.includes(name), isTarget),
    );
    this.changed.fire();
  }

  /** Requests lists and figures again: all that have been requested, or those of one portfolio. */
  async refresh(row: Row | undefined): Promise<void> {
    const connection = await this.current();
    const one = row && this.ofRow(row)?.portfolio;
    if (!one) {
      void this.parts.portfolios.readAgain();
      this.overlays.refreshUsual();
    }
    for (const portfolio of one ? [one] : await this.all()) {
      if (this.requested.has(keyOf(connection, portfolio))) {
        this.request(connection, portfolio, 'pressed');
      }
    }
    this.changed.fire();
  }

  /** @returns The companies that answers of the connection in use had, by their keys. */
  async known(): Promise<ReadonlyMap<string, EntityFact>> {
    return this.parts.companies.directory(await this.current());
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
    for (const { cancellation } of this.requested.values()) {
      cancellation.cancel();
    }
  }

  private async current(): Promise<Connection> {
    const { connection } = await this.parts.connections.current(activeNotebook());
    this.connection = connection;
    return connection;
  }

  private order(): readonly string[] {
    const order = this.parts.memory.get<unknown>(orderKey);
    return Array.isArray(order) ? order.filter(name => typeof name === 'string') : [];
  }

  private figuresOf(connection: Connection, portfolio: Portfolio): PortfolioFigures {
    const requested = this.requested.get(keyOf(connection, portfolio));
    return requested?.figures ?? { scores: unasked, events: unasked };
  }

  private request(
    connection: Connection,
    portfolio: Portfolio,
    occasion: Asking['occasion'],
  ): Requested {
    const key = keyOf(connection, portfolio);
    const nameKey = JSON.stringify([connection, portfolio.name]);
    this.requested.get(key)?.cancellation.cancel();
    const cancellation = new CancellationSource();
    const entities = holdingsOf(portfolio).map(({ entity }) => entity);
    const today = plainDateOfInstant(Date.now());
    const tables = (
      name: 'bull_bear_score_ts' | 'events_ts',
      parameters: Readonly<Record<string, string>>,
    ): Promise<readonly ColumnTable[]> =>
      this.tables(connection, { name, entities, parameters }, { occasion, cancellation });
    const scores = tables('bull_bear_score_ts', { date_from: addDays(today, -scoreDays) });
    const events = tables('events_ts', {
      date_from: addDays(today, 1 - eventDays),
      date_to: addDays(today, 1),
    });
    const work = Promise.all([
      this.stateOf(connection, scores, latestScores),
      this.stateOf(connection, events, eventCounts),
    ]);
    const requested: Requested = {
      figures: this.latest.get(nameKey) ?? { scores: loading, events: loading },
      cancellation,
      ended: work.then(([ofScores, ofEvents]) => {
        requested.figures = { scores: ofScores, events: ofEvents };
        if (ofScores.kind === 'content' && ofEvents.kind === 'content') {
          this.latest.set(nameKey, requested.figures);
        }
        if (this.requested.get(key) === requested) {
          this.changed.fire();
        }
      }),
    };
    this.requested.set(key, requested);
    const location = { viewId: views.portfolios };
    void vscode.window.withProgress({ location }, () => requested.ended);
    return requested;
  }

  /**
   * The requests that a cell with this call sends, and their answers. The specification does not show how many companies
   * a request can have: more than the setting for that limit take several.
   */
  private async tables(
    connection: Connection,
    call: {
      readonly name: string;
      readonly entities: readonly string[];
      readonly parameters: Readonly<Record<string, string>>;
    },
    asking: Asking,
  ): Promise<readonly ColumnTable[]> {
    const { planCall } = await import('../../core/client/plan');
    const called = signalFunctionNamed(call.name);
    if (!called) {
      throw new RangeError(`There is no function ${call.name}.`);
    }
    const { requests } = planCall({ ...call, function: called }, kernelSettings());
    const answers = await Promise.all(
      requests.map(request => askedAnswer(this.parts, connection, request, asking)),
    );
    await this.learn(
      connection,
      answers.flatMap(({ answer }) => answer.learned),
    );
    return answers.map(({ answer }) => answer.table);
  }

  /** The answers are there, also if what they name cannot be kept. */
  private async learn(connection: Connection, facts: readonly EntityFact[]): Promise<void> {
    try {
      if (!connection.synthetic) {
        await this.parts.companies.add(connection, facts);
      }
    } catch (error) {
      this.parts.log.error('The companies of a portfolio are not kept', error);
    }
  }

  private async stateOf<Content>(
    connection: Connection,
    tables: Promise<readonly ColumnTable[]>,
    read: (tables: readonly ColumnTable[]) => Content,
  ): Promise<ViewState<Content>> {
    try {
      return { kind: 'content', content: read(await tables) };
    } catch (error) {
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
      this.parts.log.error('The figures of a portfolio could not be shown', error);
      const sentence = vscode.l10n.t('The figures could not be shown');
      return { kind: 'failed', sentence, detail: errorMessage(error) };
    }
  }

  /** Figures in such a state are requested again when they are next shown. */
  private forget(kind: ViewState<unknown>['kind']): void {
    for (const [key, { figures }] of this.requested) {
      if (figures.scores.kind === kind || figures.events.kind === kind) {
        this.requested.delete(key);
      }
    }
    this.changed.fire();
  }
}

function keyOf(connection: Connection, portfolio: Portfolio): string {
  return JSON.stringify([connection, holdingsOf(portfolio).map(({ entity }) => entity)]);
}

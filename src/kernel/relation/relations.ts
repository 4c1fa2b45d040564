/** The relations that a session keeps for its outputs: results of cells, and what charts derived from them. */

import { t } from '../../core/base/translations';
import { uncancellable, type Cancellation } from '../../core/base/cancellation';
import { isAsMade, type ColumnFilter } from '../../core/protocol/arrangement';
import type { ColumnSummary, ValueCounts } from '../../core/protocol/columnSummary';
import type {
  BrushParams,
  Exploration,
  Explored,
  ExploredParams,
  ExploreParams,
  MentionsParams,
} from '../../core/protocol/exploration';
import type { ResultColumn, ResultTable } from '../../core/protocol/outcome';
import type {
  PageAnswer,
  PageParams,
  SummaryParams,
  ValuesParams,
} from '../../core/protocol/questions';
import type { KeptResult } from '../../core/protocol/sessionContents';
import { quotedName } from '../../core/base/quoted';
import { mentionsSql } from '../../core/explorer/mentions';
import type { RowsBehind } from '../../core/visualise/chartQuery';
import { ArrangedRows, createOrderStores } from './arrangedRows';
import { countValues } from './countValues';
import { Explorations, explorerSchema } from './explorations';
import type { Engine } from '../engine/engine';
import { relationDatabase, type RelationFile } from '../engine/relationFile';
import { Interruptible } from '../engine/interruptible';
import { OrderBlocks } from './orderBlocks';
import { rowsAt, rowsBetween, type ReadOptions, type RowRange } from './pageRows';
import { countOf, projection, relationOf, type Relation } from './relation';
import { conditionSql } from './rowFilter';
import type { Queries, SerialConnection } from '../engine/serialConnection';
import { summariseColumn } from './summariseColumn';

/** The schema that holds them. */
export const resultsSchema = `${relationDatabase}.main`;

/**
 * How many results are kept beside the last one of each cell, which editor tabs may still show, and how many in all
 * while their file is filling; each with the relations of its charts. The oldest is dropped first.
 */
const MOST_RESULTS = 200;

/** How many marks of a chart's rows are kept a relation; the oldest is dropped first. */
const MOST_MARKS = 16;

/** Rows of a relation of events that come with it. */
const MENTIONS_AT_FIRST = 100;

/** How many numbers of filtered rows are remembered. */
const MOST_COUNTS = 8;

/** Where the rows of a chart's dataset come from. */
export interface Trace {
  /** The result that the chart draws. */
  readonly resultId: string;
  /** Which rows each of them was made of; none if they are those of the result. */
  readonly behind: readonly RowsBehind[];
  /** Relations that `behind` reads and that are not kept, with the SQL that makes them again. */
  readonly lost: readonly { readonly id: string; readonly table: string; readonly sql: string }[];
}

interface Kept {
  readonly relation: Relation;
  /** The id of the result that it was created for, which may be its own: both are dropped together. */
  readonly owner: string;
  /** The cell of that result, as in `RunCellParams`. */
  readonly cell: string | null;
}

/** What a new relation belongs to. */
interface Belonging {
  /** The result that it is kept with; absent: it is a result. */
  readonly madeFor?: string | undefined;
  /** The cell that made the result; absent: none. */
  readonly cell?: string | null;
}

interface FilteredRows {
  readonly relation: Relation;
  readonly filters: readonly ColumnFilter[];
  readonly cancellation: Cancellation;
}

/** Creates the schemas and the database that hold what is derived from relations. */
export async function createRelationStores(connection: Queries): Promise<void> {
  await createOrderStores(connection);
  await connection.run(`CREATE SCHEMA ${explorerSchema}`);
}

export class Relations {
  private readonly kept = new Map<string, Kept>();
  /** By the storage of the dataset. */
  private readonly traces = new Map<string, Trace>();
  /** The relation of events by the result of their mentions. */
  private readonly grouped = new Map<string, string>();
  private marked = 0;
  private made = 0;
  private projected = 0;
  private readonly connection: SerialConnection;
  private readonly arranged: ArrangedRows;
  private readonly blocks: OrderBlocks;
  private readonly surveys: Interruptible;
  private readonly filtering: Interruptible;
  /** Of filtered rows, by their SQL; least recently counted first. */
  private readonly counts = new Map<string, number>();
  private readonly explorations: Explorations;
  private readonly file: Pick<RelationFile, 'isFilling'>;

  constructor({
    own,
    arranger,
    surveyor,
    relationFile,
  }: Pick<Engine, 'own' | 'arranger' | 'surveyor' | 'relationFile'>) {
    this.connection = own;
    this.file = relationFile;
    this.arranged = new ArrangedRows(arranger, own);
    this.blocks = new OrderBlocks(own);
    this.surveys = new Interruptible(surveyor);
    this.filtering = new Interruptible(arranger);
    this.explorations = new Explorations(this.surveys, own);
  }

  /** @returns An id for a new relation, and the table to create. */
  next(): { id: string; table: string } {
    this.made++;
    const id = `r${this.made}`;
    return { id, table: `${resultsSchema}.${quotedName(id)}` };
  }

  /**
   * Adds the table that was created at `next().table`. A result takes the place of the cell's earlier ones, which are
   * then the first to be dropped.
   */
  async add(
    id: string,
    table: string,
    { madeFor, cell = null }: Belonging = {},
  ): Promise<Relation> {
    const relation = await relationOf(this.connection, table);
    const result = this.kept.get(madeFor ?? id) ?? { owner: id, cell };
    this.kept.set(id, { relation, owner: result.owner, cell: result.cell });
    await this.dropOldest();
    return relation;
  }

  /** Called before a run stores rows: while their file is filling, the results that later ones of their cells replaced are dropped. */
  async makeRoom(): Promise<void> {
    if (this.file.isFilling) {
      await this.dropAll(this.replaced());
      const left = new Set([...this.kept.values()].map(({ owner }) => owner));
      await this.dropAll([...left].slice(0, -MOST_RESULTS));
    }
  }

  /** @returns The first rows of the table that was created at `next().table`, which is dropped: nothing is kept. */
  async takeFirst(
    { id, table }: { readonly id: string; readonly table: string },
    limit: number,
    nestedAsText = false,
  ): Promise<ResultTable> {
    try {
      const relation = await relationOf(this.connection, table);
      const range = { from: 0, to: limit };
      const rows = await rowsBetween(this.connection, relation, range, { nestedAsText });
      return { id, columns: relation.columns, rowCount: relation.rowCount, rows };
    } finally {
      await this.connection.run(`DROP TABLE IF EXISTS ${table}`);
    }
  }

  /** Adds some columns of a relation as a relation of its own, without copying rows. */
  project(id: string, names: readonly string[]): { id: string; columns: readonly ResultColumn[] } {
    const { relation, owner, cell } = this.keptAs(id);
    this.projected++;
    const part = `${id}:${this.projected}`;
    const projected = projection(relation, names);
    this.kept.set(part, { relation: projected, owner, cell });
    return { id: part, columns: projected.columns };
  }

  /** Remembers where the rows of a relation come from. */
  trace(id: string, trace: Trace): void {
    this.traces.set(this.relation(id).storage, trace);
  }

  /** @returns Undefined if the relation's rows are its own. */
  traceOf(id: string): Trace | undefined {
    return this.traces.get(this.relation(id).storage);
  }

  /** @returns The number of a mark, and the table to create. */
  nextMark(): { id: string; mark: number; table: string } {
    this.marked++;
    const id = `m${this.marked}`;
    return { id, mark: this.marked, table: `${resultsSchema}.${quotedName(id)}` };
  }

  /** Adds the table that was created at `nextMark().table`, whose column `row` has the numbers of some rows. */
  async addMark(id: string, mark: number, table: string): Promise<void> {
    const { marks } = this.relation(id);
    marks.set(mark, table);
    for (const [oldest, rows] of [...marks].slice(0, -MOST_MARKS)) {
      marks.delete(oldest);
      await this.connection.run(`DROP TABLE IF EXISTS ${rows}`);
    }
  }

  /** @returns All that are kept, in the order in which they were made. */
  all(): readonly KeptResult[] {
    return [...this.kept].map(
      ([
        id,
        {
          relation: { columns, rowCount },
        },
      ]) => ({
        id,
        columns,
        rowCount,
      }),
    );
  }

  /** @throws {Error} If the relation is no longer kept. */
  relation(id: string): Relation {
    return this.keptAs(id).relation;
  }

  /**
   * @returns The rows `offset <= row < offset + limit`, in the order of the relation or in the requested one.
   * @throws {Error} If the relation is no longer kept, or lacks columns of the arrangement.
   * @throws {CancelledError} If cancelled while an order is computed.
   */
  async page(
    { resultId, offset, limit, arrangement, nestedAsText = false }: PageParams,
    cancellation: Cancellation = uncancellable,
  ): Promise<PageAnswer> {
    const relation = this.relation(resultId);
    const from = Math.max(0, Math.trunc(offset));
    const range = { from, to: from + Math.max(0, Math.trunc(limit)) };
    const options = { nestedAsText };
    if (arrangement === undefined || isAsMade(arrangement)) {
      const rows = await rowsBetween(this.connection, relation, range, options);
      return { rows, rowCount: relation.rowCount };
    }
    if (arrangement.sort.length === 0) {
      const filtered = { relation, filters: arrangement.filters, cancellation };
      return this.filteredPage(filtered, { ...range, ...options });
    }
    return this.arranged.use(relation, arrangement, cancellation, async order => {
      const rows =
        'copy' in order
          ? await rowsBetween(this.connection, order.copy, range, options)
          : await this.blocks.rows(relation, order, { ...range, ...options });
      return { rows, rowCount: order.rowCount };
    });
  }

  /** Reads a page of the rows that match filters, in the order of the relation: nothing is copied. */
  private filteredPage(
    { relation, filters, cancellation }: FilteredRows,
    { from, to, ...options }: RowRange & ReadOptions,
  ): Promise<PageAnswer> {
    return this.filtering.run(cancellation, async connection => {
      const matching = await this.explorations.matching(connection, relation, filters);
      const { table, rowId, where, isOrdered } = matching;
      const rowCount = await this.countOnce(`${table} WHERE ${where}`, connection);
      const order = isOrdered ? '' : `ORDER BY ${rowId}`;
      const places = `SELECT ${rowId} FROM ${table} WHERE ${where} ${order} LIMIT ${to - from} OFFSET ${from}`;
      const rows = await rowsAt(connection, relation, places, options);
      return { rows, rowCount };
    });
  }

  /** Rows do not change, so that each page of the same rows need not count them. */
  private async countOnce(rows: string, connection: Queries): Promise<number> {
    const known = this.counts.get(rows);
    if (known !== undefined) {
      return known;
    }
    const counted = await countOf(connection, rows);
    this.counts.set(rows, counted);
    for (const oldest of [...this.counts.keys()].slice(0, -MOST_COUNTS)) {
      this.counts.delete(oldest);
    }
    return counted;
  }

  /**
   * @returns A summary of the column, over the rows that match the filters.
   * @throws {Error} If the relation is no longer kept or has no such column.
   * @throws {CancelledError} If cancelled.
   */
  async summary(
    { resultId, ...wanted }: SummaryParams,
    cancellation: Cancellation,
  ): Promise<ColumnSummary> {
    const relation = this.relation(resultId);
    return this.surveys.run(cancellation, connection =>
      summariseColumn(connection, relation, wanted),
    );
  }

  /**
   * @returns The values of a column and how many rows have them.
   * @throws {Error} If the relation is no longer kept, or lacks columns of the filters.
   * @throws {CancelledError} If cancelled.
   */
  async values(
    { resultId, ...wanted }: ValuesParams,
    cancellation: Cancellation,
  ): Promise<ValueCounts> {
    const relation = this.relation(resultId);
    return this.surveys.run(cancellation, connection => countValues(connection, relation, wanted));
  }

  /** The explorer's questions: see `Explorations`. */
  async explored({ resultId }: ExploredParams, cancellation: Cancellation): Promise<Explored> {
    return this.explorations.explored(this.relation(resultId), cancellation);
  }

  async explore(params: ExploreParams, cancellation: Cancellation): Promise<Exploration> {
    return this.explorations.explore(this.relation(params.resultId), params, cancellation);
  }

  async brush(params: BrushParams, cancellation: Cancellation): Promise<boolean> {
    return this.explorations.brush(this.relation(params.resultId), params, cancellation);
  }

  /** Makes a relation of events of the mentions that match the filters, in place of an earlier one of the result. */
  mentions(
    { resultId, filters }: MentionsParams,
    cancellation: Cancellation,
  ): Promise<ResultTable> {
    return this.surveys.run(cancellation, async connection => {
      const relation = this.relation(resultId);
      const { sql, values } = conditionSql(filters, relation);
      const made = this.next();
      const query = mentionsSql(`FROM ${relation.table} WHERE ${sql}`, relation.columns);
      await connection.run(`CREATE TABLE ${made.table} AS ${query}`, [...values]);
      await this.add(made.id, made.table, { madeFor: resultId });
      const earlier = this.grouped.get(resultId);
      this.grouped.set(resultId, made.id);
      if (earlier !== undefined && this.kept.has(earlier)) {
        await this.drop(earlier);
      }
      return this.tableOf(made.id, MENTIONS_AT_FIRST, true);
    });
  }

  /** @returns The result with its first rows; `nestedAsText` as in `PageParams`. */
  async tableOf(id: string, firstRows: number, nestedAsText = false): Promise<ResultTable> {
    const { columns } = this.relation(id);
    const page = await this.page({ resultId: id, offset: 0, limit: firstRows, nestedAsText });
    return { id, columns, ...page };
  }

  /** Drops a relation; its rows are kept while a relation derived from it exists. */
  async drop(id: string): Promise<void> {
    const { storage, marks } = this.relation(id);
    this.kept.delete(id);
    if (![...this.kept.values()].some(({ relation }) => relation.storage === storage)) {
      await this.arranged.forget(storage);
      await this.explorations.forget(storage);
      this.traces.delete(storage);
      for (const rows of marks.values()) {
        await this.connection.run(`DROP TABLE IF EXISTS ${rows}`);
      }
      marks.clear();
      await this.connection.run(`DROP TABLE IF EXISTS ${storage}`);
    }
  }

  /** Runs the work and drops every relation that it created; nothing else may create any meanwhile. */
  async temporarily<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const known = new Set(this.kept.keys());
    try {
      return await work();
    } finally {
      for (const id of [...this.kept.keys()].filter(made => !known.has(made))) {
        await this.drop(id);
      }
    }
  }

  private keptAs(id: string): Kept {
    const kept = this.kept.get(id);
    if (!kept) {
      throw new Error(t('This result is no longer kept: run its cell again.'));
    }
    return kept;
  }

  private async dropOldest(): Promise<void> {
    const replaced = new Set(this.replaced());
    const others = [...this.kept.values()].flatMap(({ owner, cell }) =>
      cell === null || replaced.has(owner) ? [owner] : [],
    );
    await this.dropAll([...new Set(others)].slice(0, -MOST_RESULTS));
  }

  /** @returns The results of cells that have a later one, oldest first. */
  private replaced(): readonly string[] {
    const latest = new Map<string, string>();
    const owners = new Set<string>();
    for (const { owner, cell } of this.kept.values()) {
      if (cell !== null && !owners.has(owner)) {
        owners.add(owner);
        latest.set(cell, owner);
      }
    }
    const current = new Set(latest.values());
    return [...owners].filter(owner => !current.has(owner));
  }

  /** Drops results with all that was made for them. */
  private async dropAll(results: readonly string[]): Promise<void> {
    const owners = new Set(results);
    for (const [id, { owner }] of [...this.kept]) {
      if (owners.has(owner)) {
        await this.drop(id);
      }
    }
  }
}

/**
 * Explores relations: a timeline and counts of values over filtered rows, as `core/explorer` writes them.
 *
 * A relation is explored on a copy of its columns with few values, made once: texts are enumerated there, which makes
 * counting them about ten times as fast. Its rows have the row numbers of the relation. While the ends of a range of
 * days move, counts come from tables of day × value, which are made once for each column.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Cancellation } from '../../core/base/cancellation';
import { quotedName } from '../../core/base/quoted';
import { dayCountsSql, isWritten } from '../../core/explorer/explorerSql';
import { allOf, columnAt, literals, rowConditions } from '../../core/explorer/rowConditions';
import { isDayType, isTextType } from '../../core/protocol/columnTypes';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import type {
  BrushParams,
  Exploration,
  Explored,
  ExploreParams,
} from '../../core/protocol/exploration';
import type { Interruptible } from '../engine/interruptible';
import type { Queries } from '../engine/serialConnection';
import { answerExploration, numberOf, read } from './answerExploration';
import { brushKeyOf, columnsOf, rowsOf, type Copy } from './exploredCopy';
import { markCondition } from './rowFilter';
import type { Relation } from './relation';

/** The schema that holds the copies and counts. */
export const explorerSchema = 'signals_explorer';

/** Texts with more different values are not enumerated, and not offered as a facet. */
const MOST_VALUES = 5_000;
/** Rows that tell whether a column can have few values. */
const FIRST_ROWS = 200_000;
/** Columns that are offered as facets and searched. */
const MOST_FACETS = 24;
/** Relations that are prepared at a time; the least recently used copy is dropped first. */
const MOST_COPIES = 4;

/** Some rows of a relation. */
export interface MatchingRows {
  /** SQL that can follow FROM. */
  readonly table: string;
  /** The column of the rows' numbers. */
  readonly rowId: string;
  readonly where: string;
  /** Whether they come in the order of the relation without being sorted. */
  readonly isOrdered: boolean;
}

/** A column of the copy. */
interface CopiedColumn {
  readonly column: number;
  readonly type: string;
  /** How it is selected of the relation. */
  readonly sql: string;
  readonly distinctCount: number;
}

interface CopySource {
  readonly relation: Relation;
  readonly column: number;
  readonly enums: string[];
}

export class Explorations {
  /** By the storage and the columns of the relation, least recently used first. */
  private readonly copies = new Map<string, Copy>();
  private made = 0;

  /**
   * @param work Runs the questions one after another, so that a newer one that cancels an older one starts at once.
   * @param own Drops what is no longer used.
   */
  constructor(
    private readonly work: Interruptible,
    private readonly own: Queries,
  ) {}

  /**
   * @returns What can be explored in the relation; prepares it.
   * @throws {CancelledError} If cancelled.
   */
  explored(relation: Relation, cancellation: Cancellation): Promise<Explored> {
    return this.work.run(
      cancellation,
      async connection => (await this.copyOf(connection, relation)).explored,
    );
  }

  /**
   * @throws {Error} With a sentence for the reader, if a filter does not fit the columns.
   * @throws {CancelledError} If cancelled.
   */
  explore(
    relation: Relation,
    params: ExploreParams,
    cancellation: Cancellation,
  ): Promise<Exploration> {
    return this.work.run(cancellation, async connection => {
      const copy = await this.copyOf(connection, relation);
      const rows = await rowsOf(connection, copy, relation, params.filters);
      return answerExploration(connection, { copy, rows, params });
    });
  }

  /** Makes the counts of day × value for these columns, unless they are there. */
  brush(
    relation: Relation,
    { filters, facets }: Omit<BrushParams, 'resultId'>,
    cancellation: Cancellation,
  ): Promise<boolean> {
    return this.work.run(cancellation, async connection => {
      const copy = await this.copyOf(connection, relation);
      const time = copy.explored.time?.column;
      if (time === undefined) {
        return false;
      }
      const rows = await rowsOf(connection, copy, relation, filters);
      const key = brushKeyOf(filters, time);
      if (copy.brushKey !== key) {
        await this.dropCubes(copy);
        copy.brushKey = key;
      }
      for (const column of [null, ...facets]) {
        if (!copy.cubes.has(column) && column !== time) {
          const cube = this.nextName('b');
          const counts = dayCountsSql(rows, filters, { time, column });
          await connection.run(`CREATE TABLE ${cube} AS ${counts}`);
          copy.cubes.set(column, cube);
        }
      }
      return true;
    });
  }

  /**
   * @returns SQL of the rows that match the filters, with their numbers: of the relation's copy if there is one. They
   * may come in another order than the relation's.
   * @throws {Error} With a sentence for the reader, if a filter does not fit the columns.
   */
  async matching(
    connection: Queries,
    relation: Relation,
    filters: readonly ColumnFilter[],
  ): Promise<MatchingRows> {
    const { table, rowId, columns, marks } = relation;
    const copy = this.copies.get(keyOf(relation));
    const { writer = literals } = copy
      ? await rowsOf(connection, copy, relation, filters)
      : { writer: { ...literals, mark: (mark: number) => markCondition(marks.get(mark), rowId) } };
    const copied = copy && columnsOf(copy, relation);
    const where = allOf(rowConditions(filters, copied ?? columns, writer));
    // DuckDB joins a longer list and a subquery, and the rows of a join come in any order.
    const isOrdered = !where.includes(' IN (');
    return copy
      ? { table: copy.table, rowId: 'rowid', where, isOrdered }
      : { table, rowId, where, isOrdered };
  }

  /** Drops what was made for a relation whose rows are no longer kept. */
  async forget(storage: string): Promise<void> {
    for (const [key, copy] of [...this.copies]) {
      if (key.startsWith(`${storage} `)) {
        await this.drop(key, copy);
      }
    }
  }

  private async copyOf(connection: DuckDBConnection, relation: Relation): Promise<Copy> {
    const key = keyOf(relation);
    const known = this.copies.get(key);
    const copy = known ?? (await this.make(connection, relation));
    this.copies.delete(key);
    this.copies.set(key, copy);
    for (const [oldest, unused] of [...this.copies].slice(0, -MOST_COPIES)) {
      await this.drop(oldest, unused);
    }
    return copy;
  }

  private async make(connection: DuckDBConnection, relation: Relation): Promise<Copy> {
    const { columns, table: source } = relation;
    const table = this.nextName('x');
    const enums: string[] = [];
    try {
      const facets: CopiedColumn[] = [];
      for (const column of await columnsWithFewValues(connection, relation)) {
        const facet = await this.copiedColumn(connection, { relation, column, enums });
        facets.push(...(facet ? [facet] : []));
      }
      const time = timeColumn(columns);
      const name = quotedName(columns[time ?? -1]?.name ?? '');
      const days =
        time === undefined
          ? []
          : [{ column: time, type: 'DATE', sql: `CAST(${name} AS DATE) AS ${name}` }];
      const copied = [...days, ...facets];
      const list = copied.map(({ sql }) => sql).join(', ') || 'true AS no_column';
      await connection.run(`CREATE TABLE ${table} AS SELECT ${list} FROM ${source}`);
      const ordered = facets.toSorted(byMeaning(columns)).slice(0, MOST_FACETS);
      return {
        explored: {
          time: time === undefined ? null : await daysOf(connection, relation, time, table),
          facets: ordered
            .filter(({ distinctCount }) => distinctCount > 1)
            .map(({ column, distinctCount }) => ({ column, distinctCount })),
          searched: ordered.map(({ column }) => column),
        },
        table,
        types: new Map(copied.map(({ column, type }) => [column, type])),
        enums,
        cubes: new Map(),
        brushKey: '',
      };
    } catch (error) {
      await this.own.run(`DROP TABLE IF EXISTS ${table}`);
      await this.dropTypes(enums);
      throw error;
    }
  }

  /** @returns Undefined if the column has too many values; a type that is made for it is added to `enums`. */
  private async copiedColumn(
    connection: DuckDBConnection,
    { relation: { columns, table }, column, enums }: CopySource,
  ): Promise<CopiedColumn | undefined> {
    const { name, type } = columnAt(columns, { column });
    const written = quotedName(name);
    if (type !== 'VARCHAR') {
      const count = `SELECT count(DISTINCT ${written}) FROM ${table}`;
      const distinctCount = numberOf(await read(connection, count));
      return distinctCount > MOST_VALUES
        ? undefined
        : { column, type, sql: written, distinctCount };
    }
    const made = this.nextName('e');
    enums.push(made);
    await connection.run(
      `CREATE TYPE ${made} AS ENUM (SELECT DISTINCT ${written} FROM ${table} WHERE ${written} IS NOT NULL LIMIT ${MOST_VALUES + 1})`,
    );
    const size = await read(connection, `SELECT len(enum_range(NULL::${made}))`);
    const distinctCount = numberOf(size);
    const sql = `CAST(${written} AS ${made}) AS ${written}`;
    return distinctCount > MOST_VALUES ? undefined : { column, type: 'ENUM()', sql, distinctCount };
  }

  private nextName(letter: string): string {
    this.made++;
    return `${explorerSchema}.${quotedName(`${letter}${this.made}`)}`;
  }

  private async drop(key: string, copy: Copy): Promise<void> {
    this.copies.delete(key);
    await this.dropCubes(copy);
    await this.own.run(`DROP TABLE IF EXISTS ${copy.table}`);
    await this.dropTypes(copy.enums);
  }

  private async dropCubes({ cubes }: Copy): Promise<void> {
    for (const cube of cubes.values()) {
      await this.own.run(`DROP TABLE IF EXISTS ${cube}`);
    }
    cubes.clear();
  }

  private async dropTypes(enums: readonly string[]): Promise<void> {
    for (const made of enums) {
      await this.own.run(`DROP TYPE IF EXISTS ${made}`);
    }
  }
}

function keyOf({ storage, columns }: Relation): string {
  return `${storage} ${JSON.stringify(columns.map(({ name }) => name))}`;
}

/** @returns The columns whose values may be few: in the first rows, they are. */
async function columnsWithFewValues(
  connection: DuckDBConnection,
  { columns, table, rowId }: Relation,
): Promise<number[]> {
  const counted = columns.flatMap(({ name, type }, column) =>
    isTextType(type) || type === 'BOOLEAN' ? [{ column, name: quotedName(name) }] : [],
  );
  if (counted.length === 0) {
    return [];
  }
  const list = counted.map(({ name }) => `approx_count_distinct(${name})`).join(', ');
  const first = `SELECT ${list} FROM ${table} WHERE ${rowId} < ${FIRST_ROWS}`;
  const [counts = []] = await read(connection, first);
  return counted
    .filter((_, index) => Number(counts[index]) <= MOST_VALUES)
    .map(({ column }) => column);
}

async function daysOf(
  connection: DuckDBConnection,
  { columns }: Relation,
  column: number,
  table: string,
): Promise<Explored['time']> {
  const name = quotedName(columnAt(columns, { column }).name);
  const sql = `SELECT CAST(min(${name}) AS VARCHAR), CAST(max(${name}) AS VARCHAR) FROM ${table} WHERE ${isWritten(name)}`;
  const [[from, to] = []] = await read(connection, sql);
  return typeof from === 'string' && typeof to === 'string' ? { column, from, to } : null;
}

/** The first date, otherwise the first time. */
function timeColumn(columns: Relation['columns']): number | undefined {
  const date = columns.findIndex(({ type }) => type === 'DATE');
  const first = date === -1 ? columns.findIndex(({ type }) => isDayType(type)) : date;
  return first === -1 ? undefined : first;
}

/** The columns of events that say most, in order; keys say nothing that a name does not. */
const telling = [
  'event_name',
  'company',
  'factuality',
  'temporality',
  'role',
  'country',
  'industry',
  'supersector',
  'sector',
  'subsector',
  'city',
];
const keys = ['event_id', 'entity', 'ticker', 'isin', 'vendor_id'];

function byMeaning(columns: Relation['columns']) {
  const rank = ({ column }: CopiedColumn): number => {
    const { name } = columnAt(columns, { column });
    const place = telling.indexOf(name);
    return place >= 0 ? place : keys.includes(name) ? telling.length + 1 : telling.length;
  };
  return (one: CopiedColumn, other: CopiedColumn): number =>
    rank(one) - rank(other) || one.column - other.column;
}

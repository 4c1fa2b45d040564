/**
 * Explores relations: a timeline and counts of values over filtered rows, as `core/explorer` writes them.
 *
 * The rows are read where they are stored: DuckDB counts texts with few values on their dictionaries. Only the values
 * themselves are kept beside, to find those that fit a search; and while the ends of a range of days move, counts of
 * day × value.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Cancellation } from '../../core/base/cancellation';
import { quotedName } from '../../core/base/quoted';
import { dayCountsSql, isWritten } from '../../core/explorer/explorerSql';
import { allOf, columnAt, rowConditions } from '../../core/explorer/rowConditions';
import { isDayType, isTextType } from '../../core/protocol/columnTypes';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import type {
  BrushParams,
  Exploration,
  Explored,
  ExploreParams,
} from '../../core/protocol/exploration';
import { companyKeys } from '../../core/service/companyColumns';
import type { Interruptible } from '../engine/interruptible';
import type { Queries } from '../engine/serialConnection';
import { MOST_LETTERS } from './countValues';
import { answerExploration, read } from './answerExploration';
import { relationDatabase } from '../engine/relationFile';
import { brushKeyOf, rowsOf, type Prepared } from './exploredRows';
import type { Relation } from './relation';

/** The schema that holds values and counts. */
export const explorerSchema = `${relationDatabase}.explorer`;

/** A column with more different values is not offered as a facet. */
const MOST_VALUES = 5_000;
/** Rows that tell whether a column can have few values. */
const FIRST_ROWS = 200_000;
/** Columns that are offered as facets and searched. */
const MOST_FACETS = 24;
/** Relations that are prepared at a time; the least recently used one is dropped first. */
const MOST_PREPARED = 8;

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

/** A column with few values. */
interface FewValues {
  readonly column: number;
  /** Null not counted. */
  readonly distinctCount: number;
}

export class Explorations {
  /** By the storage and the columns of the relation, least recently used first. */
  private readonly prepared = new Map<string, Prepared>();
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
      async connection => (await this.preparedOf(connection, relation)).explored,
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
      const prepared = await this.preparedOf(connection, relation);
      const rows = await rowsOf(connection, prepared, relation, params.filters);
      return answerExploration(connection, { prepared, rows, params });
    });
  }

  /** Makes the counts of day × value for these columns, unless they are there. */
  brush(
    relation: Relation,
    { filters, facets }: Omit<BrushParams, 'resultId'>,
    cancellation: Cancellation,
  ): Promise<boolean> {
    return this.work.run(cancellation, async connection => {
      const prepared = await this.preparedOf(connection, relation);
      const time = prepared.explored.time?.column;
      if (time === undefined) {
        return false;
      }
      const rows = await rowsOf(connection, prepared, relation, filters);
      const key = brushKeyOf(filters, time);
      if (prepared.brushKey !== key) {
        await this.dropCubes(prepared);
        prepared.brushKey = key;
      }
      for (const column of [null, ...facets]) {
        if (!prepared.cubes.has(column) && column !== time) {
          const cube = this.nextName('b');
          const counts = dayCountsSql(rows, filters, { time, column });
          await connection.run(`CREATE TABLE ${cube} AS ${counts}`);
          prepared.cubes.set(column, cube);
        }
      }
      return true;
    });
  }

  /**
   * @returns SQL of the rows that match the filters, with their numbers.
   * @throws {Error} With a sentence for the reader, if a filter does not fit the columns.
   */
  async matching(
    connection: Queries,
    relation: Relation,
    filters: readonly ColumnFilter[],
  ): Promise<MatchingRows> {
    const { table, rowId, columns } = relation;
    const prepared = this.prepared.get(keyOf(relation));
    const { writer } = await rowsOf(connection, prepared, relation, filters);
    const where = allOf(rowConditions(filters, columns, writer));
    // DuckDB joins the numbers of a mark's rows, and the rows of a join come in any order.
    return { table, rowId, where, isOrdered: !filters.some(({ kind }) => kind === 'mark') };
  }

  /** Drops what was made for a relation whose rows are no longer kept. */
  async forget(storage: string): Promise<void> {
    for (const [key, prepared] of [...this.prepared]) {
      if (key.startsWith(`${storage} `)) {
        await this.drop(key, prepared);
      }
    }
  }

  private async preparedOf(connection: DuckDBConnection, relation: Relation): Promise<Prepared> {
    const key = keyOf(relation);
    const prepared = this.prepared.get(key) ?? (await this.prepare(connection, relation));
    this.prepared.delete(key);
    this.prepared.set(key, prepared);
    for (const [oldest, unused] of [...this.prepared].slice(0, -MOST_PREPARED)) {
      await this.drop(oldest, unused);
    }
    return prepared;
  }

  private async prepare(connection: DuckDBConnection, relation: Relation): Promise<Prepared> {
    const values = this.nextName('v');
    try {
      const candidates = await columnsWithFewValues(connection, relation);
      await connection.run(`CREATE TABLE ${values} AS ${valuesSql(relation, candidates)}`);
      const counted = await read(
        connection,
        `SELECT place, count(text) FROM ${values} GROUP BY place
         HAVING count(text) <= ${MOST_VALUES} AND coalesce(max(length(text)), 0) <= ${MOST_LETTERS}`,
      );
      const counts = new Map(counted.map(([place, n]) => [Number(place), Number(n)]));
      const facets = candidates
        .map(column => ({ column, distinctCount: counts.get(column) ?? 0 }))
        .filter(({ column }) => counts.has(column) || relation.rowCount === 0)
        .toSorted(byMeaning(relation.columns));
      const searched = facets.slice(0, MOST_FACETS);
      return {
        explored: {
          time: await daysOf(connection, relation),
          facets: searched.filter(({ distinctCount }) => distinctCount > 1),
          searched: searched.map(({ column }) => column),
        },
        values,
        few: new Set(facets.map(({ column }) => column)),
        cubes: new Map(),
        brushKey: '',
      };
    } catch (error) {
      await this.own.run(`DROP TABLE IF EXISTS ${values}`);
      throw error;
    }
  }

  private nextName(letter: string): string {
    this.made++;
    return `${explorerSchema}.${quotedName(`${letter}${this.made}`)}`;
  }

  private async drop(key: string, prepared: Prepared): Promise<void> {
    this.prepared.delete(key);
    await this.dropCubes(prepared);
    await this.own.run(`DROP TABLE IF EXISTS ${prepared.values}`);
  }

  private async dropCubes({ cubes }: Prepared): Promise<void> {
    for (const cube of cubes.values()) {
      await this.own.run(`DROP TABLE IF EXISTS ${cube}`);
    }
    cubes.clear();
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

/** @returns A query of the different values of the columns, as `place` and `text`; of too many, one more than are kept. */
function valuesSql({ columns, table }: Relation, places: readonly number[]): string {
  const parts = places.map(column => {
    const name = quotedName(columnAt(columns, { column }).name);
    // One more for null.
    const values = `SELECT ${name} AS value FROM ${table} GROUP BY ${name} LIMIT ${MOST_VALUES + 2}`;
    // Of a text that is too long, only as much as shows that it is.
    const text = `left(CAST(value AS VARCHAR), ${MOST_LETTERS + 1})`;
    return `SELECT CAST(${column} AS INTEGER) AS place, ${text} AS text FROM (${values})`;
  });
  return parts.join(' UNION ALL ') || 'SELECT 0 AS place, NULL::VARCHAR AS text WHERE false';
}

async function daysOf(
  connection: DuckDBConnection,
  { columns, table }: Relation,
): Promise<Explored['time']> {
  const column = timeColumn(columns);
  if (column === undefined) {
    return null;
  }
  const { name, type } = columnAt(columns, { column });
  const day = type === 'DATE' ? quotedName(name) : `CAST(${quotedName(name)} AS DATE)`;
  const sql = `SELECT CAST(min(${day}) AS VARCHAR), CAST(max(${day}) AS VARCHAR) FROM ${table} WHERE ${isWritten(day)}`;
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
const keys: readonly string[] = ['event_id', ...companyKeys];

function byMeaning(columns: Relation['columns']) {
  const rank = ({ column }: FewValues): number => {
    const { name } = columnAt(columns, { column });
    const place = telling.indexOf(name);
    return place >= 0 ? place : keys.includes(name) ? telling.length + 1 : telling.length;
  };
  return (one: FewValues, other: FewValues): number =>
    rank(one) - rank(other) || one.column - other.column;
}

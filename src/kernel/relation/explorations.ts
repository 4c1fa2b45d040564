/**
 * Explores relations: a timeline and counts of values over filtered rows, as `core/explorer` writes them.
 *
 * A relation is explored on a copy of its columns with few values, made once: texts are enumerated there, which makes
 * counting them about ten times as fast. Its rows have the row numbers of the relation. While the ends of a range of
 * days move, counts come from tables of day × value, which are made once for each column.
 */

import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { Cancellation } from '../../core/base/cancellation';
import { quotedName } from '../../core/base/quoted';
import {
  countSql,
  dayCountsSql,
  facetCountsSql,
  filtersBeside,
  isWritten,
  listedValuesSql,
  timelineSql,
  type ExploredRows,
} from '../../core/explorer/explorerSql';
import {
  allOf,
  columnAt,
  isDayType,
  isTextType,
  literals,
  rowConditions,
} from '../../core/explorer/rowConditions';
import type { ColumnFilter, TextOperator } from '../../core/protocol/arrangement';
import {
  mostStacked,
  type BrushParams,
  type Exploration,
  type Explored,
  type ExploreParams,
  type FacetCounts,
  type FacetQuestion,
  type TimelineStack,
} from '../../core/protocol/exploration';
import type { Interruptible } from '../engine/interruptible';
import type { Queries } from '../engine/serialConnection';
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

interface Copy {
  readonly explored: Explored;
  /** SQL that can follow FROM, with the row numbers of the relation as `rowid`. */
  readonly table: string;
  /** The types of the columns in the copy; those that it has not are absent. */
  readonly types: ReadonlyMap<number, string>;
  readonly enums: readonly string[];
  /** The tables of day × value, by column; null: days alone. All are of the same filters, `brushKey`. */
  readonly cubes: Map<number | null, string>;
  brushKey: string;
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
      return answer(connection, { copy, rows, params });
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
   * @returns SQL of the rows that match the filters, in the order of the relation, with their numbers: of its copy if
   * there is one.
   * @throws {Error} With a sentence for the reader, if a filter does not fit the columns.
   */
  async matching(
    connection: Queries,
    relation: Relation,
    filters: readonly ColumnFilter[],
  ): Promise<{ readonly table: string; readonly rowId: string; readonly where: string }> {
    const { table, rowId, columns, marks } = relation;
    const copy = this.copies.get(keyOf(relation));
    const { writer = literals } = copy
      ? await rowsOf(connection, copy, relation, filters)
      : { writer: { ...literals, mark: (mark: number) => markCondition(marks.get(mark), rowId) } };
    const copied = copy && columnsOf(copy, relation);
    const where = allOf(rowConditions(filters, copied ?? columns, writer));
    return copy ? { table: copy.table, rowId: 'rowid', where } : { table, rowId, where };
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

/** One question, and what it is asked of. */
interface Asked {
  readonly copy: Copy;
  readonly rows: ExploredRows;
  readonly params: ExploreParams;
}

async function answer(connection: DuckDBConnection, asked: Asked): Promise<Exploration> {
  const facets = await facetCounts(connection, asked, asked.params.facets);
  const rowCount = await countOf(connection, asked);
  return {
    rowCount,
    timeline: await timelineOf(connection, asked),
    facets,
    without: rowCount > 0 ? [] : await countsWithout(connection, asked),
  };
}

async function timelineOf(
  connection: DuckDBConnection,
  asked: Asked,
): Promise<Exploration['timeline']> {
  const { copy, rows, params } = asked;
  const time = copy.explored.time?.column;
  if (time === undefined || params.timeline === null) {
    return null;
  }
  const { unit, stack: column } = params.timeline;
  const stack = column === null ? null : await stackOf(connection, asked, column);
  const parts = (stack?.values.length ?? 0) + 1;
  const bars = new Map<string, number[]>();
  const sql = timelineSql(rows, params.filters, { time, unit, stack });
  for (const [bar, part, n] of await read(connection, sql)) {
    const counts = bars.get(String(bar)) ?? Array.from({ length: parts }, () => 0);
    counts[Number(part)] = Number(n);
    bars.set(String(bar), counts);
  }
  return { bars: [...bars].map(([day, counts]) => ({ day, counts })), stack };
}

async function countOf(connection: DuckDBConnection, { copy, rows, params }: Asked) {
  const cube = cubeOf(copy, params.filters, null);
  const sql = cube ? `SELECT coalesce(sum(n), 0) FROM (${cube})` : countSql(rows, params.filters);
  return numberOf(await read(connection, sql));
}

async function facetCounts(
  connection: DuckDBConnection,
  { copy, rows, params: { filters } }: Asked,
  questions: readonly FacetQuestion[],
): Promise<FacetCounts[]> {
  if (questions.length === 0) {
    return [];
  }
  const facets = questions.map(question => ({
    question,
    counts:
      cubeOf(copy, filters, question.column) ?? facetCountsSql(rows, filters, question.column),
    named: namedValues(filters, question.column),
  }));
  const found = await read(connection, listedValuesSql(facets));
  return facets.map(({ question: { column, search }, named }, facet) => {
    const own = found.filter(([of]) => Number(of) === facet);
    const values = own.map(([, text, n]) => ({
      text: text === null ? null : String(text),
      count: Number(n),
    }));
    const listed = new Set(values.map(({ text }) => text));
    const sought = search.toLowerCase();
    const absent = named.filter(
      text => !listed.has(text) && (text ?? '').toLowerCase().includes(sought),
    );
    return {
      column,
      values: [...values, ...absent.map(text => ({ text, count: 0 }))],
      valueCount: Number(own[0]?.[3] ?? 0) + absent.length,
    };
  });
}

/** The values that filters of a column select or exclude, each once. */
function namedValues(filters: readonly ColumnFilter[], column: number): (string | null)[] {
  const values = filters.flatMap(filter =>
    (filter.kind === 'values' || filter.kind === 'exclude') && filter.column === column
      ? filter.values
      : [],
  );
  return [...new Set(values)];
}

/**
 * The values that are selected, otherwise the most frequent ones that are not excluded: of all days, as the timeline
 * shows them.
 */
async function stackOf(
  connection: DuckDBConnection,
  asked: Asked,
  column: number,
): Promise<TimelineStack> {
  const filters = filtersBeside(asked.params.filters, asked.copy.explored.time?.column ?? -1);
  const question = { column, limit: 2 * mostStacked, search: '' };
  const ofAllDays = { ...asked, params: { ...asked.params, filters } };
  const [{ values } = { values: [] }] = await facetCounts(connection, ofAllDays, [question]);
  const selected = filters.find(filter => filter.kind === 'values' && filter.column === column);
  const excluded = filters.find(filter => filter.kind === 'exclude' && filter.column === column);
  const isShown = (text: string | null): boolean =>
    !(excluded?.kind === 'exclude' && excluded.values.includes(text)) &&
    (selected?.kind !== 'values' || selected.values.includes(text));
  const shown = values.filter(({ text, count }) => count > 0 && isShown(text));
  return { column, values: shown.slice(0, mostStacked).map(({ text }) => text) };
}

async function countsWithout(
  connection: DuckDBConnection,
  { rows, params: { filters } }: Asked,
): Promise<number[]> {
  const counts: number[] = [];
  for (const filter of filters) {
    const others = filters.filter(other => other !== filter);
    counts.push(numberOf(await read(connection, countSql(rows, others))));
  }
  return counts;
}

/** @returns A query of `value` and `n` over counts that were made for a range of days, if they fit the filters. */
function cubeOf(
  { explored, cubes, brushKey }: Copy,
  filters: readonly ColumnFilter[],
  column: number | null,
): string | undefined {
  const time = explored.time?.column;
  const cube = cubes.get(column);
  if (time === undefined || cube === undefined || brushKey !== brushKeyOf(filters, time)) {
    return undefined;
  }
  const days = filters.filter(filter => filter.column === time);
  const columns = Array.from({ length: time + 1 }, () => ({ name: 'day', type: 'DATE' }));
  const where = allOf(rowConditions(days, columns, literals));
  return `SELECT value, CAST(sum(n) AS BIGINT) AS n FROM ${cube} WHERE ${where} GROUP BY value`;
}

function keyOf({ storage, columns }: Relation): string {
  return `${storage} ${JSON.stringify(columns.map(({ name }) => name))}`;
}

/** The relation's columns with the types that they have in the copy. */
function columnsOf({ types }: Copy, { columns }: Relation): Relation['columns'] {
  return columns.map((column, place) => ({ ...column, type: types.get(place) ?? column.type }));
}

function brushKeyOf(filters: readonly ColumnFilter[], time: number): string {
  return JSON.stringify(filtersBeside(filters, time));
}

/** The copy's rows, with conditions on columns that it has not looked up in the relation. */
async function rowsOf(
  connection: Queries,
  copy: Copy,
  relation: Relation,
  filters: readonly ColumnFilter[],
): Promise<ExploredRows> {
  const { table, types, explored } = copy;
  const { columns: all, marks, rowId, table: source } = relation;
  const columns = columnsOf(copy, relation);
  const matches = await matchingValues(connection, { table, columns }, filters);
  return {
    table,
    columns,
    writer: {
      ...literals,
      matches: (column, operator, text) => matches.get(matchKey(column, operator, text)),
      mark: mark => markCondition(marks.get(mark), 'rowid'),
      beside: (filter, places) =>
        places.every(place => types.has(place) && isExactInCopy(filter, place, explored))
          ? undefined
          : `rowid IN (SELECT ${rowId} FROM ${source} WHERE ${allOf(rowConditions([filter], all, literals))})`,
    },
  };
}

/** The copy has only the days of a time. */
function isExactInCopy({ kind }: ColumnFilter, place: number, { time }: Explored): boolean {
  return place !== time?.column || kind === 'range' || kind === 'missing';
}

/** Finds the values that fit conditions on texts in the few that a column has, rather than in each row. */
async function matchingValues(
  connection: Queries,
  { table, columns }: ExploredRows,
  filters: readonly ColumnFilter[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const conditions = filters.flatMap(filter =>
    filter.kind === 'text'
      ? [filter]
      : filter.kind === 'search'
        ? filter.columns.map(column => ({
            ...{ kind: 'text' as const, column, text: filter.text },
            operator: 'contains' as const,
          }))
        : [],
  );
  for (const condition of conditions) {
    const { name, type } = columnAt(columns, condition);
    if (type === 'ENUM()') {
      const dictionary = `(SELECT unnest(enum_range((SELECT any_value(${quotedName(name)}) FROM ${table}))) AS v)`;
      const asText = [...columns];
      asText[condition.column] = { name: 'v', type: 'VARCHAR' };
      const where = allOf(rowConditions([condition], asText, literals));
      const read = await connection.runAndReadAll(`SELECT v FROM ${dictionary} WHERE ${where}`);
      const key = matchKey(condition.column, condition.operator, condition.text);
      found.set(
        key,
        read.getRows().map(([value]) => String(value)),
      );
    }
  }
  return found;
}

function matchKey(column: number, operator: TextOperator, text: string): string {
  return `${column} ${operator} ${text}`;
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

async function read(
  connection: DuckDBConnection,
  sql: string,
): Promise<readonly (readonly DuckDBValue[])[]> {
  return (await connection.runAndReadAll(sql)).getRows();
}

function numberOf(rows: readonly (readonly DuckDBValue[])[]): number {
  return Number(rows[0]?.[0] ?? 0);
}

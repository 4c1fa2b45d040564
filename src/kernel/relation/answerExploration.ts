/** Answers the explorer's questions: each part is a small query on the same filtered rows. */

import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import {
  countSql,
  facetCountsSql,
  filtersBeside,
  listedValuesSql,
  timelineSql,
  type ExploredRows,
} from '../../core/explorer/explorerSql';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import {
  mostStacked,
  type Exploration,
  type ExploreParams,
  type FacetCounts,
  type FacetQuestion,
  type TimelineStack,
} from '../../core/protocol/exploration';
import { cubeOf, type Prepared } from './exploredRows';

/** One question, and what it is asked of. */
export interface Asked {
  readonly prepared: Prepared;
  readonly rows: ExploredRows;
  readonly params: ExploreParams;
}

/** @returns All parts of the question. */
export async function answerExploration(
  connection: DuckDBConnection,
  asked: Asked,
): Promise<Exploration> {
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
  const { prepared, rows, params } = asked;
  const time = prepared.explored.time?.column;
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

async function countOf(connection: DuckDBConnection, { prepared, rows, params }: Asked) {
  const cube = cubeOf(prepared, params.filters, null);
  const sql = cube ? `SELECT coalesce(sum(n), 0) FROM (${cube})` : countSql(rows, params.filters);
  return numberOf(await read(connection, sql));
}

async function facetCounts(
  connection: DuckDBConnection,
  { prepared, rows, params: { filters } }: Asked,
  questions: readonly FacetQuestion[],
): Promise<FacetCounts[]> {
  if (questions.length === 0) {
    return [];
  }
  const facets = questions.map(question => ({
    question,
    counts:
      cubeOf(prepared, filters, question.column) ?? facetCountsSql(rows, filters, question.column),
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
  const filters = filtersBeside(asked.params.filters, asked.prepared.explored.time?.column ?? -1);
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

export async function read(
  connection: DuckDBConnection,
  sql: string,
): Promise<readonly (readonly DuckDBValue[])[]> {
  return (await connection.runAndReadAll(sql)).getRows();
}

/** The number that a query returned. */
export function numberOf(rows: readonly (readonly DuckDBValue[])[]): number {
  return Number(rows[0]?.[0] ?? 0);
}

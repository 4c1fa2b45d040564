/** Builds the chart of a VISUALISE clause. */

import { t } from '../../core/base/translations';
import type { JsonObject } from '../../core/base/json';
import type { Span } from '../../core/base/span';
import type { ResultChart, ResultTable } from '../../core/protocol/outcome';
import type { ChartColumn } from '../../core/visualise/chartColumn';
import { mostChartRows } from '../../core/visualise/chartSize';
import { resultName, subquery } from '../../core/visualise/chartData';
import type { ChartQuery } from '../../core/visualise/chartQuery';
import type { ChartSource } from '../../core/visualise/editableChart';
import { compileChart } from '../../core/visualise/compile';
import type { ChartOptions, CompiledChart } from '../../core/visualise/compile';
import { problemSentence } from '../../core/visualise/problems';
import { chartRows } from '../../core/visualise/chartRows';
import { lineEndsOf } from '../../core/visualise/lineEnds';
import { scaleFactsOf } from '../../core/visualise/scaleFacts';
import { layerTables } from '../../core/visualise/resolveChart';
import type { ChartTables } from '../../core/visualise/resolveChart';
import type { VisualiseTree } from '../../core/visualise/tree';
import { CellFailure } from '../engine/cellFailure';
import type { RunState } from '../session/runState';
import { chartDatasets } from './chartDatasets';
import type { MadeDataset } from './chartDatasets';
import { chartFailure, ChartQueries } from './chartQueries';
import { checkFilters, describeTable, type ClauseSql } from './clauseSql';
import { withNamedSeries } from './namedSeries';
import { connectionFor } from '../relation/keptRows';
import type { SessionParts } from '../session/sessionParts';
import { valueOf } from '../engine/values';

interface Drawn {
  readonly sql: ClauseSql;
  /** The result that the clause draws. */
  readonly table: ResultTable;
  /** The most rows that are sent to the page. */
  readonly mostRows?: number;
  /** The company of the rows, as the chart names it. */
  readonly about?: string | undefined;
}

/**
 * Statistics, reductions and the tables of single layers are relations of their own, so that the page only gets the
 * rows that are drawn.
 *
 * @throws {CellFailure} At the first problem: the clause does not parse, does not fit the result, or one of its queries
 * fails.
 */
export async function chartOfClause(
  parts: SessionParts,
  run: Pick<RunState, 'note'>,
  { sql, table, mostRows = mostChartRows, about }: Drawn,
): Promise<ResultChart> {
  const { clause } = sql;
  const { table: from, rowId } = parts.relations.relation(table.id);
  const result = { table: from, rowId };
  const columns = await tableColumns(parts, sql);
  await checkFilters(parts, sql, from);
  const tree = await withNamedSeries(parts, sql.tree, { from, columns: table.columns });
  const compile = (sizes: Sizes, more: Omit<ChartOptions, 'tables'> = {}): CompiledChart =>
    checked(
      tree,
      compileChart(tree, table.columns, {
        ...more,
        about,
        tables: { result, columns, sizes, mostRows },
      }),
      clause,
    );
  const queries = new ChartQueries(parts, table.id, clause);
  const sizes = new Map([[resultName, { ...result, rowCount: table.rowCount }]]);
  const whole = compile(new Map());
  for (const query of whole.datasets) {
    const made = await queries.make(query);
    sizes.set(query.name, made);
  }
  const ask: AskRows = async query =>
    query && (await rowsOfQuery(parts, readingMade(query, whole, sizes), clause));
  const { undrawn, ...facts } = await factsOfChart(whole, ask);
  const compiled = compile(fits(whole, sizes, mostRows) ? new Map() : sizes, facts);
  const made: MadeDataset[] = resultData(compiled, table);
  for (const query of compiled.datasets) {
    made.push(await queries.dataset(query));
  }
  const { datasets, notes } = await chartDatasets(parts.relations, made, mostRows);
  await queries.dropOthers(compiled.datasets);
  if (drawsResult(compiled)) {
    parts.relations.trace(table.id, { resultId: table.id, behind: [], lost: [] });
  }
  const drawsRows = tree.layers.some(({ kind, source }) => kind === 'draw' && source === null);
  const empty = drawsRows && table.rowCount === 0 ? [t('The query has no rows to draw.')] : [];
  run.note([...empty, ...compiled.notes, ...undrawn, ...queries.notes, ...notes]);
  const { spec, description } = compiled;
  const source = {
    ...result,
    queries: sourceQueries(whole, compiled, { sql, sizes, queries }),
  };
  const places = parts.colours.ofChart(compiled.categories);
  return { spec, datasets, description, source, ...(places.length > 0 && { places }) };
}

type Sizes = NonNullable<ChartTables['sizes']>;
type ChartFacts = Pick<ChartOptions, 'lineEnds' | 'loneRows' | 'scaleFacts' | 'panelCount'>;

function checked(tree: VisualiseTree, compiled: CompiledChart, clause: Span): CompiledChart {
  const [problem] = [...tree.problems, ...compiled.problems];
  if (problem) {
    const offset = clause.from + problem.span.from;
    throw new CellFailure('visualise', problemSentence(problem), offset);
  }
  return compiled;
}

type AskRows = (query: ChartQuery | null) => Promise<readonly JsonObject[] | null>;

/** Facts about the rows that a chart needs before it is compiled for drawing. */
async function factsOfChart(
  { lineEnds, rowFacts, scaleFacts, panelCount }: CompiledChart,
  rows: AskRows,
): Promise<ChartFacts & { readonly undrawn: readonly string[] }> {
  const [ends, places, scales, panels] = [
    await rows(lineEnds),
    await rows(rowFacts),
    await rows(scaleFacts),
    await rows(panelCount),
  ];
  const [panel] = panels ?? [];
  const { lone, notes } = (places && rowFacts?.factsOf(places)) ?? { notes: [] };
  return {
    undrawn: notes,
    lineEnds: ends && lineEndsOf(ends),
    loneRows: lone,
    scaleFacts: scales && scaleFactsOf(scales),
    ...(panel ? { panelCount: Number(Object.values(panel)[0]) } : {}),
  };
}

/** Rows that a query of the chart has already stored are read from its table. */
function readingMade(asked: ChartQuery, { datasets }: CompiledChart, sizes: Sizes): ChartQuery {
  const plain = datasets.filter(({ refine }) => !refine);
  const sql = plain.reduce((text, query) => {
    const made = sizes.get(query.name)?.table;
    return made === undefined ? text : text.replaceAll(subquery(query), () => made);
  }, asked.sql);
  return { ...asked, sql };
}

async function rowsOfQuery(
  { engine }: SessionParts,
  { sql, span }: ChartQuery,
  clause: Span,
): Promise<readonly JsonObject[]> {
  try {
    const read = await (await connectionFor(engine, sql)).runAndReadAll(sql);
    const columns = read.columnNames().map((name, at) => ({
      name,
      type: String(read.columnType(at)),
    }));
    return chartRows(
      columns,
      read.getRows().map(row => row.map(valueOf)),
    );
  } catch (error) {
    throw chartFailure(error, clause, span);
  }
}

/**
 * The query that produced the data, as a person can run it: signal functions by name, and reduced rows as a query too.
 */
function sourceQueries(
  whole: CompiledChart,
  compiled: CompiledChart,
  {
    sql,
    sizes,
    queries,
  }: { readonly sql: ClauseSql; readonly sizes: Sizes; readonly queries: ChartQueries },
): ChartSource['queries'] {
  const asWritten = (text: string): string =>
    sql.answered.reduce((made, call) => made.replaceAll(call.text, call.written), text);
  const unreduced = whole.datasets.flatMap(query => {
    const rows = sizes.get(query.name);
    const isRead = rows && compiled.datasets.some(other => other.sql.includes(rows.table));
    if (!isRead) {
      return [];
    }
    const { table, rowId } = rows;
    return [{ name: `all ${query.name}`, sql: asWritten(query.sql), table, rowId }];
  });
  const drawn = compiled.datasets.map(query => ({
    name: query.name,
    sql: asWritten(queries.textOf(query)),
  }));
  return [...unreduced, ...drawn];
}

function drawsResult({ columns, datasets }: CompiledChart): boolean {
  return columns.length > 0 || datasets.length === 0;
}

/** Whether the chart can be drawn from its rows as they are, since each layer draws its own marks. */
function fits({ layerCounts }: CompiledChart, sizes: Sizes, mostRows: number): boolean {
  const marks = [...layerCounts].map(([name, count]) => count * (sizes.get(name)?.rowCount ?? 0));
  return marks.reduce((sum, count) => sum + count, 0) <= mostRows;
}

/** The rows of the result itself, if a layer draws them unchanged. */
function resultData(compiled: CompiledChart, table: ResultTable): MadeDataset[] {
  const { columns } = compiled;
  // Marks that only use literals need no rows.
  const rowCount = columns.length === 0 ? 0 : table.rowCount;
  return drawsResult(compiled) ? [{ name: 'result', table: { ...table, rowCount }, columns }] : [];
}

/** @returns The columns of the tables that layers name after FROM, by the table's SQL. */
async function tableColumns(
  parts: SessionParts,
  sql: ClauseSql,
): Promise<ReadonlyMap<string, readonly ChartColumn[]>> {
  const tables = new Map<string, readonly ChartColumn[]>();
  for (const node of layerTables(sql.tree)) {
    tables.set(node.sql, await describeTable(parts, sql, node));
  }
  return tables;
}

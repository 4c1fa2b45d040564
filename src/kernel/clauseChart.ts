/** The chart that a VISUALISE clause asks for. */

import type { Span } from '../core/base/span';
import type { ChartDataset, ResultChart, ResultTable } from '../core/protocol/outcome';
import type { ChartColumn } from '../core/visualise/chartColumn';
import type { ChartQuery } from '../core/visualise/chartQuery';
import { compileChart } from '../core/visualise/compile';
import type { CompiledChart } from '../core/visualise/compile';
import { problemSentence } from '../core/visualise/problems';
import { chartRows } from '../core/visualise/datum';
import { lineEndsOf } from '../core/visualise/directLabels';
import type { LineEnds } from '../core/visualise/directLabels';
import { layerTables } from '../core/visualise/resolveChart';
import { CellFailure } from './cellFailure';
import type { CellRun } from './cellRun';
import { chartDataset } from './chartData';
import { checkFilters, describeTable, type ClauseSql } from './clauseSql';
import { engineErrorOf } from './engineError';
import type { SessionParts } from './sessionParts';
import { valueOf } from './values';

interface Drawn {
  readonly sql: ClauseSql;
  /** The result that the clause draws. */
  readonly table: ResultTable;
}

/**
 * Statistics, reductions and the tables of single layers are results of their own, so that the page is sent what is
 * drawn and no more.
 *
 * @throws {CellFailure} If the clause does not parse, does not fit the result, or one of its queries fails; at the
 * first problem.
 */
export async function chartOfClause(
  parts: SessionParts,
  run: CellRun,
  { sql, table }: Drawn,
): Promise<ResultChart> {
  const { tree, clause } = sql;
  const columns = await tableColumns(parts, sql);
  await checkFilters(parts, sql, parts.results.tableName(table.id));
  const tables = {
    result: parts.results.tableName(table.id),
    rowCount: table.rowCount,
    columns,
  };
  const first = compileChart(tree, table.columns, { tables });
  const lineEnds = first.problems.length === 0 ? await endsOfLines(parts, first, clause) : null;
  const compiled = lineEnds ? compileChart(tree, table.columns, { tables, lineEnds }) : first;
  const [problem] = [...tree.problems, ...compiled.problems];
  if (problem) {
    const offset = clause.from + problem.span.from;
    throw new CellFailure('visualise', problemSentence(problem), offset);
  }
  const datasets: ChartDataset[] = [];
  const made = [...(await resultData(parts, compiled, table))];
  for (const query of compiled.datasets) {
    made.push(await queryData(parts, query, clause));
  }
  for (const { dataset, notes } of made) {
    datasets.push(dataset);
    run.note(notes);
  }
  run.note(compiled.notes);
  return { spec: compiled.spec, datasets, description: compiled.description };
}

/** @returns Where the chart's lines end, or null where a legend names them. */
async function endsOfLines(
  { engine }: SessionParts,
  { lineEnds }: CompiledChart,
  clause: Span,
): Promise<LineEnds | null> {
  if (!lineEnds) {
    return null;
  }
  try {
    const read = await engine.user.runAndReadAll(lineEnds.sql);
    const columns = read.columnNames().map((name, at) => ({
      name,
      type: String(read.columnType(at)),
    }));
    return lineEndsOf(
      chartRows(
        columns,
        read.getRows().map(row => row.map(valueOf)),
      ),
    );
  } catch (error) {
    throw chartFailure(error, clause, lineEnds.span);
  }
}

type Made = Awaited<ReturnType<typeof chartDataset>>;

/** The rows of the result itself, where some layer draws them as they are. */
async function resultData(
  { results }: SessionParts,
  { columns, datasets }: CompiledChart,
  table: ResultTable,
): Promise<readonly Made[]> {
  return columns.length === 0 && datasets.length > 0
    ? []
    : [await chartDataset(results, 'result', { table, names: columns })];
}

async function queryData(
  { engine, results }: SessionParts,
  { name, sql, span }: ChartQuery,
  clause: Span,
): Promise<Made> {
  const made = results.next();
  try {
    await engine.user.run(`CREATE TABLE ${made.table} AS ${sql}`);
  } catch (error) {
    throw chartFailure(error, clause, span);
  }
  const { columns, rowCount } = await results.add(made.id, made.table);
  const names = columns.map(column => column.name);
  return chartDataset(results, name, { table: { id: made.id, rowCount }, names });
}

/** @returns The columns of the tables that layers name after FROM, by the engine's text of it. */
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

function chartFailure(error: unknown, clause: Span, span: Span): CellFailure {
  const { message } = engineErrorOf(error);
  return new CellFailure('visualise', message, clause.from + span.from, { cause: error });
}

/** Findings about a VISUALISE clause: the errors that drawing it would report. */

import type { Span } from '../base/span';
import type { Statement } from '../sql/statements';
import type { ChartColumn } from '../visualise/chartColumn';
import { compileChart } from '../visualise/compile';
import { parseVisualise } from '../visualise/parser';
import type { ProblemCode } from '../visualise/problems';
import { layerTables } from '../visualise/resolveChart';
import type { VisualiseTree } from '../visualise/tree';
import { findingAt, type Finding } from './problems';

/** Problems that cannot be detected if the columns are unknown. */
const needColumns: ReadonlySet<ProblemCode> = new Set([
  'unknownColumn',
  'missingAesthetic',
  'wrongType',
  'mixedTypes',
  'ambiguousRule',
]);

const mappingProblems: ReadonlySet<ProblemCode> = new Set([
  'unknownColumn',
  'unknownAesthetic',
  'missingAs',
  'expression',
  'expected',
]);

/** The SQL in one layer of a clause; spans are those of the cell's text. */
export interface LayerSql {
  /** The table after FROM; its text as `ChartTables` knows it. */
  readonly source: { readonly sql: string; readonly span: Span } | null;
  /** The condition after FILTER. */
  readonly filter: Span | null;
}

/** @returns The SQL of the clause's layers, in order. */
export function layersSql(text: string, clause: Span): LayerSql[] {
  return treeOf(text, clause).layers.map(({ source, filter }) => ({
    source: source && { sql: source.sql, span: within(clause, source.span) },
    filter: filter && within(clause, filter.span),
  }));
}

/**
 * `VISUALISE … FROM table` is the whole query: after another one its table would not be read.
 *
 * @returns The span of such a table in the cell's text, or null.
 */
export function secondSource(
  { source }: VisualiseTree,
  clause: Span,
  { sql }: Statement,
): Span | null {
  const span = source && within(clause, source.span);
  return span && sql.to <= span.from ? span : null;
}

/**
 * @param columns Of the query before the clause; null if they are not known.
 * @param tables Of the layers' own tables, by the text of `clauseTables`.
 */
export function chartFindings(
  text: string,
  clause: Span,
  columns: readonly ChartColumn[] | null,
  tables: ReadonlyMap<string, readonly ChartColumn[]>,
): Finding[] {
  const tree = treeOf(text, clause);
  const isKnown = columns !== null && layerTables(tree).every(({ sql }) => tables.has(sql));
  const { problems } = compileChart(tree, columns ?? [], { tables: { columns: tables } });
  // A wrong mapping leaves its aesthetic unmapped: that follow-up problem is not reported.
  const isMappingWrong = problems.some(({ code }) => mappingProblems.has(code));
  return problems
    .filter(({ code }) => isKnown || !needColumns.has(code))
    .filter(({ code }) => !(isMappingWrong && code === 'missingAesthetic'))
    .map(problem => findingAt('chart', within(clause, problem.span), { problem }));
}

/** @returns The tree of the clause at `clause`; its spans count from there. */
export function treeOf(text: string, clause: Span): VisualiseTree {
  return parseVisualise(text.slice(clause.from, clause.to));
}

function within(clause: Span, { from, to }: Span): Span {
  return { from: clause.from + from, to: clause.from + to };
}

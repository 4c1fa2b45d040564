/** Findings about a VISUALISE clause: what drawing it would refuse. */

import type { Span } from '../base/span';
import type { ChartColumn } from '../visualise/chartColumn';
import { compileChart } from '../visualise/compile';
import { parseVisualise } from '../visualise/parser';
import type { ProblemCode } from '../visualise/problems';
import { layerTables } from '../visualise/resolveChart';
import { findingAt, type Finding } from './problems';

/** Problems that cannot be told where the columns are not known. */
const needColumns: ReadonlySet<ProblemCode> = new Set([
  'unknownColumn',
  'missingAesthetic',
  'wrongType',
  'mixedTypes',
  'ambiguousRule',
]);

/** @returns The texts after FROM in the clause's layers, with their spans in the cell's text. */
export function clauseTables(text: string, clause: Span): { sql: string; span: Span }[] {
  const tree = parseVisualise(text.slice(clause.from, clause.to));
  return layerTables(tree).map(({ sql, span }) => ({ sql, span: within(clause, span) }));
}

/**
 * @param columns Of the query before the clause; null where they are not known.
 * @param tables Of the layers' own tables, by the text of `clauseTables`.
 */
export function chartFindings(
  text: string,
  clause: Span,
  columns: readonly ChartColumn[] | null,
  tables: ReadonlyMap<string, readonly ChartColumn[]>,
): Finding[] {
  const tree = parseVisualise(text.slice(clause.from, clause.to));
  const isKnown = columns !== null && layerTables(tree).every(({ sql }) => tables.has(sql));
  const { problems } = compileChart(tree, columns ?? [], { tables: { columns: tables } });
  // A name that is wrong leaves its aesthetic unmapped: that follows, and is not told beside it.
  const isNameWrong = problems.some(
    ({ code }) => code === 'unknownColumn' || code === 'unknownAesthetic',
  );
  return problems
    .filter(({ code }) => isKnown || !needColumns.has(code))
    .filter(({ code }) => !(isNameWrong && code === 'missingAesthetic'))
    .map(problem => findingAt('chart', within(clause, problem.span), { problem }));
}

function within(clause: Span, { from, to }: Span): Span {
  return { from: clause.from + from, to: clause.from + to };
}

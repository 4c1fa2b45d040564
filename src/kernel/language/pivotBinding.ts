/**
 * Checks PIVOTs whose columns are only known when they run: the names that they use of their sources can be checked
 * before.
 */

import { contains } from '../../core/base/span';
import type { Finding } from '../../core/language/problems';
import type { ComposedText, Replacement } from '../../core/sql/composedText';
import { openPivotsOf, type OpenPivot } from '../../core/sql/pivots';
import { commonTablesAt, withCommonTables, type CommonTable } from '../../core/sql/scope';
import type { Statement } from '../../core/sql/statements';
import type { BindingContext } from './bindingContext';
import { engineFinding } from './engineFinding';

/** Each is bound separately. */
const MOST_PIVOTS = 20;

export interface PivotScene {
  readonly text: string;
  readonly statement: Statement;
  /** The replacements of the statement's calls. */
  readonly replacements: readonly Replacement[];
  readonly context: BindingContext;
  /** Names (lower case) of the notebook's macros. */
  readonly macros: ReadonlySet<string>;
}

/** @returns The problems of the statement's pivots; pivots whose sources are unknown too are left out. */
export async function pivotFindings(scene: PivotScene): Promise<Finding[]> {
  const { statement, replacements, context, macros } = scene;
  const { tokens } = statement;
  const pivots = openPivotsOf(tokens).slice(0, MOST_PIVOTS);
  const findings: Finding[] = [];
  for (const pivot of pivots) {
    const tables = commonTablesAt(tokens, pivot.span.from);
    const needsOther = pivots.some(
      other => other !== pivot && [pivot, ...tables].some(({ span }) => contains(span, other.span)),
    );
    const isReplaced = replacements.some(({ span }) => contains(span, pivot.span));
    const composed = composedPivot(pivot, tables, scene);
    const bound = needsOther || isReplaced ? null : await context.shadow.bind(composed.text);
    const given = { composed, tokens, known: context.known, macros };
    const finding = bound && 'error' in bound ? engineFinding(bound.error, given) : null;
    // What is refused elsewhere may exist when the cell runs.
    if (finding && finding.code !== 'unknownTable' && contains(pivot.span, finding.span)) {
      findings.push(finding);
    }
  }
  return findings;
}

function composedPivot(
  { span, closed }: OpenPivot,
  tables: readonly CommonTable[],
  { text, replacements }: PivotScene,
): ComposedText {
  return withCommonTables(text, tables, replacements)
    .add(' ')
    .copy(text, span, [...replacements, ...closed]);
}

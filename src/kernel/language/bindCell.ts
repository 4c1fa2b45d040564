/** A cell, bound in the session that the cells above it produce. */

import { nearest } from '../../core/base/nearest';
import type { Definition, StatementAnalysis } from '../../core/language/analysis';
import type { CellText } from '../../core/language/notebookText';
import { findingAt, type Finding } from '../../core/language/problems';
import { portfolioFunctions } from '../../core/portfolios/portfolios';
import { stringValue } from '../../core/sql/names';
import { statementsOf, type Statement } from '../../core/sql/statements';
import type { NameUse } from '../../core/sql/uses';
import { bindStatement } from './bindStatement';
import type { BindingContext } from './bindingContext';
import type { ShadowState } from './shadowState';
import type { Specifications } from './specifications';
import { specificationFindings } from './specificationFindings';
import { specificationUses } from './specificationUses';

/** Longer cells are not typed by hand, and are only checked when they run. */
const MAX_LENGTH = 100_000;

export interface BoundCell {
  readonly statements: readonly StatementAnalysis[];
  readonly definitions: readonly Definition[];
  readonly uses: readonly NameUse[];
  readonly findings: readonly Finding[];
  /** The session after it. A cell stops at the first statement that fails. */
  readonly after: ShadowState;
  /** Where that statement begins; null if all of them run. */
  readonly stopsAt: number | null;
  /** False if time ran out before its end, or the schema to check it against could not be read. */
  readonly complete: boolean;
}

export interface CellContext extends BindingContext {
  /** Names for `portfolio()` and `portfolio_weights()`; null: not checked. */
  readonly portfolios: readonly string[] | null;
  readonly specifications: Specifications;
  /** Whether there is no time for another statement. */
  readonly isLate: () => boolean;
}

/** @returns The cell, bound after `before`. */
export async function bindCell(
  { language, text }: CellText,
  before: ShadowState,
  context: CellContext,
): Promise<BoundCell> {
  const nothing: BoundCell = {
    statements: [],
    definitions: [],
    uses: [],
    findings: [],
    after: before,
    stopsAt: null,
    complete: true,
  };
  if (text.length > MAX_LENGTH) {
    return nothing;
  }
  await context.shadow.become(before);
  if (language === 'vega-lite') {
    const isEmpty = text.trim() === '';
    return isEmpty ? nothing : { ...nothing, ...(await boundSpecification(text, before, context)) };
  }
  let cell = nothing;
  let stopped: ShadowState | null = null;
  let complete = true;
  for (const statement of statementsOf(text)) {
    complete = !context.isLate();
    if (!complete) {
      break;
    }
    const bound = await bindStatement(text, statement, cell.after, context);
    if (stopped === null && bound.stopped) {
      ({ stopped } = bound);
      cell = { ...cell, stopsAt: statement.span.from };
    }
    cell = {
      ...cell,
      statements: [...cell.statements, bound.analysis],
      definitions: [...cell.definitions, ...bound.definitions],
      uses: [...cell.uses, ...bound.uses],
      findings: [
        ...cell.findings,
        ...bound.findings,
        ...portfolioFindings(statement, context.portfolios),
      ],
      after: bound.after,
    };
  }
  // The statements after the first one that fails are checked as if it had run; the cells below are not.
  const after = stopped?.withUnknown(cell.after) ?? cell.after;
  return { ...cell, after, complete };
}

/** Without the schema the analysis is incomplete: the schema's findings are requested again. */
async function boundSpecification(
  text: string,
  before: ShadowState,
  context: CellContext,
): Promise<Pick<BoundCell, 'uses' | 'findings' | 'complete'>> {
  const uses = specificationUses(text);
  const own = await specificationFindings(text, before, context);
  const reading = await context.specifications.schema();
  if ('schema' in reading) {
    return { uses, findings: [...(await reading.schema.findings(text)), ...own], complete: true };
  }
  const from = text.search(/\S/);
  const { failure } = reading;
  const unchecked = findingAt('specificationUnchecked', { from, to: from + 1 }, { failure });
  return { uses, findings: [unchecked, ...own], complete: false };
}

function portfolioFindings({ tokens }: Statement, portfolios: readonly string[] | null): Finding[] {
  return tokens.flatMap((token, at): Finding[] => {
    const argument = tokens[at + 2];
    const name = stringValue(argument);
    const isCall =
      portfolioFunctions.includes(token.text) &&
      tokens[at + 1]?.text === '(' &&
      tokens[at + 3]?.text === ')';
    if (!isCall || !argument || name === undefined || !portfolios || portfolios.includes(name)) {
      return [];
    }
    const span = { from: argument.from, to: argument.to };
    return [findingAt('unknownPortfolio', span, { name, near: nearest(name, portfolios) })];
  });
}

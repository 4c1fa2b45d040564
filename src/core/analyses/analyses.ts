/** The analyses and checks that every session has, from the SQL in `content/analyses/`. */

import checks from '../../../content/analyses/checks.sql';
import coverage from '../../../content/analyses/coverage.sql';
import eventCounts from '../../../content/analyses/eventCounts.sql';
import eventStudy from '../../../content/analyses/eventStudy.sql';
import informationCoefficient from '../../../content/analyses/informationCoefficient.sql';
import moves from '../../../content/analyses/moves.sql';
import portfolios from '../../../content/analyses/portfolios.sql';
import quantiles from '../../../content/analyses/quantiles.sql';
import returns from '../../../content/analyses/returns.sql';
import shared from '../../../content/analyses/shared.sql';
import smoothing from '../../../content/analyses/smoothing.sql';
import stability from '../../../content/analyses/stability.sql';
import { textLiteral } from '../base/quoted';
import { statementsOf } from '../sql/statements';
import { identifierOf, tokenize } from '../sql/tokens';
import type { Analysis } from './analysis';
import { readAnalyses } from './readAnalyses';

/** In the order of the reference; a macro comes after those that it calls. */
const files: readonly (readonly [name: string, text: string])[] = [
  ['shared', shared],
  ['returns', returns],
  ['informationCoefficient', informationCoefficient],
  ['quantiles', quantiles],
  ['stability', stability],
  ['smoothing', smoothing],
  ['moves', moves],
  ['coverage', coverage],
  ['eventStudy', eventStudy],
  ['eventCounts', eventCounts],
  ['portfolios', portfolios],
  ['checks', checks],
];

let read: readonly Analysis[] | undefined;

/** @returns The analyses in the order of the reference. They are read on the first call. */
export function analyses(): readonly Analysis[] {
  read ??= files.flatMap(([name, text]) => readAnalyses(`content/analyses/${name}.sql`, text));
  return read;
}

/** @returns The statements that create the macros in the schema `signals`, with their descriptions as comments. */
export function analysisStatements(): string {
  const comments = analyses().map(
    ({ name, doc }) => `COMMENT ON MACRO TABLE signals.${name} IS ${textLiteral(doc)};`,
  );
  return [...files.map(([, text]) => text), ...comments].join('\n');
}

/** @returns The statements that create those macros that the text names and those that they call, in order. */
export function macrosNamedIn(text: string): readonly string[] {
  const macros = files.flatMap(([, file]) =>
    statementsOf(file).map(({ span, tokens }) => ({
      name: tokens[4]?.text ?? '',
      sql: file.slice(span.from, span.to),
    })),
  );
  const names = new Set(wordsOf(text));
  // A macro comes after those that it calls.
  for (const { name, sql } of macros.toReversed()) {
    if (names.has(name)) {
      wordsOf(sql).forEach(word => names.add(word));
    }
  }
  return macros.filter(({ name }) => names.has(name)).map(({ sql }) => sql);
}

function wordsOf(text: string): string[] {
  return tokenize(text).map(token => identifierOf(token)?.toLowerCase() ?? '');
}

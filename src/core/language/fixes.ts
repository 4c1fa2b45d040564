/** Quick fixes of a finding that edit only its cell's text. */

import { t } from '../base/translations';
import { assertNever } from '../base/assertNever';
import { nearest } from '../base/nearest';
import type { Span } from '../base/span';
import { tokenize } from '../sql/tokens';
import type { VisualiseProblem } from '../visualise/problems';
import { argumentFixes, renameEnd, swapEnds } from './argumentFixes';
import { textLiteral } from '../base/quoted';
import { fix, nearFix } from './fixParts';
import type { Finding, Fix } from './problems';

/** @returns The fixes that remove the finding from `text`, the likeliest first; none if only the author can decide. */
export function fixesOf(finding: Finding, text: string): readonly Fix[] {
  const { code, span, data } = finding;
  switch (code) {
    case 'unknownTable':
      return data.isFunction
        ? [fix(t('Write {0}()', data.name), { from: span.to, to: span.to }, '()')]
        : nearFix(text, span, data.near);
    case 'unknownColumn':
    case 'unknownFunction':
    case 'unknownType':
    case 'unknownVariable':
    case 'unknownPortfolio':
      return nearFix(text, span, data.near);
    case 'definedTwice':
    case 'existsAlready':
      return data.as === data.kind ? replaceFix(text, span) : [];
    case 'emptyRange':
      return renameEnd(text, span);
    case 'reversedRange':
      return swapEnds(text, span, ['date_from', 'date_to', 'date_through']);
    case 'lateral':
      return data.isText ? [fix(t('Write it as text'), span, textLiteral(data.name))] : [];
    case 'argument':
      return argumentFixes(data.problem, span, text);
    case 'chart':
      return chartFixes(data.problem, span, text);
    case 'secondSource':
      return removeSource(text, span);
    case 'optionName':
      return [fix(t('Change to {0}', data.near), span, data.near)];
    case 'specificationSyntax':
      return commaFix(data.comma, span);
    case 'specificationKey':
      return jsonFix(span, data.near === null ? null : JSON.stringify(data.near));
    case 'specificationValue':
      return jsonFix(span, data.near);
    case 'redefined':
    case 'definedLater':
      return []; // These fixes change other cells: see `notebookFixes.ts`.
    case 'optionValue':
    case 'sameTest': // Only the author knows the value.
    case 'circle': // Only the author knows which cell should not need the other.
    case 'syntax': // DuckDB reports a position, not what was meant.
    case 'engine':
    case 'refused': // The message explains what to do instead.
    case 'needsOver': // Only the author knows the rows and their order.
    case 'unfilledParameter': // Only the author knows the value.
    case 'rowsNotValue': // Only the author knows which column is meant.
    case 'noValue': // A missing value cannot be guessed.
    case 'requestEach': // Not an error: a note on what the call costs.
    case 'specificationUrl': // Only the author knows which table has the same rows.
    case 'specificationMark': // Only the author knows which other mark fits.
    case 'specificationRule':
    case 'specificationUnchecked': // The text is not the cause.
    case 'noRows': // The query to draw is missing.
      return [];
    default:
      return assertNever(code);
  }
}

function replaceFix(text: string, name: Span): Fix[] {
  const create = tokenize(text.slice(0, name.from)).findLast(({ text: word }) => word === 'create');
  if (!create) {
    return [];
  }
  const span = { from: create.to, to: create.to };
  return [fix(t('Write CREATE OR REPLACE'), span, ' OR REPLACE')];
}

/** Removes `FROM table` of a clause after a query; the query's own rows are drawn, as before. */
function removeSource(text: string, source: Span): Fix[] {
  const [before, from] = tokenize(text.slice(0, source.from)).slice(-2);
  return before && from?.text === 'from'
    ? [fix(t('Remove it'), { from: before.to, to: source.to }, '')]
    : [];
}

function commaFix(comma: 'missing' | 'superfluous' | null, { from, to }: Span): Fix[] {
  switch (comma) {
    case 'missing':
      return [fix(t('Write a comma'), { from, to: from }, ', ')];
    case 'superfluous':
      return [fix(t('Remove the comma'), { from, to }, '')];
    default:
      return [];
  }
}

function jsonFix(span: Span, json: string | null): Fix[] {
  return json === null ? [] : [fix(t('Change to {0}', json), span, json)];
}

/** The one of `one of a, b, c` that is spelled most like what is written. */
function oneOf(expected: string | object, written: string): string | null {
  const list = typeof expected === 'string' ? /^one of (.+)$/.exec(expected)?.[1] : undefined;
  return list === undefined ? null : nearest(written.replaceAll("'", ''), list.split(', '));
}

function chartFixes(problem: VisualiseProblem, span: Span, text: string): Fix[] {
  const { data, code } = problem;
  if (problem.code === 'missingAs') {
    const { column, aesthetic } = problem.data;
    const mapping = `${column} AS ${aesthetic}`;
    return aesthetic === null ? [] : [fix(t('Change to {0}', mapping), span, mapping)];
  }
  const written = text.slice(span.from, span.to);
  const near =
    'near' in data ? data.near : 'expected' in data ? oneOf(data.expected, written) : null;
  const isKeyword = code === 'unknownClause' || code === 'unknownScaleType';
  if (isKeyword && near !== null) {
    const keyword = written === written.toUpperCase() ? near.toUpperCase() : near.toLowerCase();
    return [fix(t('Change to {0}', keyword), span, keyword)];
  }
  return nearFix(text, span, near);
}

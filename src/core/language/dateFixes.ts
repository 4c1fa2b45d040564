/** Quick fixes for an argument that is not a date. */

import { parsePlainDate } from '../base/plainDate';
import type { Span } from '../base/span';
import { dayText } from '../sql/dayText';
import { stringValue } from '../sql/names';
import { tokenize, type Token } from '../sql/tokens';
import { fix } from './fixParts';
import type { Fix } from './problems';

/** Words that DuckDB casts to dates, and the service does not accept. */
const spoken = new Map([
  ['today', 'current_date'],
  ['now', 'current_date'],
  ['yesterday', 'current_date - 1'],
  ['tomorrow', 'current_date + 1'],
]);

/** @param isTime Whether the value is a point in time. */
export function dateFixes(text: string, span: Span, isTime: boolean): Fix[] {
  const written = text.slice(span.from, span.to);
  if (isTime) {
    return [fix('Cast it to a date', span, `CAST(${written} AS DATE)`)];
  }
  const tokens = tokenize(written);
  if (tokens[0]?.text === 'interval') {
    return [fix('Count it back from today', span, `current_date - ${written}`)];
  }
  const day = literalText(tokens);
  const known = spoken.get(day.trim().toLowerCase());
  if (known !== undefined) {
    return [fix(`Write ${known}`, span, known)];
  }
  const date = parsePlainDate(dayText(withoutTime(day), ['-', '/', '.', '']) ?? '');
  return date === undefined ? [] : [fix(`Write DATE '${date}'`, span, `DATE '${date}'`)];
}

/** The one text or number of the expression, a cast or `DATE` beside it. */
function literalText(tokens: readonly Token[]): string {
  const literals = tokens.filter(({ kind }) => kind === 'string' || kind === 'number');
  const [only] = literals;
  return literals.length === 1 ? (stringValue(only) ?? only?.text ?? '') : '';
}

/** `2026-01-05T10:00:00Z`: the day of it. */
function withoutTime(text: string): string {
  return text.replace(/[T ]\d{1,2}:\d{2}.*$/, '');
}

/** What the shapes of charts share: the text of a clause, and lines for one series or several. */

import type { Parts } from './chartShape';

const MOST_LINES = 12;

/** Assumed if no rows are known: several of everything. */
export const SEVERAL = 5;

/** A line at zero. */
export const zeroLine = ["PLACE rule SETTING y => 0, linetype => 'dotted'"];

/** A coloured line per entity if there are few enough, otherwise one colour; a single series is one line. */
export function series(
  parts: Parts,
  measure: string | undefined,
  more: readonly string[],
): string | null {
  const part = parts.any('entity') ? 'entity' : 'category';
  const [date, entity] = [parts.of('date'), parts.of(part)];
  if (!date || !measure || !parts.isSeries) {
    return null;
  }
  const count = parts.distinct(part, SEVERAL);
  const mappings = `${date} AS x, ${measure} AS y`;
  if (!entity || count <= 1) {
    return clause(mappings, 'DRAW line', ...more);
  }
  return count <= MOST_LINES
    ? clause(`${mappings}, ${entity} AS colour`, 'DRAW line', ...more)
    : clause(mappings, `DRAW line SETTING opacity => 0.4 PARTITION BY ${entity}`, ...more);
}

/** @returns A clause of these mappings and lines. */
export function clause(mappings: string, ...lines: readonly string[]): string {
  return [`VISUALISE ${mappings}`, ...lines].join('\n');
}

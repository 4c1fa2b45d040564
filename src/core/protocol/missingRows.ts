/** What a result says of rows that it lacks. The result's provenance carries them, so that every view and export has them. */

import { t } from '../base/translations';
import type { MissingRows, Provenance } from './outcome';

/** @returns `3 of 10 requests of company_events failed`, or `… were cancelled`. */
function missingText({ function: name, requests, of, reason }: MissingRows): string {
  const many = of === 1 ? t('the only request') : t('{0} of {1} requests', requests, of);
  if (reason !== null) {
    return t('{0} of {1} failed', many, name);
  }
  return requests === 1
    ? t('{0} of {1} was cancelled', many, name)
    : t('{0} of {1} were cancelled', many, name);
}

/** @returns One sentence; null if no rows are missing. */
export function incompleteSentence({ missing = [] }: Provenance): string | null {
  return missing.length === 0
    ? null
    : t('Incomplete: {0}, and their rows are missing.', missing.map(missingText).join(', '));
}

/** @returns The sentences of the failed requests, each once. */
export function missingReasons({ missing = [] }: Provenance): readonly string[] {
  return [...new Set(missing.flatMap(({ reason }) => reason ?? []))];
}

/**
 * @returns Whether running the cell again requests what is missing. The rows may also be those of a table that another
 * cell made.
 */
export function canResume({ missing = [], calls }: Provenance): boolean {
  return missing.some(each => calls.some(call => call.function === each.function));
}

/** @returns The missing rows of both, each once. */
export function mergedMissing(
  one: readonly MissingRows[],
  other: readonly MissingRows[],
): readonly MissingRows[] {
  const known = new Set(one.map(each => JSON.stringify(each)));
  return [...one, ...other.filter(each => !known.has(JSON.stringify(each)))];
}

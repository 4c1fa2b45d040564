/** Compares the answer with the request: entities, and days of the range. */

import { t } from '../base/translations';
import { parsePlainDate, dayOfPlainDate } from '../base/plainDate';
import { plural } from '../base/text';
import type { CellValue } from './columns';
import { someOf } from './notes';
import type { ParameterValues } from './request';

export interface EntityCoverage {
  /** Requested canonical keys. */
  readonly requested: readonly string[];
  /** Returned keys, with or without rows. */
  readonly returned: readonly string[];
  /** Returned keys without rows. */
  readonly empty: readonly string[];
}

/** @returns Sentences about entities that are missing, empty or were not requested. */
export function coverageNotes({ requested, returned, empty }: EntityCoverage): string[] {
  const [expected, found] = [new Set(requested), new Set(returned)];
  const missing = requested.filter(entity => !found.has(entity));
  const unexpected = returned.filter(entity => !expected.has(entity));
  const notes: string[] = [];
  if (missing.length > 0) {
    notes.push(
      plural(
        requested.length,
        '{1} of {0} entity missing from the answer: {2}.',
        '{1} of {0} entities missing from the answer: {2}.',
        ...[missing.length, someOf(missing)],
      ),
    );
  }
  if (empty.length > 0) {
    notes.push(
      plural(
        returned.length,
        '{1} of {0} entity returned without data: {2}.',
        '{1} of {0} entities returned without data: {2}.',
        ...[empty.length, someOf(empty)],
      ),
    );
  }
  if (unexpected.length > 0) {
    notes.push(t('Returned without being requested: {0}.', someOf(unexpected)));
  }
  return notes;
}

/** How many values are outside `date_from <= day < date_to`; a bound that was not sent excludes none. */
export interface OutsideRange {
  readonly before: number;
  readonly after: number;
}

/** @param days Whole days since 1970-01-01; nulls are skipped. */
export function outsideRange(
  parameters: ParameterValues,
  days: readonly CellValue[],
): OutsideRange {
  const from = dayOfParameter(parameters['date_from']) ?? -Infinity;
  const to = dayOfParameter(parameters['date_to']) ?? Infinity;
  let [before, after] = [0, 0];
  if (from !== -Infinity || to !== Infinity) {
    for (const day of days) {
      if (typeof day === 'number') {
        before += day < from ? 1 : 0;
        after += day >= to ? 1 : 0;
      }
    }
  }
  return { before, after };
}

/** @returns Sentences about days that the service should not have sent; their rows are kept. */
export function rangeNotes(parameters: ParameterValues, days: readonly CellValue[]): string[] {
  const { before, after } = outsideRange(parameters, days);
  const notes: string[] = [];
  if (before > 0) {
    const from = String(parameters['date_from']);
    notes.push(
      plural(
        before,
        'The service sent {0} row from before date_from {1}.',
        'The service sent {0} rows from before date_from {1}.',
        from,
      ),
    );
  }
  if (after > 0) {
    const to = String(parameters['date_to']);
    notes.push(
      plural(
        after,
        'The service sent {0} row from date_to {1} or later, which the range excludes.',
        'The service sent {0} rows from date_to {1} or later, which the range excludes.',
        to,
      ),
    );
  }
  return notes;
}

function dayOfParameter(value: string | readonly string[] | undefined): number | undefined {
  const date = typeof value === 'string' ? parsePlainDate(value) : undefined;
  return date && dayOfPlainDate(date);
}

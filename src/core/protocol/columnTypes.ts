/** What grids know of DuckDB's types, and which bounds of a range a column takes. */

import { t } from '../base/translations';
import { parsePlainDate } from '../base/plainDate';
import { writtenNumber } from './arrangement';

const INTEGER = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/;
const FLOATING = /^(DOUBLE|FLOAT)$/;
const DECIMAL = /^DECIMAL\(\d+,\d+\)$/;
const DAY = /^(DATE|TIMESTAMP.*)$/;
const TEXT = /^(VARCHAR$|ENUM\()/;

/** Whether values of the type are numbers. */
export function isNumberType(type: string): boolean {
  return INTEGER.test(type) || FLOATING.test(type) || DECIMAL.test(type);
}

export function isIntegerType(type: string): boolean {
  return INTEGER.test(type);
}

export function isFloatingType(type: string): boolean {
  return FLOATING.test(type);
}

/** Whether values of the type have a date. */
export function isDayType(type: string): boolean {
  return DAY.test(type);
}

/** Whether values of the type are texts. */
export function isTextType(type: string): boolean {
  return TEXT.test(type);
}

/** @returns Why a column of the type has no ranges, as a sentence for the reader; null if it has. */
export function rangeProblem(type: string): string | null {
  return isDayType(type) || isNumberType(type)
    ? null
    : t('A column of type {0} cannot be filtered by a range.', type);
}

/** @returns Why the text is no bound of a range, as a sentence for the reader; null if it is. */
export function boundProblem(text: string, type: string): string | null {
  if (isDayType(type)) {
    return parsePlainDate(text) === undefined
      ? t('“{0}” is not a date: write it as 2026-11-19.', text)
      : null;
  }
  return writtenNumber.test(text) ? null : t('“{0}” is not a number.', text);
}

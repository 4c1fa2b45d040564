/** Days as the axes of charts write them. */

import { t } from '../../core/base/translations';

const months = (): readonly string[] => [
  ...[t('Jan'), t('Feb'), t('Mar'), t('Apr'), t('May'), t('Jun')],
  ...[t('Jul'), t('Aug'), t('Sep'), t('Oct'), t('Nov'), t('Dec')],
];

/** @returns `Sep`, for a plain date. */
export function monthText(day: string): string {
  return months()[Number(day.slice(5, 7)) - 1] ?? '';
}

/** @returns `26 Sep`, for a plain date. */
export function dayText(day: string): string {
  return `${Number(day.slice(8))} ${monthText(day)}`;
}

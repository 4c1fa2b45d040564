import { t } from '../base/translations';

/** Marks that a page does not draw, because they load what is outside the notebook. */

const refusedMarks: readonly unknown[] = ['image'];

/** @returns Why a mark of a specification is not drawn, without a full stop; null if it may be. */
export function markRefusal(mark: unknown): string | null {
  return refusedMarks.includes(mark) ? t('Charts may not use {0} marks', String(mark)) : null;
}

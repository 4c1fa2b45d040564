/** The line above a result that lacks rows: which, and a button that requests them. */

import { t } from '../core/base/translations';
import { canResume, incompleteSentence, missingReasons } from '../core/protocol/missingRows';
import type { ResultOutput } from '../core/protocol/output';
import { button, element } from './dom';

/**
 * @param onResume Null where the cell cannot be run.
 * @returns Nothing if no rows are missing.
 */
export function incompleteLine(
  { provenance, restored }: Pick<ResultOutput, 'provenance' | 'restored'>,
  onResume: (() => void) | null,
): HTMLElement[] {
  const sentence = incompleteSentence(provenance);
  if (sentence === null) {
    return [];
  }
  const line = element(
    'div',
    { class: 'ms-banner ms-incomplete', attributes: { role: 'status' } },
    [
      element('span', {
        text: sentence,
        title: missingReasons(provenance).join('\n') || undefined,
      }),
    ],
  );
  if (onResume && !restored && canResume(provenance)) {
    const resume = button(t('Resume'), 'ms-link', onResume);
    resume.title = t('Runs the cell again, which requests only what is missing');
    line.append(' ', resume);
  }
  return [line];
}

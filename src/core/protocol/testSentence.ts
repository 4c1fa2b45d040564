/** What a test found, in a line. */

import { counted } from '../base/text';
import { visibleText } from '../base/visibleText';
import type { TestResult } from '../notebook/cellTest';

/** @returns `✓ no gaps passed`, `✗ no gaps: 3 rows fail`: the mark says it without colour. Hidden characters of the name are shown. */
export function testSentence({ name, failedRows }: TestResult): string {
  const shown = visibleText(name);
  const fail = failedRows === 1 ? 'fails' : 'fail';
  return failedRows === 0
    ? `✓ ${shown} passed`
    : `✗ ${shown}: ${counted(failedRows, 'row')} ${fail}`;
}

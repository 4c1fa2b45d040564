/** What a test found, in a line. */

import { counted } from '../base/text';
import type { TestResult } from '../notebook/cellTest';

/** @returns `✓ no gaps passed`, `✗ no gaps: 3 rows fail`; the mark says it without colour. */
export function testSentence({ name, failedRows }: TestResult): string {
  const fail = failedRows === 1 ? 'fails' : 'fail';
  return failedRows === 0 ? `✓ ${name} passed` : `✗ ${name}: ${counted(failedRows, 'row')} ${fail}`;
}

/** What is told while typing, beside what running does. */

import assert from 'node:assert/strict';
import { CancellationSource } from '../../../src/core/base/cancellation';
import type { Analyst } from '../../../src/kernel/language/analyst';
import { openSession } from '../openSession';
import { notebookOf } from './analysed';

/**
 * Checks that a cell that runs has no error, and one that fails has a problem. What a notebook may not do is told in the
 * words of running it.
 *
 * @param text Cells of a notebook, by ` | `.
 * @param folder That statements may read below; null: they read none.
 */
export async function checkLikeRunning(
  text: string,
  analyst: Analyst,
  folder: string | null = null,
): Promise<void> {
  const cells = text.split(' | ');
  const session = await openSession(folder === null ? {} : { readableDirectories: [folder] });
  const { cells: analysed } = await analyst.analyse(notebookOf(cells), new CancellationSource());
  for (const [at, { problems }] of analysed.entries()) {
    const { error } = await session.run(cells[at] ?? '');
    const errors = problems.filter(({ severity }) => severity === 'error');
    const label = `${text}\ncell ${at + 1}: ${error?.message ?? 'runs'}`;
    if (error === null) {
      assert.deepEqual(errors, [], label);
    } else {
      assert.ok(problems.length > 0, label);
    }
    for (const { message } of problems.filter(({ code }) => code === 'refused')) {
      assert.equal(message, error?.message, label);
    }
  }
  await session.close();
}

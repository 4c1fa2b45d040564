/** Exports of queries, for tests of each format. */

import assert from 'node:assert/strict';
import { uncancellable } from '../../src/core/base/cancellation';
import { exportRecord, type ExportFormat } from '../../src/core/protocol/exportRecord';
import type { ShownRows } from '../../src/core/protocol/shownRows';
import type { TestSession } from './openSession';

/** Writes what `text` gives. */
export async function exportedFile(
  kernel: TestSession,
  text: string,
  format: ExportFormat,
  shown?: ShownRows,
): Promise<string> {
  const { table, error, provenance, notes, copyright } = await kernel.run(text);
  assert.equal(error, null, text);
  assert.ok(table);
  const record = exportRecord({ provenance, notes, copyright, rowCount: table.rowCount });
  const params = { resultId: table.id, format, record, ...(shown && { shown }) };
  return (await kernel.session.ask('export', params, uncancellable)).path;
}

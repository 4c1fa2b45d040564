import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellOutputs } from '../../../src/core/protocol/cellOutputs';
import { exportRecord, recordLines } from '../../../src/core/protocol/exportRecord';
import { footerParts } from '../../../src/core/protocol/footer';
import { canResume, incompleteSentence } from '../../../src/core/protocol/missingRows';
import type { MissingRows, Provenance } from '../../../src/core/protocol/outcome';
import { readResultOutput } from '../../../src/core/protocol/output';
import { provenanceLines } from '../../../src/core/protocol/provenanceLines';
import { call, outcomeOf, provenance, tableOf } from './outcomes';

const cancelled: MissingRows = {
  function: 'bullish_stocks',
  requests: 2,
  of: 3,
  reason: null,
};
const failed = { ...cancelled, function: 'company_events', requests: 1, reason: 'It is too late.' };

function lacking(...missing: readonly MissingRows[]): Provenance {
  return { ...provenance, missing };
}

test('which requests are missing is one sentence', () => {
  const check = (missing: readonly MissingRows[], expected: string | null): void =>
    assert.equal(incompleteSentence(lacking(...missing)), expected);
  check([], null);
  check(
    [cancelled],
    'Incomplete: 2 of 3 requests of bullish_stocks were cancelled, and their rows are missing.',
  );
  check(
    [{ ...cancelled, requests: 1 }, failed],
    'Incomplete: 1 of 3 requests of bullish_stocks was cancelled, 1 of 3 requests of company_events failed, and their rows are missing.',
  );
});

test('footer, lines, record and output of a result carry what is missing', () => {
  const subject = { provenance: lacking(failed), rowCount: 7, notes: [], copyright: null };
  const sentence = incompleteSentence(subject.provenance) ?? '';
  const part = footerParts({ ...subject, restored: false }, false).find(
    ({ text }) => text === 'incomplete',
  );
  assert.equal(part?.detail, `${sentence}\nIt is too late.`);
  assert.ok(provenanceLines(subject).includes(sentence));
  const record = exportRecord(subject);
  assert.deepEqual(record['missing'], [failed]);
  assert.ok(recordLines(record).some(([name]) => name === 'missing 1 reason'));
  const [output] = cellOutputs(
    outcomeOf({ status: 'cancelled', table: tableOf([[1]]), provenance: lacking(cancelled) }),
    true,
  );
  assert.deepEqual(readResultOutput(output?.value)?.provenance.missing, [cancelled]);
});

test('a cell is run again for the rows of its own calls, not for those of a table', () => {
  assert.ok(canResume(lacking(cancelled)));
  assert.ok(
    !canResume({ ...lacking(cancelled), calls: [{ ...call, function: 'company_events' }] }),
  );
  assert.ok(!canResume(provenance));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportRecord, recordLines } from '../../../src/core/protocol/exportRecord';
import { provenance } from './outcomes';

const subject = {
  provenance,
  rowCount: 50,
  notes: ['One note.'],
  copyright: { contact_email: 'rights@example.org', copyright_info: null },
};

test('a record names connection, requests, interval, time, rows, notes and rights', () => {
  assert.deepEqual(exportRecord(subject), {
    marketSignals: 1,
    connection: 'sandbox',
    synthetic: true,
    calls: subject.provenance.calls,
    fetchedAt: '2026-11-20T12:00:00Z',
    rowCount: 50,
    shown: null,
    notes: ['One note.'],
    rights: { contact_email: 'rights@example.org', copyright_info: null },
  });
});

test('the record of a part says which rows and columns of the result', () => {
  const columns = [
    { name: 'entity', type: 'VARCHAR' },
    { name: 'score', type: 'DOUBLE' },
  ];
  const shown = {
    arrangement: {
      sort: [{ column: 1, descending: true }],
      filters: [{ kind: 'range', column: 1, from: '5', to: null } as const],
    },
    columns: [1],
  };
  const record = exportRecord({ ...subject, rowCount: 7 }, { shown, columns, rowCount: 50 });
  assert.equal(record['rowCount'], 7);
  assert.deepEqual(record['shown'], {
    resultRowCount: 50,
    filters: ['score from 5'],
    sort: ['score descending'],
    columns: ['score'],
  });
});

test('a record as lines leaves out what is not there', () => {
  assert.deepEqual(recordLines(exportRecord(subject)), [
    ['marketSignals', '1'],
    ['connection', 'sandbox'],
    ['synthetic', 'true'],
    ['calls 1 function', 'bullish_stocks'],
    ['calls 1 from', '2026-11-01'],
    ['calls 1 to', '2026-11-20'],
    ['calls 1 rowCount', '50'],
    ['calls 1 cached', 'false'],
    ['fetchedAt', '2026-11-20T12:00:00Z'],
    ['rowCount', '50'],
    ['notes 1', 'One note.'],
    ['rights contact_email', 'rights@example.org'],
  ]);
});

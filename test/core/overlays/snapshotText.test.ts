import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  overlayQueryOf,
  queryKey,
  readOverlayQuery,
} from '../../../src/core/overlays/overlayQuery';
import { parametersText } from '../../../src/core/overlays/snapshot';
import {
  readSnapshot,
  readSnapshotHead,
  writeSnapshot,
} from '../../../src/core/overlays/snapshotText';
import { snapshotOf } from './snapshots';

const snapshot = snapshotOf(['company:a', null, 'company:ü\u2028'], { day: 20_777 });
const text = writeSnapshot(snapshot);

test('what was written reads back as it was', () => {
  assert.deepEqual(readSnapshot(text), snapshot);
  const { table, ...head } = snapshot;
  assert.deepEqual(readSnapshotHead(text.split('\n')[0] ?? ''), {
    ...head,
    rowCount: table.rowCount,
  });
});

test('nothing of a token or an address is in the text', () => {
  assert.doesNotMatch(text, /token|bearer|https?:/i);
});

test('a text that is cut anywhere is no snapshot', () => {
  for (let length = 0; length < text.length - 2; length += 7) {
    assert.equal(readSnapshot(text.slice(0, length)), undefined, String(length));
  }
});

/** The text with one part replaced is refused as a whole. */
function refused(part: string, by: string): void {
  assert.ok(text.includes(part), part);
  assert.equal(readSnapshot(text.replace(part, by)), undefined, `${part} → ${by}`);
}

test('values of another type or number, and questions that do not exist, are refused', () => {
  refused('"format":1', '"format":2');
  refused('bullish_stocks', 'events_ts');
  refused('"rowCount":3', '"rowCount":4');
  refused('"rowCount":3', '"rowCount":-1');
  refused('"amount":"15"', '"amount":"1; DROP TABLE t"');
  refused('"amount":"15"', '"__proto__":"15"');
  refused('"company:a"', '1');
  refused('[1,2,3]', '[1,2,"3"]');
  refused('[1,2,3]', '[1,2,3.5]');
  refused('"columns":["entity"', '"columns":[7');
});

test('a column that an earlier version did not have is null', () => {
  const older = text.replace('"isin"', '"isin_of_old"');
  const at = snapshot.table.columns.findIndex(({ name }) => name === 'isin');
  assert.deepEqual(readSnapshot(older)?.table.values[at], [null, null, null]);
});

test('a question is the same whatever the order of its parameters', () => {
  const key = (parameters: Record<string, string>): string => {
    const query = overlayQueryOf('bearish_stocks', parameters);
    assert.ok(query);
    return queryKey(query);
  };
  assert.equal(
    key({ amount: '5', industry: 'technology' }),
    key({ industry: 'technology', amount: '5' }),
  );
  assert.notEqual(key({ amount: '5' }), key({}));
});

test('a question is written as a call writes it', () => {
  const query = readOverlayQuery({
    operation: 'bullish_stocks',
    parameters: { stock_index: 'SP 500', amount: '5', date_from: '2026-01-01' },
  });
  assert.ok(query);
  const expected = "amount := 5, date_from := '2026-01-01', stock_index := 'SP 500'";
  assert.equal(parametersText(query), expected);
});

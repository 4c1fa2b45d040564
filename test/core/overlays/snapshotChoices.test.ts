import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePlainDate } from '../../../src/core/base/plainDate';
import { changesQueryText } from '../../../src/core/overlays/changesCall';
import { snapshotChoices } from '../../../src/core/overlays/snapshotChoices';
import { snapshotOf } from './snapshots';

const today = parsePlainDate('2024-10-06');
const query = snapshotOf([], { day: 1 }).query;

test('snapshots are offered by day, the same question first, and today’s own not at all', () => {
  const snapshots = [
    snapshotOf(['a'], { day: 20_000 }),
    snapshotOf(['a', 'b'], { day: 20_001 }),
    snapshotOf(['a'], { day: 20_002 }),
    snapshotOf(['a'], { day: 20_002, parameters: { industry: 'technology' } }),
    snapshotOf(['a'], { day: 20_001, parameters: {} }),
    snapshotOf(['a'], { day: 20_001, operation: 'bearish_stocks' }),
  ].map(({ table, ...info }, index) => ({ ...info, id: `s${index}`, rowCount: table.rowCount }));
  assert.ok(today);
  assert.deepEqual(
    snapshotChoices(snapshots, query, today).map(
      ({ label, description, comparedWith }) =>
        `${label} ${description}: ${Object.values(comparedWith).join(' ')}`,
    ),
    [
      '2024-10-05 2 rows: day 2024-10-05',
      '2024-10-04 1 row: day 2024-10-04',
      "2024-10-06 industry := 'technology' · 1 row: snapshot s3",
      '2024-10-05 no parameters · 1 row: snapshot s4',
    ],
  );
});

test('the query of a change is what a person would write', () => {
  const rest = "\nWHERE change IS DISTINCT FROM 'same'";
  assert.equal(
    changesQueryText(query, { kind: 'previous' }),
    `FROM overlay_changes('bullish_stocks', amount := 15)${rest}`,
  );
  assert.equal(
    changesQueryText({ ...query, parameters: {} }, { kind: 'day', day: '2026-11-20' }),
    `FROM overlay_changes('bullish_stocks', since := DATE '2026-11-20')${rest}`,
  );
  assert.equal(
    changesQueryText({ ...query, parameters: {} }, { kind: 'snapshot', id: "a'b" }),
    `FROM overlay_changes('bullish_stocks', snapshot := 'a''b')${rest}`,
  );
});

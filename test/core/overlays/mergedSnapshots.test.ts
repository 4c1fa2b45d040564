import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancelledError } from '../../../src/core/base/cancellation';
import { MergedSnapshots, type LakeLists } from '../../../src/core/overlays/mergedSnapshots';
import { OverlayHistory } from '../../../src/core/overlays/overlayHistory';
import type { OverlayQuery } from '../../../src/core/overlays/overlayQuery';
import {
  takenOn,
  type Snapshot,
  type SnapshotKeeper,
  type SnapshotInfo,
} from '../../../src/core/overlays/snapshot';
import { snapshotOf } from './snapshots';

const msPerDay = 86_400_000;

function infoOf(id: string, { table, ...rest }: Snapshot): SnapshotInfo {
  return { id, rowCount: table.rowCount, ...rest };
}

/** Snapshots in memory, whose ids are their days. */
function ownOf(...snapshots: Snapshot[]): SnapshotKeeper {
  const kept = [...snapshots];
  return {
    keep: (_, snapshot) => Promise.resolve(void kept.push(snapshot)),
    refs: (_, { operation }) =>
      Promise.resolve({
        problems: [],
        refs: kept
          .filter(({ query }) => query.operation === operation)
          .map(each => ({ id: takenOn(each), takenOn: takenOn(each), takenAtMs: each.takenAtMs })),
      }),
    read: (_, id) => {
      const snapshot = kept.find(each => takenOn(each) === id);
      return Promise.resolve(snapshot ? { ok: true, snapshot } : { ok: false, problem: 'none' });
    },
    list: () =>
      Promise.resolve({ snapshots: kept.map(each => infoOf(takenOn(each), each)), problems: [] }),
  };
}

function lakeOf(...lists: Snapshot[]): LakeLists {
  const idOf = (each: Snapshot): string => `${each.query.operation}-lake-${takenOn(each)}`;
  return {
    list: () =>
      Promise.resolve({ snapshots: lists.map(each => infoOf(idOf(each), each)), problems: [] }),
    read: id => {
      const snapshot = lists.find(each => idOf(each) === id);
      return Promise.resolve(snapshot ? { ok: true, snapshot } : { ok: false, problem: 'none' });
    },
  };
}

const { query } = snapshotOf([], { day: 1 });
const at = (snapshot: Snapshot, hour: number): Snapshot => ({
  ...snapshot,
  takenAtMs: Math.floor(snapshot.takenAtMs / msPerDay) * msPerDay + hour * 3_600_000,
});

async function idsOf(keeper: SnapshotKeeper, asked: OverlayQuery = query): Promise<string[]> {
  return (await keeper.refs('here', asked)).refs.map(({ id }) => id);
}

test('of a list and a day that both have, the later is the snapshot, whichever has it', async () => {
  const own = ownOf(
    at(snapshotOf(['company:a'], { day: 20_000 }), 9),
    at(snapshotOf(['company:a'], { day: 20_001 }), 9),
  );
  const lake = lakeOf(
    at(snapshotOf(['company:b'], { day: 20_000 }), 7),
    at(snapshotOf(['company:b'], { day: 20_001 }), 11),
    at(snapshotOf(['company:b'], { day: 19_999 }), 11),
  );
  const merged = new MergedSnapshots(own, lake);
  const expected = [
    'bullish_stocks-lake-2024-10-03',
    '2024-10-04',
    'bullish_stocks-lake-2024-10-05',
  ];
  assert.deepEqual(await idsOf(merged), expected);
  const listed = await merged.list('here');
  assert.deepEqual(
    listed.snapshots.map(({ id }) => id),
    expected,
  );
});

test("the first places of the lake's longer list answer a question for fewer, and a shorter one does not", async () => {
  const entities = ['company:a', 'company:b', 'company:c'];
  const long = snapshotOf(entities, { day: 20_000, parameters: { amount: '3' } });
  const merged = new MergedSnapshots(null, lakeOf(long));
  const asked = { ...query, parameters: { amount: '2' } };
  const [id = ''] = await idsOf(merged, asked);
  assert.equal(id, 'bullish_stocks-lake-2024-10-04-first-2');
  const read = await merged.read('here', id);
  assert.ok(read.ok);
  assert.deepEqual(read.snapshot.query, asked);
  assert.deepEqual(read.snapshot, {
    ...snapshotOf(entities, { day: 20_000, parameters: { amount: '2' } }),
    table: {
      ...long.table,
      rowCount: 2,
      values: long.table.values.map(column => column.slice(0, 2)),
    },
  });
  assert.deepEqual(await idsOf(merged, { ...query, parameters: { amount: '4' } }), []);
  const filtered = { ...query, parameters: { amount: '2', industry: 'technology' } };
  assert.deepEqual(await idsOf(merged, filtered), []);
});

test('a lake that cannot be read is a sentence, and the snapshots of this computer remain', async () => {
  const day = 20_000;
  const own = ownOf(snapshotOf(['company:a'], { day }));
  const fails = (): Promise<never> => Promise.reject(new Error('The lake /l does not exist.'));
  const merged = new MergedSnapshots(own, { list: fails, read: fails });
  assert.deepEqual(await idsOf(merged), ['2024-10-04']);
  const listed = await merged.list('here');
  assert.deepEqual(
    [listed.snapshots.length, listed.problems],
    [1, ['The lake /l does not exist.']],
  );
  const read = await merged.read('here', 'bullish_stocks-lake-2024-10-04');
  assert.deepEqual(read, { ok: false, problem: 'The lake /l does not exist.' });

  const history = new OverlayHistory(merged, 'here');
  const { table } = snapshotOf(['company:b'], { day: day + 1 });
  const current = { query, table, day: takenOn(snapshotOf([], { day: day + 1 })) };
  const previous = await history.before(query, { day: current.day, since: null });
  assert.equal(previous?.day, '2024-10-04');
  assert.deepEqual(history.problems, ['The lake /l does not exist.']);
});

test('a cancelled read of the lake is no sentence', async () => {
  const cancelled = (): Promise<never> => Promise.reject(new CancelledError());
  const merged = new MergedSnapshots(null, { list: cancelled, read: cancelled });
  await assert.rejects(merged.refs('here', query), CancelledError);
  await assert.rejects(merged.read('here', 'bullish_stocks-lake-2024-10-04'), CancelledError);
});

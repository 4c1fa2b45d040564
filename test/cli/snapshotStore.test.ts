import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { snapshotPlace, SnapshotStore } from '../../src/io/snapshotStore';
import { snapshotOf } from '../core/overlays/snapshots';

const place = 'sandbox';
let parent: string;
let made = 0;

before(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'market-signals-snapshots-'));
});
after(() => rm(parent, { recursive: true, force: true }));

function newStore(days = 400): { store: SnapshotStore; folder: string } {
  const folder = path.join(parent, String(++made));
  return { store: new SnapshotStore(folder, () => days), folder };
}

async function daysIn(store: SnapshotStore): Promise<string[]> {
  const { refs } = await store.refs(place, snapshotOf([], { day: 1 }).query);
  return refs.map(({ takenOn }) => takenOn);
}

test('a day has one snapshot a question, the last answer of it', async () => {
  const { store, folder } = newStore();
  await store.keep(place, snapshotOf(['company:a'], { day: 20_000 }));
  await store.keep(place, snapshotOf(['company:b'], { day: 20_000 }));
  await store.keep(place, snapshotOf(['company:c'], { day: 20_001 }));
  await store.keep(place, snapshotOf(['company:d'], { day: 20_000, parameters: {} }));
  assert.deepEqual(await daysIn(store), ['2024-10-04', '2024-10-05']);
  const [first] = (await store.refs(place, snapshotOf([], { day: 1 }).query)).refs;
  assert.equal(first?.takenAtMs, 20_000.5 * 86_400_000);
  const read = await store.read(place, first?.id ?? '');
  assert.deepEqual(read.ok && read.snapshot, snapshotOf(['company:b'], { day: 20_000 }));
  assert.equal((await readdir(path.join(folder, place))).length, 3);
  assert.equal((await store.usage()).fileCount, 3);
});

test('answers kept at the same time are all there, whole', async () => {
  const { store } = newStore();
  const days = Array.from({ length: 20 }, (_, index) => 20_000 + index);
  await Promise.all(days.map(day => store.keep(place, snapshotOf(['company:a'], { day }))));
  const { snapshots, problems } = await store.list(place);
  assert.deepEqual([snapshots.length, problems], [20, []]);
});

test('what is older than the days that are kept goes', async () => {
  const { store } = newStore(3);
  for (const day of [20_000, 20_001, 20_002, 20_003]) {
    await store.keep(place, snapshotOf([], { day }));
  }
  assert.deepEqual(await daysIn(store), ['2024-10-05', '2024-10-06', '2024-10-07']);
});

test('with no days to keep, or too many rows, nothing is written', async () => {
  const { store, folder } = newStore(0);
  await store.keep(place, snapshotOf([], { day: 20_000 }));
  await assert.rejects(stat(folder), { code: 'ENOENT' });
  const large = newStore();
  const rows = Array.from({ length: 10_001 }, () => 'company:a');
  await large.store.keep(place, snapshotOf(rows, { day: 20_000 }));
  await assert.rejects(stat(large.folder), { code: 'ENOENT' });
});

test('damaged files are told of and left aside, and the others are read', async () => {
  const { store, folder } = newStore();
  for (const day of [20_000, 20_001, 20_002]) {
    await store.keep(place, snapshotOf(['company:a'], { day }));
  }
  const [cut, moved] = (await store.refs(place, snapshotOf([], { day: 1 }).query)).refs.map(
    ({ id }) => id,
  );
  assert.ok(cut !== undefined && moved !== undefined);
  const fileOf = (id: string): string => path.join(folder, place, `${id}.json`);
  const whole = await readFile(fileOf(cut), 'utf8');
  await writeFile(fileOf(moved), whole); // The content of another day.
  await writeFile(fileOf(cut), whole.slice(0, 40));
  await writeFile(path.join(folder, place, 'notes.txt'), 'somebody else’s');
  await mkdir(fileOf(cut.replace('2024-10-04', '2024-10-01')));
  const { snapshots, problems } = await store.list(place);
  assert.deepEqual(
    snapshots.map(({ id }) => id.slice(-10)),
    ['2024-10-06'],
  );
  assert.equal(problems.length, 3);
  assert.match(problems[1] ?? '', /^The snapshot bullish_stocks-\w+-2024-10-04 cannot be read/);
  assert.deepEqual((await store.read(place, cut)).ok, false);
  await store.keep(place, snapshotOf(['company:b'], { day: 20_000 }));
  assert.deepEqual((await store.read(place, cut)).ok, true);
});

test('no name leads out of the folder', async () => {
  const { store } = newStore();
  for (const id of ['../x', 'bullish_stocks-../../../../etc/passwd-2024-10-04', '']) {
    const read = await store.read(place, id);
    assert.match(read.ok ? '' : read.problem, /^There is no snapshot with that id/);
  }
  await assert.rejects(store.list('..'), RangeError);
});

test('connections have places of their own, told by their addresses', async () => {
  const live = {
    name: 'Live',
    quantUrl: 'https://q.test',
    dataUrl: 'https://d.test',
    synthetic: false,
  };
  const places = [
    snapshotPlace(live),
    snapshotPlace({ ...live, dataUrl: 'https://e.test' }),
    snapshotPlace({ ...live, synthetic: true }),
  ];
  assert.equal(new Set(places).size, 3);
  assert.equal(places[0], snapshotPlace({ ...live, name: 'Renamed' }));
  assert.doesNotMatch(places.join(' '), /test/);
  const { store } = newStore();
  await store.keep(places[0] ?? '', snapshotOf([], { day: 20_000 }));
  assert.deepEqual(await daysIn(store), []);
});

test('clearing removes every snapshot, and the next answer is kept again', async () => {
  const { store, folder } = newStore();
  await store.keep(place, snapshotOf([], { day: 20_000 }));
  await store.clear();
  await assert.rejects(stat(folder), { code: 'ENOENT' });
  assert.deepEqual(await store.list(place), { snapshots: [], problems: [] });
  await store.keep(place, snapshotOf([], { day: 20_001 }));
  assert.deepEqual(await daysIn(store), ['2024-10-05']);
});

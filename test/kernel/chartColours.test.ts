import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { uncancellable } from '../../src/core/base/cancellation';
import type { CellLanguage } from '../../src/core/protocol/kernelRpc';
import { categoryPlaces } from '../../src/core/visualise/categoryColours';
import { openSession, type TestSession } from './openSession';

/** Names that would like the same colour each in a chart of its own. */
const [first, second] = namesOfOnePlace();
let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

function namesOfOnePlace(): readonly [string, string] {
  const [of] = categoryPlaces(['Group 0']);
  const other = Array.from({ length: 100 }, (_, at) => `Group ${at + 1}`).find(
    name => categoryPlaces([name])[0] === of,
  );
  return ['Group 0', other ?? ''];
}

const bars = (...names: readonly string[]): string =>
  `SELECT unnest(['${names.join("', '")}']) AS g, 1 AS n VISUALISE n AS x, g AS y, g AS fill DRAW bar`;

/** The places of the names of a chart. */
async function placesOf(
  text: string,
  language: CellLanguage = 'signals-sql',
): Promise<Record<string, unknown>> {
  const { chart, error } = await kernel.run(text, { language });
  assert.equal(error, null);
  return Object.fromEntries(chart?.places ?? []);
}

test('the first cell that runs with a name decides its colour, in every later chart', async () => {
  const { [first]: one } = await placesOf(bars(first));
  const { [second]: other } = await placesOf(bars(second));
  assert.ok(one !== undefined && other !== undefined);
  assert.notEqual(other, one);
  assert.deepEqual(await placesOf(bars(second, 'More', first)), {
    ...(await placesOf(bars('More'))),
    ...{ [first]: one, [second]: other },
  });
  // A session in which they run the other way round decides the other way round.
  const again = await openSession();
  const { chart } = await again.run(bars(second));
  await again.close();
  assert.deepEqual(chart?.places, [[second, one]]);
});

test('a specification has the colours of the names in its columns', async () => {
  await kernel.run(
    `CREATE OR REPLACE TABLE groups AS SELECT unnest(['${second}', 'Fresh']) AS g, 2 AS n`,
  );
  const clause = await placesOf(bars(second));
  const specification = (color: object): string =>
    JSON.stringify({
      data: { name: 'groups' },
      params: [{ name: 'p', select: 'interval' }],
      mark: 'bar',
      encoding: { x: { field: 'n', type: 'quantitative' }, color },
    });
  const read = (color: object) => placesOf(specification(color), 'vega-lite');
  const drawn = await read({ field: 'g', type: 'nominal' });
  assert.deepEqual(Object.keys(drawn).sort(), ['Fresh', second].sort());
  assert.equal(drawn[second], clause[second]);
  const conditional = { condition: { param: 'p', field: 'g', type: 'nominal' }, value: 'grey' };
  assert.deepEqual(await read(conditional), drawn);
  assert.deepEqual(await placesOf(bars('Fresh')), { Fresh: drawn['Fresh'] });
  const listed = { field: 'g', type: 'nominal', scale: { domain: [second, 'Fresh'] } };
  assert.deepEqual(await read(listed), drawn);
  for (const own of [
    { scale: { range: ['red'] } },
    { scale: { scheme: 'set1' } },
    { type: 'ordinal' },
  ]) {
    assert.deepEqual(await read({ field: 'g', type: 'nominal', ...own }), {});
  }
  assert.deepEqual(await read({ field: 'n', type: 'nominal' }), {});
});

test('a preview has the colours of the session, and decides none', async () => {
  const { table } = await kernel.run("SELECT unnest(['Offered', 'Group 0']) AS g, 1 AS n");
  const clause = 'VISUALISE n AS x, g AS y, g AS fill DRAW bar';
  const preview = await kernel.session.ask('chart', { resultId: table?.id ?? '', clause });
  const places = new Map(preview.places);
  assert.equal(places.get('Group 0'), (await placesOf(bars('Group 0')))['Group 0']);
  const alone = await openSession();
  const free = [...places].filter(([name]) => name !== 'Offered');
  await alone.close();
  assert.equal(free.length, 1);
  assert.ok(places.has('Offered'));
});

test('the parts of a stacked timeline have the colours of the charts', async () => {
  const charted = await placesOf(bars(first, second));
  const { table } = await kernel.run(
    `SELECT DATE '2026-01-05' + i::INTEGER AS date, ['${first}', '${second}', 'other', NULL][1 + i % 4] AS g FROM range(40) t(i)`,
  );
  const resultId = table?.id ?? '';
  const explored = await kernel.session.ask('explored', { resultId });
  const column = 1;
  assert.equal(explored.time?.column, 0);
  const exploration = await kernel.session.ask(
    'explore',
    { resultId, filters: [], timeline: { unit: 'day', stack: column }, facets: [] },
    uncancellable,
  );
  const { values = [], places = [] } = exploration.timeline?.stack ?? {};
  const parts = new Map(values.map((value, at) => [value, places[at]]));
  assert.deepEqual([parts.get(first), parts.get(second)], [charted[first], charted[second]]);
  // The grey itself is that of all other values.
  assert.equal(new Set([...parts.values(), 'grey']).size, parts.size + 1);
});

test('words of a column side that are not the sides have the colours of names', async () => {
  const side = (...words: readonly string[]): string =>
    `SELECT unnest(['${words.join("', '")}']) AS side, 1 AS n VISUALISE n AS x, side AS y, side AS fill DRAW bar`;
  const decided = await placesOf(side('buy', 'sell'));
  assert.deepEqual(Object.keys(decided).sort(), ['buy', 'sell']);
  assert.deepEqual(await placesOf(bars('sell', 'buy')), decided);
  assert.deepEqual(await placesOf(side('bullish', 'bearish')), {});
});

test('columns whose names are paths in a specification have colours too', async () => {
  await kernel.run(`CREATE OR REPLACE TABLE dotted AS SELECT 'Dotted' AS "a.b", 2 AS n`);
  const encoding = { color: { field: 'a\\.b', type: 'nominal' } };
  const text = JSON.stringify({ data: { name: 'dotted' }, mark: 'bar', encoding });
  assert.deepEqual(Object.keys(await placesOf(text, 'vega-lite')), ['Dotted']);
});

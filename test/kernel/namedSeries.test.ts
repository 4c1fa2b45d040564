import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isRecord, type Json } from '../../src/core/base/json';
import { openCharts } from './openCharts';

const { opened, chartOf } = await openCharts();
after(() => opened.close());

const rows = (...pairs: readonly (readonly [string | null, string | null])[]): string => {
  const values = pairs.flatMap(([entity, name], at) =>
    [0, 1].map(
      day =>
        `(DATE '2026-01-0${day + 1}', ${entity ? `'${entity}'` : 'NULL'}, ${name ? `'${name}'` : 'NULL'}, ${at + day})`,
    ),
  );
  return `SELECT * FROM (VALUES ${values.join(', ')}) t (date, entity, name, score)`;
};
const lines = 'VISUALISE date AS x, score AS y, entity AS stroke DRAW line';

/** @returns The fields that the chart has as colours, in tooltips and as texts. */
async function fieldsOf(text: string): Promise<string[]> {
  const { chart } = await chartOf(text);
  const fields = (part: Json | undefined): string[] =>
    Array.isArray(part)
      ? part.flatMap(fields)
      : isRecord(part)
        ? Object.entries(part).flatMap(([name, each]) =>
            name === 'field' && typeof each === 'string' ? [each] : fields(each),
          )
        : [];
  const channels = (part: Json | undefined): string[] =>
    Array.isArray(part)
      ? part.flatMap(channels)
      : isRecord(part)
        ? Object.entries(part).flatMap(([name, each]) =>
            ['color', 'fill', 'stroke', 'tooltip', 'text'].includes(name)
              ? fields(each)
              : channels(each),
          )
        : [];
  const found = new Set(channels(chart.spec));
  return [...found].filter(field => !['date', 'score'].includes(field)).sort();
}

test('lines coloured by key show the name of each company, in labels and tooltips', async () => {
  const named = rows(['company:a', 'Alder'], ['company:b', 'Birch']);
  assert.deepEqual(await fieldsOf(`${named} ${lines}`), ['name']);
  const { chart } = await chartOf(`${named} ${lines}`);
  assert.match(JSON.stringify(chart.spec), /"name":"Birch"/);
  const parted = `${named} ${lines} PARTITION BY entity`;
  assert.deepEqual(await fieldsOf(parted), ['name']);
  assert.doesNotMatch(JSON.stringify((await chartOf(parted)).chart.spec), /"field":"entity"/);
  const shaped = `${named} VISUALISE date AS x, score AS y, entity AS fill, entity AS shape DRAW point`;
  assert.doesNotMatch(JSON.stringify((await chartOf(shaped)).chart.spec), /"field":"entity"/);
});

test('keys stay where they place rows too, so that boxes and bars are as wide as before', async () => {
  const named = rows(['company:a', 'Alder'], ['company:b', 'Birch']);
  for (const clause of [
    'VISUALISE entity AS x, score AS y, entity AS fill DRAW boxplot',
    'VISUALISE entity AS y, score AS x DRAW bar MAPPING entity AS fill',
    `${lines} FACET entity`,
  ]) {
    assert.ok(!(await fieldsOf(`${named} ${clause}`)).includes('name'), clause);
  }
});

test('keys stay where a company lacks a name, shares it, or has two', async () => {
  for (const unclear of [
    rows(['company:a', 'Alder'], ['company:b', null]),
    rows(['company:a', 'Alder'], ['company:b', 'Alder']),
    rows(['company:a', 'Alder'], ['company:a', 'Birch'], ['company:b', 'Cedar']),
    rows([null, 'Alder'], ['company:b', 'Birch']),
  ]) {
    assert.deepEqual(await fieldsOf(`${unclear} ${lines}`), ['entity'], unclear);
  }
});

test('keys stay where the clause names them in a scale', async () => {
  const named = rows(['company:a', 'Alder'], ['company:b', 'Birch']);
  assert.deepEqual(
    await fieldsOf(`${named} ${lines} SCALE stroke FROM ['company:b', 'company:a']`),
    ['entity'],
  );
  assert.deepEqual(await fieldsOf(`${named} ${lines} SCALE stroke TO ['red', 'blue']`), ['entity']);
  assert.deepEqual(
    await fieldsOf(`${named} ${lines} SCALE stroke RENAMING 'company:a' => 'the first'`),
    ['entity'],
  );
});

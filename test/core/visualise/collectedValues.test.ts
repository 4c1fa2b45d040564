import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderHeaders, renderMarks, renderSvg, svgTexts } from './render';
import { compileSample, sampleDatasets } from './sampleData';

/** How many marks have each value of the column. */
async function countsOf(clause: string, column: string): Promise<Record<string, number>> {
  const chart = await compileSample(`VISUALISE ${clause}`);
  assert.deepEqual(chart.problems, [], clause);
  const marks = await renderMarks(chart.spec, await sampleDatasets(chart));
  const counts: Record<string, number> = {};
  for (const { row } of marks) {
    const value = String(row[column]);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

const points = 'score AS x, lo AS y';

test('null after FROM collects what a discrete scale does not list, and without it that is left out', async () => {
  const scale = "SCALE DISCRETE colour FROM ['Alder', 'Birch'";
  const listed = await countsOf(
    `${points}, name AS colour DRAW point ${scale}, null]`,
    'name listed',
  );
  assert.deepEqual(listed, { Alder: 12, Birch: 14, null: 28 });
  const alone = await countsOf(`${points}, name AS colour DRAW point ${scale}]`, 'name');
  assert.deepEqual(alone, { Alder: 12, Birch: 14 });
  const numbers = await countsOf(
    `${points}, rank AS shape DRAW point SCALE shape FROM [1, 'x', null]`,
    'rank listed',
  );
  assert.deepEqual(numbers, { 1: 12, null: 42 });
  const kinds = await countsOf(
    `${points}, grade AS fill DRAW point SCALE fill FROM ['no such grade', 'low', null]`,
    'grade listed',
  );
  assert.equal(Object.keys(kinds).length, 2);
});

test('what is collected is one kind to axes, statistics and panels', async () => {
  const bars = await countsOf("name AS x DRAW bar SCALE x FROM ['Cedar', null]", 'name listed');
  assert.deepEqual(bars, { Cedar: 1, null: 1 });
  const means = await countsOf(
    `name AS y, score AS x DRAW bar SETTING aggregate => 'mean' SCALE y FROM [null, 'Cedar']`,
    'name listed',
  );
  assert.deepEqual(means, { Cedar: 1, null: 1 });
  const chart = await compileSample(
    `VISUALISE ${points} DRAW point FACET name SCALE panel FROM ['Dogwood', null] RENAMING null => 'The rest'`,
  );
  assert.deepEqual(await renderHeaders(chart.spec, await sampleDatasets(chart)), [
    ...['Dogwood', 'The rest'],
  ]);
  assert.match(chart.description, /one panel for each name\.$/);
});

test('null on a continuous scale is an end that the data have', async () => {
  const all = await countsOf(
    `${points}, weight AS fill DRAW point SCALE fill FROM [0, null]`,
    'weight',
  );
  assert.equal(Object.keys(all).length, 14);
});

/** The texts of the legend, which come last. */
async function legendOf(clause: string): Promise<readonly string[]> {
  const chart = await compileSample(`VISUALISE ${clause}`);
  assert.deepEqual(chart.problems, [], clause);
  const texts = svgTexts(await renderSvg(chart.spec, await sampleDatasets(chart)));
  return texts.slice(texts.lastIndexOf('Lo') + 1);
}

test('a legend calls what is collected other, and RENAMING names it', async () => {
  const scale = `${points}, name AS colour DRAW point SCALE colour FROM ['Cedar', null]`;
  assert.deepEqual(await legendOf(scale), ['Cedar', 'other', 'Name']);
  for (const missing of ['null', "'null'"]) {
    const renamed = `${scale} RENAMING ${missing} => 'the rest'`;
    assert.deepEqual(await legendOf(renamed), ['Cedar', 'the rest', 'Name']);
  }
});

test('reverse lists the values of a legend the other way round, each with the colour after TO', async () => {
  const reversed = 'SETTING reverse => true';
  assert.deepEqual(
    await legendOf(`${points}, name AS colour DRAW point SCALE colour ${reversed}`),
    ['Dogwood', 'Cedar', 'Birch', 'Alder', 'Name'],
  );
  const listed = `${points}, name AS colour DRAW point SCALE colour FROM ['Birch', 'Cedar'] TO ['red', 'blue'] ${reversed}`;
  assert.deepEqual(await legendOf(listed), ['Cedar', 'Birch', 'Name']);
  const { spec } = await compileSample(`VISUALISE ${listed}`);
  assert.match(JSON.stringify(spec), /"domain":\["Cedar","Birch"\],"range":\["blue","red"\]/);
});

/** The labels of the legend, each with the shape and the colour of its symbol. */
async function symbolsOf(clause: string): Promise<string[]> {
  const chart = await compileSample(`VISUALISE ${clause}`);
  assert.deepEqual(chart.problems, [], clause);
  const svg = await renderSvg(chart.spec, await sampleDatasets(chart));
  const symbols = [...svg.matchAll(/role-legend-symbol"[^>]*>(.*?)<\/g>/gs)];
  const labels = [...svg.matchAll(/role-legend-label"[^>]*>(.*?)<\/g>/gs)];
  return labels.map(([, label = ''], at) => {
    const symbol = symbols[at]?.[1] ?? '';
    return `${svgTexts(label).join()} ${/ fill="([^"]*)"/.exec(symbol)?.[1]} ${/ d="([^"]*)"/.exec(symbol)?.[1]}`;
  });
}

test('one legend explains colours and shapes of the same column, what is collected included', async () => {
  const scales = ['fill', 'shape'].map(name => `SCALE ${name} FROM ['Alder', 'Birch', null]`);
  for (const mapped of ['name AS fill, name AS shape', 'name AS shape, name AS colour']) {
    const legend = await symbolsOf(`${points}, ${mapped} DRAW point ${scales.join(' ')}`);
    assert.deepEqual(
      legend.map(each => each.split(' ')[0]),
      ['Alder', 'Birch', 'other'],
    );
    assert.equal(new Set(legend.map(each => each.split(' ').slice(2).join())).size, 3);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { renderHeaders, renderPanels } from './render';
import { compileSample, sampleDatasets } from './sampleData';
import { sampleColumns } from './sampleResult';

/** What stands above or beside the panels of the sample, in the order in which they stand. */
async function headers(clause: string): Promise<string[]> {
  const chart = await compileSample(`VISUALISE ${clause}`);
  assert.deepEqual(chart.problems, [], clause);
  return renderHeaders(chart.spec, await sampleDatasets(chart));
}

const points = 'score AS x, lo AS y DRAW point FACET';

test('dates are parted into panels by the interval after breaks', async () => {
  assert.deepEqual(await headers(`${points} date SCALE panel SETTING breaks => 'month'`), [
    ...['Mar 2026', 'Apr 2026'],
  ]);
  assert.deepEqual(await headers(`${points} published SCALE panel SETTING breaks => 'year'`), [
    '2026',
  ]);
  assert.deepEqual(await headers(`${points} date SCALE BINNED panel SETTING breaks => 'week'`), [
    ...['16 Mar 2026', '23 Mar 2026', '30 Mar 2026'],
  ]);
});

test('numbers are parted into panels by bins, which are named from start to end', async () => {
  assert.deepEqual(await headers(`${points} weight SCALE BINNED panel`), [
    ...['0 – 5', '5 – 10', '10 – 15'],
  ]);
  assert.deepEqual(
    await headers(`${points} trading_volume SCALE panel SETTING breaks => [0, 1e7, 7e7]`),
    ['0 – 10,000,000', '10,000,000 – 70,000,000'],
  );
  assert.deepEqual(
    await headers(`${points} weight SCALE BINNED panel FROM [0, 10] RENAMING 0 => 'low'`),
    ['low', '2 – 4', '4 – 6', '6 – 8', '8 – 10'],
  );
  assert.deepEqual(await headers(`${points} weight SETTING nrow => 1 SCALE BINNED panel`), [
    ...['0 – 5', '5 – 10', '10 – 15'],
  ]);
});

test('each row is in the panel of its bin, and statistics and filters leave the bins as they are', async () => {
  const rows = 'SETTING breaks => [0, 5, 20]';
  const chart = await compileSample(
    `VISUALISE score AS x, lo AS y DRAW point FILTER weight > 4 FACET weight BY sector SCALE row ${rows}`,
  );
  const panels = await renderPanels(chart.spec, await sampleDatasets(chart));
  assert.deepEqual(
    panels.map(panel => [...panel.headers, panel.rows.length]),
    [
      ['0 – 5', 'timber', 1],
      ['0 – 5', 'fruit', 2],
      ['5 – 20', 'timber', 19],
      ['5 – 20', 'fruit', 20],
    ],
  );
  const clauses = [
    'score AS x DRAW histogram FACET weight',
    'sector AS x, score AS y DRAW boxplot DRAW point FACET weight',
    "score AS x, lo AS y, name AS fill DRAW point SETTING aggregate => 'mean' FACET weight",
    'score AS x, lo AS y DRAW point PLACE rule SETTING x => 0 FACET weight',
    'score AS x, lo AS y DRAW point DRAW rule MAPPING impact AS x, null AS y FROM events FACET weight',
    'weight AS x DRAW bar SCALE BINNED x FACET weight',
  ];
  for (const clause of clauses) {
    assert.deepEqual(await headers(`${clause} SCALE panel ${rows}`), ['0 – 5', '5 – 20'], clause);
  }
});

test('panels of texts have no bins', () => {
  const codes = (clause: string): string[] =>
    compileChart(parseVisualise(`VISUALISE ${points} ${clause}`), sampleColumns).problems.map(
      ({ code }) => code,
    );
  assert.deepEqual(codes('name SCALE BINNED panel'), ['wrongType']);
  assert.deepEqual(codes("name SCALE panel SETTING breaks => 'month'"), ['wrongType']);
  assert.deepEqual(codes('date SCALE panel TO viridis VIA log10'), ['badValue', 'notYet']);
});

test('intervals that are not known, and those of numbers, are an error at the value', () => {
  const problems = (clause: string): readonly string[] => {
    const text = `VISUALISE ${points} ${clause}`;
    const { problems: found } = compileChart(parseVisualise(text), sampleColumns);
    return found.map(({ code, span }) => `${code} ${text.slice(span.from, span.to)}`);
  };
  for (const [column, interval] of [
    ['date', "'quarter'"],
    ['date', "'0 weeks'"],
    ['date', '0'],
    ['weight', "'month'"],
  ]) {
    assert.deepEqual(problems(`${column} SCALE panel SETTING breaks => ${interval}`), [
      `badValue ${interval}`,
    ]);
  }
});

test('panels of days of a timestamp are named by the day', async () => {
  const found = await headers(`${points} published SCALE panel SETTING breaks => '2 weeks'`);
  assert.match(found[0] ?? '', /^\d+ \w{3} 2026$/);
});

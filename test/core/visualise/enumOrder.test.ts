import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enumValues } from '../../../src/core/visualise/chartColumn';
import { renderMarks, renderSvg, svgTexts } from './render';
import { compileSample, sampleDatasets } from './sampleData';

const grades = ['low', 'mid', "very, 'very' high", 'null'];

/** `check('DRAW point', ['low', …])`: the legend of grades, whose type is an ENUM. */
async function check(layers: string, expected: readonly string[]): Promise<void> {
  const chart = await compileSample(`VISUALISE sector AS x, score AS y ${layers}`);
  assert.deepEqual(chart.problems, []);
  const texts = svgTexts(await renderSvg(chart.spec, await sampleDatasets(chart)));
  const legend = texts.map(text => text.replaceAll('&#39;', "'"));
  assert.deepEqual(
    legend.filter(text => grades.includes(text) || text === 'all'),
    expected,
    layers,
  );
}

test('kinds of an ENUM stand in the order of the type, those without a value last', async () => {
  await check('DRAW point MAPPING grade AS fill', grades);
  await check('DRAW point MAPPING grade AS shape, grade AS colour', grades);
  await check('DRAW bar MAPPING grade AS fill SCALE ORDINAL fill TO viridis', grades);
  await check(
    `DRAW boxplot MAPPING grade AS fill DRAW point MAPPING grade AS fill SETTING position => 'jitter' FACET side`,
    grades,
  );
});

test('FROM decides before the type', async () => {
  await check(`DRAW point MAPPING grade AS fill SCALE fill FROM ['mid', 'low']`, ['mid', 'low']);
});

test('literals among the kinds of an ENUM stand after them', async () => {
  await check(`DRAW point MAPPING 'all' AS fill DRAW point MAPPING grade AS fill`, [
    ...grades.slice(0, 3),
    'all',
    'null',
  ]);
  await check(
    `DRAW point MAPPING grade AS fill FILTER grade <> 'mid' DRAW bar MAPPING 'all' AS fill`,
    ['low', "very, 'very' high", 'all'],
  );
});

/** `checkStack('DRAW bar …', ['mid', 'low'])`: the parts of a stack, from its end to zero. */
async function checkStack(
  layers: string,
  expected: readonly string[],
  column = 'grade',
): Promise<void> {
  const chart = await compileSample(`VISUALISE 'all' AS y, weight AS x, grade AS fill ${layers}`);
  const marks = await renderMarks(chart.spec, await sampleDatasets(chart));
  const parts = marks.sort((a, b) => b.x - a.x).map(({ row }) => String(row[column]));
  assert.deepEqual(
    parts.filter((part, at) => part !== parts[at - 1]),
    expected,
    layers,
  );
}

test('the parts of a stack stand in the order of the legend', async () => {
  await checkStack('DRAW bar', grades);
  await checkStack(`DRAW bar SETTING position => 'fill'`, grades);
  await checkStack(`DRAW bar SCALE fill FROM ['mid', 'low']`, ['mid', 'low']);
  await checkStack('DRAW bar MAPPING side AS fill', ['bullish', 'bearish'], 'side');
  await checkStack(`DRAW bar ORDER BY grade`, ["very, 'very' high", 'mid', 'low', 'null']);
});

test('the values of an ENUM are read from its type, unless they are many', () => {
  assert.deepEqual(enumValues("ENUM('b', 'a,''c''', '')"), ['b', "a,'c'", '']);
  assert.equal(enumValues('VARCHAR'), null);
  assert.equal(enumValues("ENUM('a')[]"), null);
  assert.equal(
    enumValues(`ENUM(${Array.from({ length: 101 }, (_, at) => `'${at}'`).join()})`),
    null,
  );
});

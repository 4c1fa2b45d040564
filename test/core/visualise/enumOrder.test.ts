import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enumValues } from '../../../src/core/visualise/chartColumn';
import { renderSvg, svgTexts } from './render';
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

test('FROM decides before the type, and a literal among the kinds puts all in the order of their names', async () => {
  await check(`DRAW point MAPPING grade AS fill SCALE fill FROM ['mid', 'low']`, ['mid', 'low']);
  await check(`DRAW point MAPPING grade AS fill DRAW point MAPPING 'all' AS fill`, [
    'null',
    'all',
    'low',
    'mid',
    "very, 'very' high",
  ]);
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

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { goldenCases } from './goldenCases';
import { assertValid, renderSvg, svgTexts } from './render';
import { compileSample, sampleDatasets } from './sampleData';

const folder = 'test/core/visualise/golden';
const update = process.env['UPDATE'] === '1';

for (const [name, clause] of Object.entries(goldenCases)) {
  test(`${name} compiles to its golden specification, which Vega-Lite accepts and draws with the golden texts`, async () => {
    const { problems, lineEnds, scaleFacts, rowFacts: _, ...chart } = await compileSample(clause);
    assert.deepEqual(problems, []);
    const { datasets, layerCounts, panelCount, categories, ...rest } = chart;
    assert.equal(panelCount !== null, /nrow/.test(clause));
    assert.ok([...layerCounts.values()].every(count => count > 0));
    const queries = datasets.map(({ name: dataset, sql }) => ({
      name: dataset,
      sql: sql.split('\n'),
    }));
    const svg = await renderSvg(chart.spec, await sampleDatasets(chart));
    assert.ok(!svg.includes('NaN'), 'a mark without a place');
    compareGolden(name, {
      clause: clause.replace(/\s+/g, ' '),
      ...rest,
      ...(queries.length > 0 ? { datasets: queries } : {}),
      ...(lineEnds ? { lineEnds: lineEnds.sql.split('\n') } : {}),
      ...(categories.length > 0 ? { categories } : {}),
      ...(scaleFacts ? { scaleFacts: scaleFacts.sql.split('\n') } : {}),
      texts: svgTexts(svg),
    });
    assertValid(chart.spec, name);
  });
}

test('every golden file belongs to a clause', () => {
  const names = readdirSync(folder).map(file => file.replace(/\.json$/, ''));
  assert.deepEqual(names.sort(), Object.keys(goldenCases).sort());
});

function compareGolden(name: string, actual: object): void {
  const file = `${folder}/${name}.json`;
  if (update || !existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`);
  }
  assert.deepEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(readFileSync(file, 'utf8')));
}

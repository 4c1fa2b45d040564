import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { chartRows } from '../../../src/core/visualise/datum';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { goldenCases } from './goldenCases';
import { assertValid, renderSvg, svgTexts } from './render';
import { sampleColumns, sampleRows } from './sampleResult';

const folder = 'test/core/visualise/golden';
const update = process.env['UPDATE'] === '1';

for (const [name, clause] of Object.entries(goldenCases)) {
  test(`${name} compiles to its golden specification, which Vega-Lite accepts and draws`, async () => {
    const { problems, ...chart } = compileChart(parseVisualise(clause), sampleColumns);
    assert.deepEqual(problems, []);
    compareGolden(name, { clause: clause.replace(/\s+/g, ' '), ...chart });
    assertValid(chart.spec, name);
    const svg = await renderSvg(chart.spec, chartRows(sampleColumns, sampleRows, chart.columns));
    assert.ok(!svg.includes('NaN'), 'a mark without a place');
    assert.ok(svgTexts(svg).length > 4, 'axes with labels');
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

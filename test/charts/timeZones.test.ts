import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { goldenCases } from '../core/visualise/goldenCases';
import { renderSvg } from '../core/visualise/render';
import { compileSample, sampleDatasets } from '../core/visualise/sampleData';
import { inEachZone, saidBy } from './zones';

/** What its golden file has, which is drawn in the machine's zone by another test. */
function goldenTexts(name: string): unknown {
  const golden = readFileSync(`test/core/visualise/golden/${name}.json`, 'utf8');
  return (JSON.parse(golden) as { texts: unknown }).texts;
}

test('every golden chart with days or times says the same in every time zone', async () => {
  const marksOf = new Map<string, string[]>();
  await inEachZone(async zone => {
    for (const [name, clause] of Object.entries(goldenCases)) {
      const chart = await compileSample(clause);
      if (JSON.stringify(chart.spec).includes('"temporal"')) {
        const { texts, marks } = saidBy(await renderSvg(chart.spec, await sampleDatasets(chart)));
        assert.deepEqual(texts, goldenTexts(name), `${name} in ${zone}`);
        assert.deepEqual(marks, marksOf.get(name) ?? marks, `${name} in ${zone}`);
        marksOf.set(name, marks);
      }
    }
  });
  assert.ok([...marksOf.values()].flat().some(mark => mark.includes('2026-03-20')));
});

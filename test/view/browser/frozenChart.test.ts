/** The page answers whatever a saved specification has it compute. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { endless } from './endlessSpecs';
import { generated, reported } from './frozenSpecs';
import { large } from './largeSpecs';
import { NotebookPage } from './notebookPage';
import { chartOf, resultOutput } from './outputs';
import { painted } from './paintSpecs';

/** What is promised on a machine that does nothing else, ms. */
const mostGapMs = 1_000;
/** On such a machine the page takes this long for its piece of work, ms. */
const referenceMs = 45;
/** The work of other processes falls into one of them. */
const attempts = 3;
/** A page that does not answer by then is closed, ms. */
const patienceMs = 90_000;

let notebook: NotebookPage;

before(openPage);
after(() => notebook.close());

/** Opens a page that is asked for as long as it may take to answer. */
async function openPage(): Promise<void> {
  notebook = await NotebookPage.open();
  notebook.page.setDefaultTimeout(patienceMs);
  // Vega is loaded with the first chart.
  await shown({ data: { values: [{ a: 1 }] }, mark: 'bar' });
  await notebook.dispose('f');
}

/** @returns The sentence in the chart's place, and the longest time for which the page did not answer. */
async function shown(spec: JsonObject): Promise<{ message: string; gapMs: number }> {
  await notebook.longestGap();
  const chart = chartOf(spec, [{ name: 'a', type: 'BIGINT' }], [[1]]);
  await notebook.result('f', resultOutput({ chart }));
  // What is drawn is painted.
  await notebook.page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 50))),
  );
  const gapMs = await notebook.longestGap();
  const message = notebook.page.locator('#f .ms-chart-message');
  return { message: (await message.textContent()) ?? '', gapMs };
}

/** The browser of a page that hangs is closed. */
async function shownInTime(spec: JsonObject): Promise<{ message: string; gapMs: number }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  const drawing = shown(spec);
  const result = await Promise.race([drawing, late]);
  clearTimeout(timer);
  if (result === null) {
    drawing.catch(() => undefined);
    const frozen = notebook;
    try {
      await openPage();
    } finally {
      await frozen.abandon();
    }
    assert.fail(`The page did not answer for ${patienceMs} ms.`);
  }
  await notebook.dispose('f');
  return result;
}

/** @returns The sentence in the chart's place; fails where the page does not answer in time. */
async function checkAnswers(name: string, spec: JsonObject): Promise<string> {
  const gaps: string[] = [];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { message, gapMs } = await shownInTime(spec);
    const isInTime = gapMs < mostGapMs;
    const busy = isInTime ? 1 : await slowness();
    const machine = isInTime ? '' : ` on a machine that is ${busy.toFixed(1)} times as slow`;
    gaps.push(`${Math.round(gapMs)} ms${machine}`);
    if (gapMs < mostGapMs * busy) {
      console.log(`${gaps.join(', ')}: ${name}: ${message || 'drawn'}`);
      return message;
    }
  }
  return assert.fail(gaps.join(', '));
}

/** @returns How many times as long as on a machine that does nothing else a piece of work takes, at least 1. */
async function slowness(): Promise<number> {
  return Math.max(1, (await notebook.timeOfReference()) / referenceMs);
}

for (const [name, [spec, sentence]] of Object.entries(reported)) {
  test(`${name}: the page answers within a second and says why there is no chart`, async () => {
    assert.match(await checkAnswers(name, spec), sentence);
  });
}

for (const [name, spec] of Object.entries({ ...generated, ...endless, ...painted })) {
  test(`${name}: the page answers within a second`, async () => {
    await checkAnswers(name, spec);
  });
}

for (const [name, spec] of Object.entries(large)) {
  test(`${name}: 50,000 rows are drawn, and the page answers within a second`, async () => {
    assert.equal(await checkAnswers(name, spec), '');
  });
}

/** What the page makes of specifications that clauses compile to. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { NotebookPage } from './notebookPage';
import { chartOf, resultOutput } from './outputs';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

function output(): Locator {
  return notebook.page.locator('#c');
}

test('a line of changing widths is drawn piece by piece, in the colour of lines', async () => {
  const columns = [
    { name: 'a', type: 'DOUBLE' },
    { name: 'day', type: 'DATE' },
    { name: 'heat', type: 'DOUBLE' },
  ];
  const rows = [1, 2, 3, 4].map(a => [a, `2026-01-0${a}`, a * 10]);
  const draw = async (clause: string): Promise<Locator> => {
    const { spec, problems } = compileChart(parseVisualise(`VISUALISE ${clause}`), columns);
    assert.deepEqual(problems, []);
    await notebook.result('c', resultOutput({ chart: chartOf(spec, columns, rows) }));
    assert.equal(await output().locator('.ms-chart-message').isVisible(), false, clause);
    return output().locator('.mark-rule.role-mark line');
  };
  const attributes = (lines: Locator, name: string): Promise<(string | null)[]> =>
    lines.evaluateAll((all, wanted) => all.map(line => line.getAttribute(wanted)), name);
  const widths = await draw('day AS x, a AS y, heat AS linewidth DRAW line');
  assert.equal(new Set(await attributes(widths, 'stroke-width')).size, 3);
  const plain = output().locator('.mark-line path');
  await draw('day AS x, a AS y DRAW line');
  const [colour] = await attributes(plain, 'stroke');
  const [width] = await attributes(plain, 'stroke-width');
  const again = await draw('day AS x, a AS y, heat AS linewidth DRAW line');
  assert.deepEqual(await attributes(again, 'stroke'), [colour, colour, colour]);
  const coloured = await draw('a AS x, heat AS y, a AS stroke DRAW path');
  assert.equal(new Set(await attributes(coloured, 'stroke')).size, 3);
  assert.deepEqual(await attributes(coloured, 'stroke-width'), [width, width, width]);
});

test('panels of bins are named from start to end', async () => {
  const columns = [
    { name: 'a', type: 'DOUBLE' },
    { name: 'n', type: 'DOUBLE' },
  ];
  const clause = 'VISUALISE a AS x DRAW point FACET n SCALE panel SETTING breaks => [0, 5, 20]';
  const { spec } = compileChart(parseVisualise(clause), columns);
  const drawn = { ...spec, data: { name: 'result' } };
  const made = [...columns, { name: 'n panel', type: 'DOUBLE' }];
  const rows = [
    [1, 2, 0],
    [2, 9, 5],
  ];
  await notebook.result('c', resultOutput({ chart: chartOf(drawn, made, rows) }));
  const titles = output().locator('.role-title text, .role-title-text text');
  assert.deepEqual((await titles.allTextContents()).filter(Boolean), ['0 – 5', '5 – 20']);
});

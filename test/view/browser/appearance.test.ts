import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { palettes, type Palette } from '../../../src/core/protocol/appearance';
import { NotebookPage } from './notebookPage';
import { chartOf, resultOutput } from './outputs';
import { themes } from './themes';

const columns = [
  { name: 'name', type: 'VARCHAR' },
  { name: 'score', type: 'DOUBLE' },
  { name: 'side', type: 'VARCHAR' },
];
const rows = [
  ['Northwind Energy', 4.25, 'bullish'],
  ['Halcyon Bank', -3.5, 'bearish'],
];
const position = {
  x: { field: 'score', type: 'quantitative' },
  y: { field: 'name', type: 'nominal' },
};
const color = {
  field: 'side',
  scale: { domain: ['bullish', 'bearish'], range: [{ expr: 'bull' }, { expr: 'bear' }] },
};
const params = [
  { name: 'bull', value: '#000001' },
  { name: 'bear', value: '#000002' },
];
const tile = { field: 'score', type: 'quantitative', scale: { range: 'diverging', domainMid: 0 } };

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
  const data = { name: 'result' };
  const table = { id: 'result-1', columns, rowCount: 2, rows };
  const bars = { data, params, mark: 'bar', encoding: { ...position, color } };
  const tiles = { data, mark: 'rect', encoding: { y: position.y, color: tile } };
  await notebook.result('bars', resultOutput({ chart: chartOf(bars, columns, rows) }));
  await notebook.result('tiles', resultOutput({ chart: chartOf(tiles, columns, rows) }));
  await notebook.result('grid', resultOutput({ table }));
});

after(async () => {
  await notebook.close();
});

async function fills(id: string): Promise<(string | null)[]> {
  return notebook.page
    .locator(`#${id} .ms-canvas .mark-rect.role-mark path`)
    .evaluateAll(marks => marks.map(mark => mark.getAttribute('fill')));
}

async function usePalette(palette: Palette): Promise<void> {
  await notebook.hear({ type: 'appearance', palette });
}

/** `rgb(1, 2, 3)` of a colour as it is written in the variable `name` of the grid's output. */
async function variable(name: string): Promise<string> {
  return notebook.page.locator('#grid .ms-output').evaluate((output, own) => {
    const probe = document.createElement('span');
    probe.style.color = getComputedStyle(output).getPropertyValue(own);
    output.append(probe);
    const { color: shown } = getComputedStyle(probe);
    probe.remove();
    return shown;
  }, name);
}

test('the renderer asks for the palette', async () => {
  assert.deepEqual((await notebook.sent())[0], { type: 'appearance' });
});

test('charts and tables follow the palette and the theme without a run, in every theme', async () => {
  const sent = (await notebook.sent()).length;
  const seen = new Set<string>();
  for (const theme of Object.values(themes)) {
    await notebook.theme(theme);
    for (const palette of palettes) {
      await usePalette(palette);
      const [bull, bear] = [await variable('--ms-bull'), await variable('--ms-bear')];
      await notebook.page.waitForFunction(
        wanted => {
          const shown = (selector: string): string[] =>
            [...document.querySelectorAll(selector)].map(mark => getComputedStyle(mark).fill);
          const marks = ['#bars', '#tiles'].map(id =>
            shown(`${id} .ms-canvas .mark-rect.role-mark path`),
          );
          return marks.every(own => own.join() === wanted.join());
        },
        [bull, bear],
      );
      const [up, down] = await notebook.page
        .locator('#grid .ms-side .ms-text')
        .evaluateAll(cells => cells.map(cell => getComputedStyle(cell).color));
      assert.deepEqual(
        [up, down],
        [await variable('--ms-bull-text'), await variable('--ms-bear-text')],
      );
      seen.add(`${bull} ${bear}`);
    }
  }
  assert.equal((await notebook.sent()).length, sent);
  assert.ok(seen.size >= 10, `${seen.size} pairs of colours`);
});

test('green and red change places', async () => {
  await notebook.theme(themes.light);
  await usePalette('greenUp');
  await notebook.page.waitForFunction(
    green =>
      document.querySelector('#bars .ms-canvas .mark-rect.role-mark path')?.getAttribute('fill') ===
      green,
    '#1a7f37',
  );
  const green = await fills('bars');
  await usePalette('redUp');
  await notebook.page.waitForFunction(
    ([red]) =>
      document.querySelector('#bars .ms-canvas .mark-rect path')?.getAttribute('fill') === red,
    [green[1]],
  );
  assert.deepEqual(await fills('bars'), [...green].reverse());
});

test('a side is told by a triangle too, which is not copied', async () => {
  const cells = notebook.page.locator('#grid .ms-side .ms-text');
  const marks = await cells.evaluateAll(all =>
    all.map(cell => getComputedStyle(cell, '::before').content),
  );
  assert.deepEqual(marks, ['"▲ "', '"▼ "']);
  assert.deepEqual(await cells.allTextContents(), ['bullish', 'bearish']);
});

test('a palette that is none is the standard one', async () => {
  await usePalette('greenUp');
  await notebook.hear({ type: 'appearance', palette: 'url(https://example.invalid)' });
  await notebook.page.waitForFunction(
    () =>
      document.querySelector('#bars .ms-canvas .mark-rect path')?.getAttribute('fill') ===
      '#1a85ff',
  );
});

test('a chart offers to be edited', async () => {
  const table = { id: 'result-7', columns, rowCount: 2, rows };
  const spec = { data: { name: 'result' }, mark: 'bar', encoding: position };
  const chart = chartOf(spec, columns, rows);
  await notebook.result('both', resultOutput({ chart, table }));
  const press = async (id: string, name: string): Promise<unknown> => {
    await notebook.page.locator(`#${id}`).hover();
    await notebook.page.locator(`#${id}`).getByRole('button', { name }).click();
    return (await notebook.sent()).at(-1);
  };
  assert.deepEqual(await press('both', 'Edit as Vega-Lite'), {
    ...{ type: 'cellCommand', fetchedAt: '2026-11-20T12:00:00Z' },
    command: 'editAsVegaLite',
    resultId: 'result-7',
  });
  const edit = notebook.page.locator('#grid').getByRole('button', { name: 'Edit as Vega-Lite' });
  assert.equal(await edit.count(), 0);
});

test('what the browser draws itself, such as a checkbox, is as dark as the theme', async () => {
  const isDark = { 'vscode-dark': true, 'vscode-high-contrast': true };
  for (const theme of Object.values(themes)) {
    await notebook.theme(theme);
    const scheme = await notebook.page
      .locator('#grid .ms-output')
      .evaluate(output => getComputedStyle(output).colorScheme);
    assert.equal(scheme === 'dark', theme.kind in isDark, `${theme.kind}: ${scheme}`);
  }
});

test('among selected cells the one that has the keyboard is seen, in every theme', async () => {
  const cells = notebook.page.locator('#grid .ms-row .ms-cell');
  const lookOf = (cell: Locator): Promise<string> =>
    cell.evaluate(node => {
      const { backgroundColor, backgroundImage, outline } = getComputedStyle(node);
      return `${outline} ${backgroundColor} ${backgroundImage}`;
    });
  await cells.first().click();
  await notebook.page.keyboard.press('Shift+ArrowRight');
  const active = notebook.page.locator('#grid .ms-active:focus');
  const other = notebook.page.locator('#grid .ms-selected:not(.ms-active)');
  for (const theme of Object.values(themes)) {
    await notebook.theme(theme);
    assert.notEqual(await lookOf(active), await lookOf(other.first()), theme.kind);
    const [, width] = /(\d+)px/.exec(await lookOf(active)) ?? [];
    // Where all selected cells have a frame, a frame alone does not tell.
    assert.equal(Number(width) > 1, theme.kind.includes('high-contrast'), theme.kind);
  }
});

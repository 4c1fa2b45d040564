import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { legible, markContrast } from '../../../src/view/chart/contrast';
import { until } from '../../support/until';
import { NotebookPage } from './notebookPage';
import { facetChart, lineChart, overlayTable, resultOutput } from './outputs';
import { themes } from './themes';
import { resizePage } from './resizePage';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

beforeEach(async () => {
  await notebook.dispose('c');
  await notebook.theme(themes.light);
  await resizePage(notebook.page, { width: 900, height: 700 });
});

function output(): Locator {
  return notebook.page.locator('#c');
}

/** The colours of a chart's marks. */
async function strokes(): Promise<string[]> {
  return output()
    .locator('.ms-canvas .mark-line path')
    .evaluateAll(paths => paths.map(path => path.getAttribute('stroke') ?? ''));
}

const description = '--vscode-descriptionForeground';

test('another theme colours the chart anew, without running the cell', async () => {
  await notebook.result('c', resultOutput({ chart: lineChart(2) }));
  const sent = (await notebook.sent()).length;
  for (const theme of Object.values(themes)) {
    await notebook.theme(theme);
    const isHighContrast = theme === themes.highContrast || theme === themes.highContrastLight;
    const blue = theme.variables['--vscode-charts-blue'] ?? '';
    const orange =
      theme === themes.highContrast
        ? '#ffa94d'
        : legible(
            theme.variables['--vscode-charts-orange'] ?? '',
            theme.variables['--vscode-editor-background'] ?? '',
            markContrast,
          );
    await notebook.page.waitForFunction(
      ([colour, label]) =>
        document.querySelector(`#c .ms-canvas .mark-line path[stroke="${colour}"]`) !== null &&
        document.querySelector('#c .ms-canvas .role-axis-label text')?.getAttribute('fill') ===
          label,
      // In high contrast, no text is paler than the others.
      [blue, theme.variables[isHighContrast ? '--vscode-editor-foreground' : description]],
    );
    assert.deepEqual((await strokes()).sort(), [blue, orange].sort());
  }
  assert.equal((await notebook.sent()).length, sent);
});

test('a chart that was hidden while the theme changed is right when it is shown again', async () => {
  await notebook.result('c', resultOutput({ chart: lineChart(1), table: overlayTable(3) }));
  await output().hover();
  await output().getByRole('button', { name: 'Show table' }).click();
  await notebook.theme(themes.dark);
  await output().getByRole('button', { name: 'Show chart' }).click();
  const blue = themes.dark.variables['--vscode-charts-blue'];
  await output()
    .locator(`.ms-canvas .mark-line path[stroke="${blue}"]`)
    .waitFor({ state: 'attached' });
});

test('a chart stays until it is drawn anew, for another theme or width', async () => {
  await notebook.result('c', resultOutput({ chart: facetChart() }));
  await output()
    .locator('.ms-canvas')
    .evaluate(canvas => {
      const look = () => canvas.querySelectorAll(':scope > .ms-drawing .mark-line path').length;
      new MutationObserver(() => {
        canvas.setAttribute('data-fewest', String(Math.min(look(), fewest())));
      }).observe(canvas, { childList: true, subtree: true });
      const fewest = () => Number(canvas.getAttribute('data-fewest') ?? Infinity);
    });
  const before = await strokes();
  await notebook.theme(themes.dark);
  await until(async () => (await strokes()).join() !== before.join());
  const width = () =>
    output()
      .locator('.ms-canvas svg')
      .evaluate(svg => svg.clientWidth);
  const wide = await width();
  await resizePage(notebook.page, { width: 600, height: 700 });
  await until(async () => (await width()) < wide);
  assert.equal(await output().locator('.ms-canvas').getAttribute('data-fewest'), '6');
});

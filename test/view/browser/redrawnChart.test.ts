import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { categoryColours } from '../../../src/core/visualise/categoryColours';
import { themeColours, type ThemeKind } from '../../../src/view/chart/themeColours';
import { categoryTheme } from '../../../src/view/chart/vegaConfig';
import { until } from '../../support/until';
import { NotebookPage } from './notebookPage';
import { facetChart, lineChart, lineNames, overlayTable, resultOutput } from './outputs';
import { themes, type Theme } from './themes';
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
  for (const [kind, theme] of Object.entries(themes) as [ThemeKind, Theme][]) {
    await notebook.theme(theme);
    const isHighContrast = kind === 'highContrast' || kind === 'highContrastLight';
    const read = (name: string): string => theme.variables[`--vscode-${name}`] ?? '';
    const colours = categoryTheme(themeColours(kind, read, 'colourBlind'));
    await notebook.page.waitForFunction(
      label =>
        document.querySelector('#c .ms-canvas .role-axis-label text')?.getAttribute('fill') ===
        label,
      // In high contrast, no text is paler than the others.
      theme.variables[isHighContrast ? '--vscode-editor-foreground' : description],
    );
    assert.deepEqual(await strokes(), categoryColours(lineNames(2), colours));
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

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Frame, Locator } from 'playwright-core';
import { isDrawn, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { repeat } from '../../support/repeat';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const name = 'drawing.signals';
const cell = (sql: string): string => `\`\`\`{sql}\n${sql}\n\`\`\`\n`;
const notebook =
  cell('SELECT name, bull_bear_score AS score, side FROM bullish_stocks(amount := 8)') +
  cell(`SELECT name, bull_bear_score AS score, side FROM bearish_stocks(amount := 8)
VISUALISE score AS x, name AS y, side AS fill DRAW bar
LABEL title => 'Who is most bearish?', x => 'Score'`) +
  cell(`SELECT i AS tick, 100 + 8 * sin(i / 90000) + hash(i) % 1000 / 250 AS price
FROM range(1000000) t(i)
VISUALISE tick AS x, price AS y DRAW line`) +
  cell(`SELECT hash(i) % 9973 / 100 AS x, sqrt(hash(i + 1) % 9967) + hash(i) % 9973 / 100 AS y
FROM range(200000) t(i)
VISUALISE x, y DRAW point`);
/** Not before they ran: each change would be drawn in the whole of it. */
const allCells = { width: 1200, height: 3000 };

for (const version of testedVersions) {
  describe(`cells with charts in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    let frame: Frame;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: workspace => writeFile(path.join(workspace, name), notebook),
      });
      await window.openFromExplorer(name);
      await window.runAll();
      await window.resize(allCells);
      await drawn(window, 4);
      frame = await outputFrame(window.page);
    });
    after(() => window?.close());

    test('draw a million rows reduced, and 200,000 points as tiles, and say so', async () => {
      const line = outputWith(frame, 'The line was reduced from 1,000,000 rows');
      await line.locator('.ms-notes').getByText('first, last, lowest and highest').waitFor();
      await line.locator('.ms-footer').getByText('1,000,000 rows').waitFor();
      const points = outputWith(frame, '200,000 points are more than a chart can show');
      await points.locator('.ms-notes').getByText('counted in tiles').waitFor();
      await window.screenshot(`charts-sizes-${version}`);
    });

    test('are edited as Vega-Lite in cells below that draw the same', async () => {
      const chart = outputWith(frame, 'bearish_stocks');
      const bars = await barsOf(chart);
      assert.equal(bars.length, 8);
      await press(chart, 'Edit as Vega-Lite');
      await drawn(window, 6);
      const specification = window.page.locator('.code-cell-row', { hasText: '"$schema"' });
      await specification.getByText('"chart_data"').waitFor();
      await window.screenshot(`charts-edited-${version}`);
      const edited = frame
        .locator('.ms-output:has(.ms-chart)')
        .filter({ hasNotText: 'bearish_st' });
      const withBars = edited.filter({ has: frame.locator('.mark-rect.role-mark') });
      await window.untilNoCellRuns();
      // VS Code may render the output once more when the run has ended.
      const both = () => Promise.all([barsOf(withBars.first()), barsOf(chart)]);
      await until(
        async () => {
          const [copy, original] = await both();
          return copy.length === bars.length && isDeepStrictEqual(copy, original);
        },
        async () => JSON.stringify(await both()),
      );
    });

    test('are suggested for a table by the command, and chosen, and undone, by keyboard', async () => {
      const cell = window.page.locator('.code-cell-row', { hasText: 'FROM bullish_stocks' });
      const clause = cell.locator('.view-line', { hasText: 'VISUALISE' });
      await cell.locator('.view-line').first().click();
      await window.runCommand('Signals: Suggest Charts…');
      const cards = outputWith(frame, 'bullish_stocks').locator('.ms-card');
      await cards.locator('svg').nth(1).waitFor();
      await frame.locator('.ms-card:focus').waitFor();
      await window.screenshot(`charts-suggested-${version}`);
      await window.page.keyboard.press('Enter');
      await clause.waitFor();
      await reachesVsCode(window);
      await window.untilNoCellRuns();
      // The cell's code need not have the keyboard.
      assert.equal(await cell.locator('.monaco-editor.focused').count(), 0);
      await window.page.keyboard.press('Control+z');
      await clause.waitFor({ state: 'detached' });
    });

    test('are suggested by the button of a result, and the chosen clause is written and drawn', async () => {
      const output = outputWith(frame, 'bullish_stocks');
      await repeat(output.locator('.ms-suggestions'), () => press(output, 'Suggest charts…'));
      await output.locator('.ms-card', { hasText: 'Ranked bars' }).click();
      const written = window.page.locator('.code-cell-row', { hasText: 'FROM bullish_stocks' });
      await written.locator('.view-line', { hasText: 'VISUALISE' }).waitFor();
      await reachesVsCode(window);
      const chart = outputWith(frame, 'bullish_stocks').filter({ has: frame.locator('.ms-chart') });
      await chart.locator('.ms-footer').waitFor();
      await window.untilNoCellRuns();
      await drawn(window, 6);
      // VS Code may render the output once more when the run has ended.
      const bars = async (): Promise<number> => (await barsOf(chart)).length;
      await until(
        async () => (await bars()) === 8,
        async () => `${await bars()} bars`,
      );
      await window.screenshot(`charts-chosen-${version}`);
    });

    test('that were chosen by a press are taken back by undo, and come again by redo', async () => {
      const { page } = window;
      const cell = page.locator('.code-cell-row', { hasText: 'FROM bullish_stocks' });
      const clause = cell.locator('.view-line', { hasText: 'VISUALISE' });
      assert.equal(await cell.locator('.monaco-editor.focused').count(), 0);
      await page.keyboard.press('Control+z');
      await clause.waitFor({ state: 'detached' });
      await page.locator('.notebook-editor .monaco-list:focus').waitFor();
      // Each key is pressed as soon as the one before has shown its effect.
      for (const redo of ['Control+y', 'Control+Shift+Z', 'Control+y']) {
        await page.keyboard.press(redo);
        await clause.waitFor();
        await page.keyboard.press('Control+z');
        await clause.waitFor({ state: 'detached' });
      }
      await cell.locator('.view-line').first().click();
      await cell.locator('.monaco-editor.focused').waitFor();
      await page.keyboard.press('Control+y');
      await clause.waitFor();
    });

    test('that are suggested while a cell runs come when it has ended, and say so', async () => {
      const other = window.page.locator('.code-cell-row', { hasText: 'FROM bearish_stocks' });
      await other.locator('.view-line').first().click();
      // The chosen chart has the focus, and keys go to it while the focus is on its way to the code.
      await other.locator('.monaco-editor.focused').waitFor();
      await window.page.keyboard.press('Control+a');
      await window.page.keyboard.insertText(
        'SELECT count(*) FROM range(1000000) a, range(1000000) b',
      );
      await window.page.keyboard.press('Control+Enter');
      await window.cellIcon('executing').first().waitFor();
      const output = outputWith(frame, 'bullish_stocks');
      const waits = output.getByText('Previews appear when the running cell');
      // The output above goes as its cell runs, and what is below moves from under the pointer. A second press would close
      // what the first one has opened.
      const isOpen = output.locator('.ms-suggestions');
      await repeat(isOpen, () => press(output, 'Suggest charts…'));
      await waits.waitFor();
      await window.page.locator('.code-cell-row', { hasText: 'range(1000000) b' }).hover();
      await window.stopCell();
      await output.locator('.ms-card svg').nth(1).waitFor();
      await output.getByText('Previews appear').waitFor({ state: 'detached' });
    });
  });
}

/** Waits until as many outputs are there and complete. */
async function drawn({ page }: VsCodeWindow, count: number): Promise<void> {
  await waitForOutputs(page, all => all.length === count && all.every(isDrawn));
}

function outputWith(frame: Frame, text: string): Locator {
  return frame.locator('.ms-output').filter({ hasText: text }).first();
}

/** A key is pressed once, as a person does. */
async function reachesVsCode({ page }: VsCodeWindow): Promise<void> {
  await page.keyboard.press('F1');
  const palette = page.locator('.quick-input-widget');
  await palette.waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'hidden' });
}

/** The outlines of the bars, as SVG has them. */
function barsOf(output: Locator): Promise<string[]> {
  return output
    .locator('.ms-canvas .mark-rect.role-mark path')
    .evaluateAll(bars => bars.map(bar => bar.getAttribute('d') ?? ''));
}

async function press(output: Locator, label: string): Promise<void> {
  await output.locator('.ms-result').hover();
  await output.getByRole('button', { name: label }).click();
}

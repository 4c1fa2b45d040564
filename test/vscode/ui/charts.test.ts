import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { fromTop, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { repeatUntil } from '../../support/repeat';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const name = 'charts.signals';
const stocks = `SELECT left(name, 18) AS name, bull_bear_score AS score, side
FROM (FROM bullish_stocks(amount := 6) UNION ALL FROM bearish_stocks(amount := 6)) ORDER BY score DESC`;
const cell = (sql: string) => `\`\`\`{sql}\n${sql}\n\`\`\`\n`;
const notebook =
  cell(`${stocks}\nVISUALISE score AS x, name AS y, side AS fill DRAW bar`) +
  cell(`FROM bull_bear_score_ts(['demo0001', 'demo0002', 'demo0003', 'demo0004'], date_from := current_date - 60)
VISUALISE date AS x, score AS y DRAW line FACET entity`) +
  cell(stocks) +
  cell('SELECT i, i * 2 AS n FROM range(500) t(i)') +
  cell("SELECT 'end' AS last FROM range(3)");

const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  'high-contrast': 'Default High Contrast',
};
/** One thing changes at a time, so that no look in between passes for the next. The tests of the views have every theme. */
const looks = [
  { kind: 'light', palette: 'greenUp' },
  { kind: 'light', palette: 'colourBlind' },
  { kind: 'dark', palette: 'colourBlind' },
  { kind: 'high-contrast', palette: 'colourBlind' },
] as const;
/** Not while cells run or settings are typed: each change would be drawn in the whole of it. */
const allCells = { width: 1200, height: 2600 };
const usual = { width: 1000, height: 700 };

for (const version of testedVersions) {
  describe(`charts in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    let frame: Frame;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        settings: settingsOf(looks[0]),
        prepare: workspace => writeFile(path.join(workspace, name), notebook),
      });
      await window.openFromExplorer(name);
      await window.runAll();
      await window.resize(allCells);
      await waitForOutputs(window.page, drawn => drawn.length === 5);
      frame = await outputFrame(window.page);
    });
    after(() => window?.close());

    /** The fills of the bars, each once. */
    function barColours(): Promise<string> {
      return frame
        .locator('.ms-canvas .mark-rect.role-mark path')
        .evaluateAll(bars => [...new Set(bars.map(bar => bar.getAttribute('fill')))].join());
    }

    test('take the theme and the palette without a run', async () => {
      const icons = await window.cellIcon('success').count();
      const seen: string[] = [];
      for (const look of looks) {
        const { kind, palette } = look;
        if (look !== looks[0]) {
          await window.resize(usual);
          await window.changeSettings(settingsOf(look));
          await window.resize(allCells);
        }
        const body = `body[data-vscode-theme-kind="vscode-${kind}"][data-ms-palette="${palette}"]`;
        await frame.locator(body).waitFor({ state: 'attached' });
        const isNew = async () => !['', ...seen].includes(await barColours());
        await until(isNew);
        seen.push(await barColours());
        await window.screenshot(`charts-${kind}-${palette}-${version}`);
      }
      await until(async () => (await window.cellIcon('success').count()) === icons);
    });

    test('are as wide as the cell after the side bar is put away and brought back', async () => {
      const cellWidth = (): Promise<number> =>
        frame
          .locator('.ms-canvas')
          .first()
          .evaluate(canvas => canvas.clientWidth);
      for (let turn = 0; turn < 2; turn++) {
        const before = await cellWidth();
        await window.runCommand('View: Toggle Primary Side Bar Visibility');
        await frame.waitForFunction(
          old => document.querySelector('.ms-canvas')?.clientWidth !== old,
          before,
        );
        await frame.waitForFunction(() => {
          const canvases = [...document.querySelectorAll('.ms-canvas')];
          const isAsWide = canvases.map(canvas => {
            const drawn = canvas.querySelector('svg')?.getBoundingClientRect().width ?? 0;
            return drawn <= canvas.clientWidth && drawn > canvas.clientWidth * 0.85;
          });
          return isAsWide.join() === 'true,true';
        });
      }
    });

    test('and short tables let the wheel scroll the notebook, long tables at their ends', async () => {
      await window.resize(usual);
      const { page } = window;
      const placeOf = async (selector: string, nth: number): Promise<Locator> =>
        (await fromTop(frame, selector))[nth] ?? frame.locator(selector).nth(nth);
      const turnOver = async (place: Locator, pixels: number): Promise<void> => {
        const box = await place.boundingBox();
        assert.ok(box);
        await page.mouse.move(box.x + box.width / 3, box.y + Math.min(40, box.height / 2));
        await page.mouse.wheel(0, pixels);
      };
      const moves = async (selector: string, nth: number, pixels: number): Promise<void> => {
        const place = await placeOf(selector, nth);
        const before = (await place.boundingBox())?.y ?? 0;
        // VS Code keeps the wheel for a moment with what scrolled last: a person turns it again.
        await until(async () => {
          await turnOver(place, pixels);
          return Math.abs(((await place.boundingBox())?.y ?? 0) - before) >= 10;
        });
      };
      await window.scrollToTop();
      await moves('.ms-canvas', 0, 120);
      await window.scrollToCell('entity');
      await moves('.ms-canvas', 1, 120);
      await window.scrollToCell('range(500)');
      const grid = await placeOf('.ms-table', 1);
      let before: number | undefined;
      await repeatUntil(
        () => grid.evaluate(node => node.scrollTop > 0),
        async () => {
          before = (await grid.boundingBox())?.y;
          await turnOver(grid, 100);
        },
      );
      assert.equal((await grid.boundingBox())?.y, before);
      await grid.evaluate(node => node.scrollTo({ top: 0 }));
      await moves('.ms-table', 1, -120);
    });
  });
}

function settingsOf({ kind, palette }: (typeof looks)[number]): Record<string, string> {
  return { 'workbench.colorTheme': themes[kind], 'signals.charts.palette': palette };
}

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { fromTop, isDrawn, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';
import { repeat } from '../../support/repeat';

const name = 'mark-rows.signals';
const cell = (sql: string) => `\`\`\`{sql}\n${sql}\n\`\`\`\n`;
const scores = `FROM bull_bear_score_ts(['demo0001', 'demo0002'], date_from := current_date - 60)`;
const notebook =
  cell(`${scores}\nVISUALISE score AS x, entity AS fill DRAW histogram SETTING bins => 6`) +
  cell(`${scores}\nVISUALISE date AS x, score AS y, entity AS stroke DRAW line`);

/** What the filters of a mark's rows say: the scores of two companies on some 50 trading days. */
const narrowed = /of \d{2,3} rows/;

const allCells = { width: 1000, height: 1500 };
const usual = { width: 1000, height: 700 };

for (const version of testedVersions) {
  describe(`the rows of marks in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    let frame: Frame;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: workspace => writeFile(path.join(workspace, name), notebook),
      });
      await window.openFromExplorer(name);
      await window.runAll();
      await window.resize(allCells);
      await waitForOutputs(window.page, drawn => drawn.length === 2 && drawn.every(isDrawn));
      frame = await outputFrame(window.page);
    });
    after(() => window?.close());

    const output = async (at: number): Promise<Locator> => {
      const all = await fromTop(frame, '.ms-output');
      const found = all[at];
      assert.ok(found);
      return found;
    };
    const said = (place: Locator): Locator => place.locator('.ms-mark-rows');

    test('are shown below a histogram that is clicked, and Escape closes them', async () => {
      const place = await output(0);
      // A click on a chart that is drawn anew at that moment is lost.
      await repeat(said(place).filter({ hasText: /^\d+ rows? of the mark: Score/ }), () =>
        place.locator('.ms-canvas .mark-rect.role-mark path').nth(2).click(),
      );
      const [count] = (await said(place).innerText()).split(' ');
      await place
        .locator('.ms-filters')
        .filter({ hasText: `${count} of` })
        .waitFor();
      await window.screenshot(`mark-rows-light-${version}`);
      await place.locator('[role=gridcell]').first().click();
      await frame.waitForFunction(() => document.hasFocus());
      await window.page.keyboard.press('Escape');
      await window.page.keyboard.press('Escape');
      await said(place).waitFor({ state: 'hidden' });
      assert.equal(await place.locator('[role=grid]').isVisible(), false);
    });

    test('are legible in the dark', async () => {
      await window.resize(usual);
      await window.changeSettings({ 'workbench.colorTheme': 'Default Dark Modern' });
      await window.resize(allCells);
      const dark = frame.locator('body[data-vscode-theme-kind="vscode-dark"]');
      await dark.waitFor({ state: 'attached' });
      const place = await output(0);
      await repeat(place.locator('.ms-filters').filter({ hasText: narrowed }), () =>
        place.locator('.ms-canvas .mark-rect.role-mark path').nth(2).click(),
      );
      // The notebook makes room for the table.
      await until(async () => {
        const [upper, lower] = await Promise.all(
          [place, await output(1)].map(each => each.boundingBox()),
        );
        return !!upper && !!lower && upper.y + upper.height < lower.y;
      });
      await window.screenshot(`mark-rows-dark-${version}`);
    });

    test('go to an editor tab with their table', async () => {
      const place = await output(0);
      await place.getByRole('button', { name: 'Open in editor tab' }).click();
      const isInTab = async (one: Frame): Promise<boolean> =>
        (await one.locator('body.ms-tab .ms-filters').filter({ hasText: narrowed }).count()) > 0;
      await until(async () =>
        (
          await Promise.all(window.page.frames().map(one => isInTab(one).catch(() => false)))
        ).includes(true),
      );
      await window.screenshot(`mark-rows-tab-${version}`);
      await window.runCommand('View: Close Editor');
      await until(async () => (await window.page.locator('.tab').count()) === 1);
    });

    test('are reached with the keyboard alone', async () => {
      const place = await output(1);
      const { keyboard } = window.page;
      // The notebook that is shown again takes the focus, and a chart that is drawn anew begins at its first mark.
      await repeat(said(place).filter({ hasText: /^1 row of the mark: Date/ }), async () => {
        await place.locator('.ms-canvas').focus();
        await place.locator('.ms-canvas:focus').waitFor();
        for (const key of ['ArrowRight', 'End', 'ArrowLeft', 'Enter']) {
          await keyboard.press(key);
        }
      });
      await place.locator('[role=gridcell]:focus').waitFor();
      await keyboard.press('Escape');
      await said(place).waitFor({ state: 'hidden' });
      await place.locator('.ms-canvas:focus .ms-mark-ring').waitFor();
      await window.screenshot(`mark-ring-${version}`);
    });

    test('lead to the events around the day of a point', async () => {
      const place = await output(1);
      const plot = place.locator('.ms-canvas');
      const around = said(place).getByRole('button', { name: /^Events around \d{4}-\d\d-\d\d$/ });
      await repeat(around, () => plot.click({ position: { x: 200, y: 120 } }));
      await around.click();
      await waitForOutputs(
        window.page,
        outputs =>
          outputs.length === 3 && outputs.some(({ footer }) => footer.includes('company_events')),
      );
      await window.screenshot(`mark-events-${version}`);
    });
  });
}

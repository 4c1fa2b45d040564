/**
 * A newcomer's first ten minutes in a real VS Code, step by step, each with its seconds. A step ends when what it is for is
 * seen; an error card, a cell that failed or an error notification fails it. `npm run stopwatch` runs it.
 */

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { fromTop, isDrawn, outputFrame, waitForOutputs } from '../support/notebookOutputs';
import { savedUnder } from '../support/saveDialog';
import { testedVersions } from '../support/testedVersions';
import { until } from '../support/until';
import { VsCodeWindow, wideViewport } from '../support/vscodeWindow';

/** High enough for the whole tour. */
const wholeTour = { width: 1400, height: 9000 };

for (const version of testedVersions) {
  describe(`the first ten minutes in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    let total = 0;
    let hasFailed = false;
    let name = '';
    const openedAt = performance.now();
    before(async () => {
      window = await VsCodeWindow.open(version);
      const { origin } = new URL(window.page.url());
      const permissions = ['clipboard-read', 'clipboard-write'];
      await window.page.context().grantPermissions(permissions, { origin });
      tell('open VS Code with the extension', openedAt);
    });
    after(async () => {
      console.log(`${seconds(total)}  all steps`);
      await window?.close();
    });

    function tell(title: string, startedAt: number): void {
      const ms = performance.now() - startedAt;
      total += ms;
      console.log(`${seconds(ms)}  ${title}`);
    }

    /** Steps rest on those before them: after one that failed none is tried. */
    function step(title: string, work: () => Promise<void>): void {
      test(title, async () => {
        assert.equal(hasFailed, false, 'A step before it failed.');
        const startedAt = performance.now();
        try {
          await work();
          tell(title, startedAt);
          assert.deepEqual(await errorsIn(window), []);
        } catch (error) {
          hasFailed = true;
          console.log(`  failed  ${title}\n${String(error).split('\n')[0]}`);
          await window.screenshot(`stopwatch-${title.replace(/\W+/g, '-')}`);
          throw error;
        }
        await window.screenshot(`stopwatch-${title.replace(/\W+/g, '-')}`);
      });
    }

    const rows = (text: string) =>
      window.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    const cells = () =>
      window.page.locator('.notebook-editor .code-cell-row').filter({ visible: true });

    async function first(): Promise<{ frame: Frame; output: Locator }> {
      const frame = await outputFrame(window.page);
      const [output] = await fromTop(frame, '.ms-output');
      assert.ok(output);
      return { frame, output };
    }

    async function press(label: string): Promise<void> {
      const { output } = await first();
      await output.locator('.ms-result').hover();
      await output.getByRole('button', { name: label }).click();
    }

    async function typeInLastCell(text: string): Promise<void> {
      await cells().last().locator('.view-lines').click();
      await window.page.keyboard.type(text);
    }

    /** Takes what the list of completion offers under this label, and what a newcomer sees of it. */
    async function complete(label: string): Promise<void> {
      const offer = window.page.locator('.suggest-widget.visible .monaco-list-row', {
        hasText: label,
      });
      await offer.first().click();
      await offer.first().waitFor({ state: 'hidden' });
    }

    step('open the tour', async () => {
      await window.runCommand('Signals: Open the Tour');
      await cells().first().waitFor();
    });

    step('run all of the tour', () => window.runAll());

    step('look at every output of the tour', async () => {
      await window.resize(wholeTour);
      await waitForOutputs(window.page, all => all.length >= 10 && all.every(isDrawn));
      assert.equal(await window.cellIcon('error').count(), 0);
      await window.resize(wideViewport);
    });

    step('begin a notebook', async () => {
      await window.runCommand('View: Close All Editors');
      await window.page.getByRole('button', { name: "Don't Save" }).click();
      await window.runCommand('Signals: New Notebook');
      await cells().first().waitFor();
    });

    step('write a query with completion', async () => {
      await typeInLastCell('FROM bulli');
      await complete('bullish_stocks');
      await cells().first().getByText('bullish_stocks').waitFor();
    });

    step('run it', async () => {
      await window.page.keyboard.press('Control+Enter');
      await waitForOutputs(window.page, all => all.some(({ kind }) => kind === 'table'));
      await window.untilNoCellRuns();
      const { output } = await first();
      const header = output.locator('[role="columnheader"][title^="name ·"]');
      const at = await header.getAttribute('aria-colindex');
      const names = await output
        .locator(`[role="gridcell"][aria-colindex="${at}"]`)
        .allInnerTexts();
      name = names.find(text => /^[A-Z][a-z]{4,} /.test(text)) ?? '';
      assert.notEqual(name, '');
    });

    step('sort it', async () => {
      const { output } = await first();
      const score = output.locator('[role="columnheader"][title^="bull_bear_score ·"]');
      await score.click();
      await score.and(output.locator('[aria-sort="ascending"]')).waitFor();
    });

    step('filter it', async () => {
      const { frame, output } = await first();
      const header = output.locator('[role="columnheader"][title^="name ·"]');
      await header.hover();
      await header.locator('.ms-menu-mark').click();
      await frame.getByRole('menu').getByText('Filter…', { exact: true }).click();
      const dialog = frame.getByRole('dialog', { name: 'Filter name' });
      await dialog.getByRole('button', { name: 'Choose values…' }).click();
      await dialog.getByRole('checkbox').first().check();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await output.getByText(/^\d+ of \d+ rows$/).waitFor();
    });

    step('copy it to a spreadsheet', async () => {
      await press('Copy all cells');
      const copied = (): Promise<string> =>
        window.page.evaluate(() => navigator.clipboard.readText());
      await until(async () => /^[^\n]*\tname\t[^\n]*\n[^\n]+\t/.test(await copied()), copied);
    });

    step('chart it', async () => {
      await press('Suggest charts…');
      const { output } = await first();
      await output.locator('.ms-card svg').first().waitFor();
      await output.locator('.ms-card').first().click();
      await waitForOutputs(window.page, all =>
        all.some(one => one.kind === 'chart' && isDrawn(one)),
      );
      await window.untilNoCellRuns();
    });

    step('save the picture', async () => {
      await press('Save chart as PNG…');
      const input = window.page.locator('.quick-input-widget input[type=text]');
      await until(async () => (await input.isVisible()) && /\.png$/.test(await input.inputValue()));
      const picture = await savedUnder(window, path.basename(await input.inputValue()));
      assert.equal(picture.toString('latin1', 1, 4), 'PNG');
    });

    step('find a company by its name', async () => {
      await window.runCommand('Notebook: Insert Code Cell Below');
      await cells().nth(1).locator('.monaco-editor.focused').waitFor();
      await window.page.keyboard.type(`FROM bull_bear_score_ts('${name.slice(0, 5)}`);
      await complete(name);
      await window.page.keyboard.press('Control+Enter');
      await waitForOutputs(window.page, all => all.length === 2 && all.every(isDrawn));
      await window.untilNoCellRuns();
    });

    step('change a parameter of a sample', async () => {
      await window.openFromExplorer('morningScreen.signals');
      await window.runAll();
      await window.runCommand('Signals: Set Parameter…');
      await rows('country').click();
      await rows('us').click();
      await window.page.getByRole('button', { name: /^Run \d+ Stale Cells?$/ }).click();
      await window.untilNoCellRuns();
      await window.page.locator('.cell-status-item', { hasText: 'country = us' }).first().waitFor();
    });
  });
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(6)} s`;
}

/** What of VS Code and of the outputs says that something failed. */
async function errorsIn({ page }: VsCodeWindow): Promise<string[]> {
  const cards = page.frames().map(frame => frame.locator('.ms-error').allInnerTexts());
  const notes = page
    .locator('.notification-toast:has(.codicon-error) .notification-list-item-message')
    .allInnerTexts();
  const cells = page.locator('.codicon-notebook-state-error').filter({ visible: true });
  const failed = (await cells.count()) > 0 ? ['A cell failed.'] : [];
  return [...(await Promise.all(cards)).flat(), ...(await notes), ...failed];
}

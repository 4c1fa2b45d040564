import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { tabFrame } from '../../support/editorTab';
import { outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { pickFromMenu, rowsOf } from '../../support/sideBarWindow';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const name = 'explorer.signals';
const query = `FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 40)),
  date_from := current_date - 60)`;
const notebook = `---
portfolios:
  mine: [demo0001, demo0002]
---

\`\`\`{sql}\n${query}\n\`\`\`\n`;
const wide = { width: 1500, height: 900 };

for (const version of testedVersions) {
  describe(`the explorer in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    let tab: Frame;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: workspace => writeFile(path.join(workspace, name), notebook),
      });
      await window.openFromExplorer(name);
      await window.runAll();
      await waitForOutputs(window.page, all => all.length === 1);
    });
    after(() => window?.close());

    /** The number of rows that counts and grid show alike, once it differs from an earlier one. */
    const rowsAfter = async (earlier: number | null): Promise<number> => {
      let rows = 0;
      await until(async () => {
        const counted = await tab.locator('.ms-x-body').getAttribute('data-ms-rows');
        const listed = await tab.locator('.ms-x-rows .ms-table').getAttribute('aria-rowcount');
        rows = Number(counted);
        return counted !== null && rows !== earlier && Number(listed) === rows + 1;
      });
      return rows;
    };

    test('is opened from an output, and narrows rows by facets, days and text', async () => {
      await window.resize(wide);
      const output = (await outputFrame(window.page)).locator('.ms-output').first();
      await output.getByRole('button', { name: 'Explore result' }).click();
      tab = await tabFrame(window, '.ms-x-value');
      const whole = await rowsAfter(null);
      assert.ok(whole > 100, String(whole));
      await window.screenshot(`explorer-beside-${version}`);
      await tab.locator('.ms-x-value', { hasText: /^past/ }).click();
      const past = await rowsAfter(whole);
      await tab.locator('.ms-x-value', { hasText: /^fact/ }).click();
      const facts = await rowsAfter(past);
      await tab.locator('.ms-x-value', { hasText: /^Company/ }).click({ modifiers: ['Alt'] });
      const others = await rowsAfter(facts);
      assert.ok(whole > past && past > facts && facts > others && others > 0);
      await tab.getByRole('button', { name: 'Back' }).click();
      assert.equal(await rowsAfter(others), facts);
      await tab.locator('.ms-x-plot-place').focus();
      await window.page.keyboard.press('Home');
      await window.page.keyboard.down('Shift');
      for (let day = 0; day < 30; day++) {
        await window.page.keyboard.press('ArrowRight');
      }
      await window.page.keyboard.up('Shift');
      await tab.locator('.ms-chip', { hasText: /^date from/ }).waitFor();
      const brushed = await rowsAfter(facts);
      await tab.locator('.ms-x-search').fill('stock');
      const found = await rowsAfter(brushed);
      assert.ok(facts > brushed && brushed > found && found > 0);
      await window.screenshot(`explorer-narrowed-${version}`);
      await tab.getByRole('button', { name: 'Back' }).click();
      assert.equal(await rowsAfter(found), brushed);
    });

    test('writes a cell that returns the same rows', async () => {
      const rows = await rowsAfter(null);
      await tab.getByRole('button', { name: 'Open as Cell' }).click();
      await waitForOutputs(window.page, all => all.length === 2);
      const outputs = (await outputFrame(window.page)).locator('.ms-output');
      await outputs.filter({ hasText: new RegExp(`\\b${rows} rows\\b`) }).waitFor();
      await window.screenshot(`explorer-cell-${version}`);
      await window.runCommand('File: Save');
      await until(async () =>
        /WHERE/.test(await readFile(path.join(window.workspace, name), 'utf8')),
      );
      const saved = await readFile(path.join(window.workspace, name), 'utf8');
      assert.match(
        saved,
        /date_from := current_date - 60\)\nWHERE temporality = 'past'\n {2}AND factuality = 'fact'\n {2}AND date BETWEEN DATE '/,
      );
    });

    test('begins with companies and days, and says first how many requests they take', async () => {
      await window.runCommand('Signals: Explore Events…');
      await window.page
        .locator('.quick-input-list .monaco-list-row', { hasText: 'bearish_stocks' })
        .click();
      await window.page
        .locator('.quick-input-list .monaco-list-row', {
          hasText: '50 companies × 7 days: 2 requests',
        })
        .waitFor();
      await window.screenshot(`explore-events-${version}`);
      await window.page
        .locator('.quick-input-list .monaco-list-row', { hasText: 'Last 7 days' })
        .click();
      await window.page.locator('.tab', { hasText: 'cell 3 · Explorer' }).waitFor();
      await window.runCommand('View: Close Editor');
    });

    test('begins with the companies of a portfolio of the side bar', async () => {
      await window.runCommand('View: Show Signals');
      const row = rowsOf(window, 'Portfolios', 'mine').first();
      await pickFromMenu(window, row, 'Explore Events…');
      await window.page
        .locator('.quick-input-list .monaco-list-row', {
          hasText: '2 companies × 60 days: 2 requests',
        })
        .click();
      await window.page.locator('.tab', { hasText: 'cell 4 · Explorer' }).waitFor();
      await window.runCommand('View: Close Editor');
      await window.runCommand('View: Show Explorer');
    });

    test('says that it is out of date when the kernel has been restarted', async () => {
      await window.runCommand('Signals: Restart Kernel');
      await tab.locator('.ms-banner', { hasText: 'has ended' }).waitFor();
      await window.screenshot(`explorer-ended-${version}`);
    });
  });
}

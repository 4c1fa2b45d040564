import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { isRecord } from '../../../src/core/base/json';
import { tryPress } from '../../support/repeat';
import { tabFrame } from '../../support/editorTab';
import { outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { savedUnder } from '../../support/saveDialog';
import { expandList, expandRow, pickFromMenu, rowsOf, stockRow } from '../../support/sideBarWindow';
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

    /** Saves the notebook and waits until its file contains this: VS Code does not mark what it saves by itself. */
    const saveNotebook = async (content: RegExp): Promise<void> => {
      await window.runCommand('File: Save All Files');
      await until(async () =>
        content.test(await readFile(path.join(window.workspace, name), 'utf8')),
      );
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
      await saveNotebook(
        /date_from := current_date - 60\)\nWHERE temporality = 'past'\n {2}AND factuality = 'fact'\n {2}AND date BETWEEN DATE '/,
      );
    });

    const explorerTab = () => window.page.locator('.tab', { hasText: 'cell 1 · Explorer' });

    /** Types a text where VS Code asks for one. VS Code ignores Enter until it has checked the text. */
    const answer = async (text: string): Promise<void> => {
      const box = window.page.locator('.quick-input-widget input[type=text]');
      await box.fill(text);
      // It closes after the extension host has checked the text: another Enter would go to what has the keyboard then.
      await until(async () => {
        await window.page.keyboard.press('Enter');
        return box.waitFor({ state: 'hidden', timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      });
    };

    /** The rows of VS Code's list that contain the text. */
    const offered = (text: string | RegExp) =>
      window.page.locator('.quick-input-list .monaco-list-row', { hasText: text });

    test('shows the details of a row, and what its score and volume cost before they are requested', async () => {
      await explorerTab().first().click();
      await tab.locator('.ms-row[aria-rowindex="2"] .ms-cell:not([aria-haspopup])').first().click();
      // The tab was just brought to the front: the focus may come later than the click.
      await tab.locator('.ms-row[aria-rowindex="2"] .ms-cell:focus').waitFor();
      await window.page.keyboard.press('Space');
      const details = tab.locator('.ms-x-details');
      await details.and(tab.locator(':focus')).waitFor();
      await details.locator('h3', { hasText: /mentions? of this event/ }).waitFor();
      await details.getByRole('button', { name: 'Load: 2 requests' }).click();
      await details.locator('svg[role=img]').waitFor();
      await details.getByText(/Sandbox · .* requests?/).waitFor();
      await window.screenshot(`explorer-details-${version}`);
      await details.focus();
      await window.page.keyboard.press('Escape');
      await details.waitFor({ state: 'hidden' });
      await tab.locator('.ms-row[aria-rowindex="2"] .ms-cell:focus').waitFor();
    });

    test('exports the rows that it shows, and says what was selected', async () => {
      const rows = await rowsAfter(null);
      await tab.getByRole('button', { name: 'Export rows…' }).click();
      await offered(/^\s*As shown/).click();
      await offered(/^\s*JSON/)
        .first()
        .click();
      const saved: unknown = JSON.parse(
        (await savedUnder(window, 'explorer - cell 1.json')).toString(),
      );
      assert.ok(isRecord(saved) && Array.isArray(saved['rows']) && isRecord(saved['provenance']));
      assert.equal(saved['rows'].length, rows);
      const { shown } = saved['provenance'];
      assert.ok(isRecord(shown) && Array.isArray(shown['filters']));
      assert.deepEqual(shown['filters'].slice(0, 2), ['temporality is past', 'factuality is fact']);
      assert.match(JSON.stringify(saved['provenance']), /copyright/i);
      await window.runCommand('Notifications: Clear All Notifications');
    });

    test('saves its question by name, and opens, renames and removes it in the side bar', async () => {
      await tab.getByRole('button', { name: 'Save question…' }).click();
      await answer('Past facts');
      await window.runCommand('Signals: Focus on Saved Questions View');
      const saved = (text: string) => rowsOf(window, 'Saved Questions', text);
      await saved('Past facts').waitFor();
      await window.screenshot(`explorer-saved-${version}`);
      await saved('Past facts').click();
      await explorerTab().nth(1).waitFor();
      // The tab in front is the one that was opened.
      await window.runCommand('View: Close Editor');
      await pickFromMenu(window, saved('Past facts').first(), 'Rename Question…');
      await answer('Old facts');
      await saved('Old facts').waitFor();
      await pickFromMenu(window, saved('Old facts').first(), 'Remove Question');
      await saved('Old facts').waitFor({ state: 'detached' });
      await window.page.getByRole('button', { name: 'Undo' }).click();
      await saved('Old facts').waitFor();
    });

    test('begins with companies, days and types, and says first how many requests they take', async () => {
      await window.runCommand('Signals: Explore Events…');
      await offered('bearish_stocks').click();
      await offered('Counts').filter({ hasText: '50 companies × 60 days: 2 requests' }).waitFor();
      await offered('Mentions').filter({ hasText: '50 companies × 60 days: 3 requests' }).waitFor();
      await offered(/Days.*last/).click();
      await offered('Other days…').click();
      await window.page.locator('.quick-input-box input').fill('2026-11-01');
      await window.page.getByText('The first and the last day, both included').first().waitFor();
      await window.page.keyboard.press('Escape');
      await offered(/Days.*last/).click();
      await offered('Last 7 days').click();
      await offered(/Event types/).click();
      await window.page.locator('.quick-input-box input').fill('E41');
      await offered(/E41Stock/)
        .first()
        .click();
      await window.screenshot(`explore-types-${version}`);
      await window.page.keyboard.press('Enter');
      await offered(/Event types.*E41_A, E41_B, E41_C/).waitFor();
      await window.screenshot(`explore-events-${version}`);
      await offered(/Counts.*50 companies × 7 days: 2 requests/).click();
      await window.page.locator('.tab', { hasText: 'cell 3 · Explorer' }).waitFor();
    });

    test('shows counts first, and loads the mentions of what is selected in them', async () => {
      const counts = await tabFrame(window, '.ms-x-overview');
      await counts.locator('.ms-x-value', { hasText: 'Stock Price Up' }).click();
      await counts.locator('.ms-chip', { hasText: 'Stock Price Up' }).waitFor();
      await window.screenshot(`explorer-counts-${version}`);
      await counts.getByRole('button', { name: 'Load Mentions…' }).dblclick();
      const dialog = window.page.locator('.monaco-dialog-box');
      await dialog.getByText(/× 7 days: \d+ request/).waitFor();
      await dialog.getByRole('button', { name: 'Load' }).click();
      await window.page.locator('.tab', { hasText: 'cell 4 · Explorer' }).waitFor();
      await saveNotebook(/event_ids := \['E41_A'\]/);
      await window.runCommand('View: Close Editor');
      await window.runCommand('View: Close Editor');
    });

    test('begins with the companies of a portfolio, of a list, or with a type of the side bar', async () => {
      await window.runCommand('View: Show Signals');
      const row = rowsOf(window, 'Portfolios', 'mine').first();
      await pickFromMenu(window, row, 'Explore Events…');
      await offered(/Mentions.*2 companies × 60 days: 2 requests/).click();
      await window.page.locator('.tab', { hasText: 'cell 5 · Explorer' }).waitFor();
      await window.runCommand('View: Close Editor');
      await pickFromMenu(window, rowsOf(window, 'Overlays', 'Bullish').first(), 'Explore Events…');
      await offered(/Counts.*50 companies × 60 days: 2 requests/).waitFor();
      await window.page.keyboard.press('Escape');
      // A company of a list, and one of a portfolio: the question is of it alone.
      await expandList(window, 'Bullish');
      const listed = stockRow(window, 1);
      await pickFromMenu(window, listed, 'Explore Events…');
      await offered(/Counts.*1 company × 60 days: 1 request/).waitFor();
      await window.screenshot(`explore-company-${version}`);
      await window.page.keyboard.press('Escape');
      await rowsOf(window, 'Overlays', 'Bullish').first().click();
      const held = rowsOf(window, 'Portfolios', /Ulevquest|demo0001/).first();
      await expandRow(row, held);
      await pickFromMenu(window, held, 'Explore Events…');
      await offered(/Mentions.*1 company × 60 days: 2 requests/).waitFor();
      await offered(/Companies.*company:demo0001/).waitFor();
      await window.page.keyboard.press('Escape');
      await row.click();
      const type = rowsOf(window, 'Event Types', /QF AnnouncementE1_C/);
      await expandRow(rowsOf(window, 'Event Types', /^E1QF/), type);
      await pickFromMenu(window, type, 'Explore Events…');
      await offered(/mine/).click();
      await offered(/Event types.*E1_C/).waitFor();
      await window.page.keyboard.press('Escape');
      await window.runCommand('View: Show Explorer');
    });

    test('says that it is out of date when the kernel has been restarted, and asks again', async () => {
      await window.runCommand('Signals: Restart Kernel');
      await explorerTab().first().click();
      await tab.locator('.ms-banner', { hasText: 'has ended' }).waitFor();
      await window.screenshot(`explorer-ended-${version}`);
      await tab.locator('.ms-banner').getByRole('button', { name: 'Ask again' }).click();
      await until(() => tab.isDetached());
      tab = await tabFrame(window, '.ms-x-value');
      await tab.locator('.ms-chip', { hasText: 'factuality is fact' }).waitFor();
      await rowsAfter(null);
    });

    test('keeps its question when the window is loaded again, and asks it on request', async () => {
      await saveNotebook(/(```\{sql\}[^]*){5}/);
      await window.reload('"columns":["temporality"');
      // VS Code may put the notebook in front again while it restores the editors.
      const select = async (): Promise<void> => {
        if ((await explorerTab().first().getAttribute('aria-selected')) !== 'true') {
          await explorerTab().first().click();
        }
      };
      await until(async () => {
        await select();
        const buttons = window.page.frames().map(frame => frame.locator('.ms-tab .ms-button'));
        const counts = await Promise.all(buttons.map(each => each.count().catch(() => 0)));
        return counts.some(count => count > 0);
      });
      const gone = await tabFrame(window, '.ms-button');
      await gone.getByText('factuality is fact').waitFor();
      await window.screenshot(`explorer-gone-${version}`);
      await until(async () => {
        await select();
        return tryPress(gone.getByRole('link', { name: 'Ask Again' }));
      });
      tab = await tabFrame(window, '.ms-x-value');
      await tab.locator('.ms-chip', { hasText: 'factuality is fact' }).waitFor();
      await rowsAfter(null);
      await window.screenshot(`explorer-again-${version}`);
    });
  });
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { read, utils } from '@e965/xlsx';
import type { Frame, Locator } from 'playwright-core';
import { isRecord } from '../../../src/core/base/json';
import { isPlainSvg } from '../../../src/core/protocol/plainSvg';
import { tabFrame } from '../../support/editorTab';
import { fromTop, isDrawn, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { repeat } from '../../support/repeat';
import { savedUnder, takeOffered } from '../../support/saveDialog';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const name = 'away.signals';
const notebook = `---
title: Who leads?
---

\`\`\`{sql}
SELECT range AS i, '=t' || range AS t FROM range(1000) WHERE EXISTS (FROM bullish_stocks(amount := 1))
\`\`\`

\`\`\`{sql}
SELECT entity, rank FROM bullish_stocks(amount := 8)
VISUALISE rank AS x, entity AS y
DRAW bar
LABEL title => 'Who is most bullish?'
\`\`\`
`;

for (const version of testedVersions) {
  describe(`taking results away in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    let frame: Frame;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        // Both results are in view with their buttons, and there is room for a tab beside them.
        viewport: { width: 1920, height: 1200 },
        prepare: workspace => writeFile(path.join(workspace, name), notebook),
      });
      const { origin } = new URL(window.page.url());
      const permissions = ['clipboard-read', 'clipboard-write'];
      await window.page.context().grantPermissions(permissions, { origin });
      await window.openFromExplorer(name);
      await window.runAll();
      await waitForOutputs(
        window.page,
        all =>
          all
            .filter(isDrawn)
            .map(({ kind }) => kind)
            .sort()
            .join() === 'chart,table',
      );
      frame = await outputFrame(window.page);
    });
    after(() => window?.close());

    /** The tool of the output that shows first or last. */
    async function press(label: string, place: 'first' | 'last', from = frame): Promise<void> {
      const result = await atEnd(from, place);
      await result.scrollIntoViewIfNeeded();
      await result.hover();
      await result.getByRole('button', { name: label }).click();
    }

    /** Chooses in the quick pick, by the start of a label. */
    async function choose(label: string): Promise<void> {
      const row = window.page.locator('.quick-input-list .monaco-list-row');
      await row
        .filter({ hasText: new RegExp(`^\\s*${label}`) })
        .first()
        .click();
    }

    test('a result is saved as a workbook by way of the dialog', async () => {
      await press('Export result…', 'first');
      await window.screenshot(`export-formats-${version}`);
      await choose('Excel workbook');
      const book = read(await savedUnder(window, 'Who leads - cell 1.xlsx'));
      assert.deepEqual(book.SheetNames, ['Result', 'Provenance']);
      assert.ok(book.Sheets['Result']);
      const rows = utils.sheet_to_json(book.Sheets['Result'], { header: 1 });
      assert.deepEqual([rows.length, rows[1], rows.at(-1)], [1001, [0, '=t0'], [999, '=t999']]);
    });

    test('a sorted grid asks whether the whole or what is shown goes', async () => {
      const grid = frame.locator('.ms-table').first();
      await grid.getByRole('columnheader').first().click();
      await grid.locator('[aria-sort="ascending"]').waitFor();
      await grid.getByRole('columnheader').first().click();
      await grid.getByRole('gridcell', { name: '999', exact: true }).first().waitFor();
      await press('Export result…', 'first');
      await window.page.getByText('sorted by i descending').waitFor();
      await window.screenshot(`export-part-${version}`);
      await choose('As shown');
      await choose('JSON');
      const json: unknown = JSON.parse(
        (await savedUnder(window, 'Who leads - cell 1.json')).toString(),
      );
      assert.ok(isRecord(json) && Array.isArray(json['rows']) && isRecord(json['provenance']));
      assert.deepEqual(json['rows'][0], { i: 999, t: '=t999' });
      assert.deepEqual(json['provenance']['shown'], {
        resultRowCount: 1000,
        filters: [],
        sort: ['i descending'],
        columns: ['i', 't'],
      });
    });

    test('selected cells are on the clipboard as text and as HTML', async () => {
      const grid = frame.locator('.ms-table').first();
      await grid.getByRole('gridcell', { name: '999', exact: true }).first().click();
      const last = grid.getByRole('gridcell', { name: '=t998', exact: true });
      await last.first().click({ modifiers: ['Shift'] });
      await last.first().and(grid.locator(':focus')).waitFor();
      await until(async () => {
        await window.page.keyboard.press('Control+c');
        return (await clipboard(window, 'text/plain')).includes('998');
      });
      const text = await clipboard(window, 'text/plain');
      assert.equal(text, "i\tt\n999\t'=t999\n998\t'=t998");
      const html = await clipboard(window, 'text/html');
      assert.match(html, /<th>i<\/th><th>t<\/th>/);
      assert.match(html, /=t998/);
    });

    test('the whole result is on the clipboard in the order of the grid', async () => {
      await press('Copy all cells', 'first');
      await frame.getByText('Copied 1,000 rows, 2 columns.').waitFor();
      const lines = (await clipboard(window, 'text/plain')).split('\n');
      assert.deepEqual([lines.length, lines[1], lines.at(-1)], [1001, "999\t'=t999", "0\t'=t0"]);
    });

    test('a table for a message is on the clipboard as Markdown, as it is shown', async () => {
      await press('Copy as Markdown', 'first');
      await frame.getByText('Copied the first 50 rows of 1,000 rows as Markdown.').waitFor();
      const markdown = await clipboard(window, 'text/plain');
      assert.match(markdown, /^\| i \| t \|\n\| ---: \| --- \|\n\| 999 \| =t999 \|\n/);
      assert.match(markdown, /Sorted by i descending/);
      assert.match(markdown, /SANDBOX synthetic/);
    });

    test('a chart is saved as PNG and as SVG', async () => {
      await press('Save chart as PNG…', 'last');
      const png = await savedUnder(window, 'Who leads - Who is most bullish.png');
      assert.equal(png.toString('latin1', 1, 4), 'PNG');
      assert.ok(png.includes('market_signals.provenance'));
      const said = window.page
        .locator('.notification-toast')
        .filter({ hasText: 'Saved the chart' });
      await said.getByRole('button', { name: 'Reveal in Explorer View' }).waitFor();
      await window.screenshot(`chart-saved-${version}`);
      await said.getByRole('button', { name: 'Open' }).click();
      await window.page
        .locator('.tab[aria-label^="Who leads - Who is most bullish.png"]')
        .waitFor();
      await window.page.locator(`.tab[aria-label^="${name}"]`).first().click();
      await waitForOutputs(window.page, all => all.filter(isDrawn).length === 2);
      frame = await outputFrame(window.page);
      await mkdir('out/screenshots', { recursive: true });
      await writeFile(`out/screenshots/saved-chart-${version}.png`, png);
      await press('Save chart as SVG…', 'last');
      const svg = (await savedUnder(window, 'Who leads - Who is most bullish.svg')).toString();
      assert.ok(isPlainSvg(svg));
      assert.ok(svg.includes('Synthetic data: not real market data.'));
      // The notification covers buttons of the output below it.
      await window.page
        .getByText('Saved the chart as Who leads - Who is most bullish.svg.')
        .first()
        .waitFor();
      await window.runCommand('Notifications: Clear All Notifications');
    });

    test('the dialog asks before a chart takes the place of another file', async () => {
      const target = path.join(window.workspace, 'Who leads - Who is most bullish.svg');
      await writeFile(target, 'mine');
      await press('Save chart as SVG…', 'last');
      await takeOffered(window, 'Who leads - Who is most bullish.svg');
      const question = window.page.locator('.quick-input-widget').getByText(/already exists/);
      await question.first().waitFor();
      assert.equal(readFileSync(target, 'utf8'), 'mine');
      await window.page.keyboard.press('Escape');
    });

    test('a result opens in a tab beside the notebook and stays when the output is cleared', async () => {
      await window.pickTheme('Light Modern', 'light');
      await press('Open in editor tab', 'first');
      const tab = await tabFrame(window, '.ms-result');
      await tab.getByRole('gridcell', { name: '999', exact: true }).first().waitFor();
      assert.equal(await window.page.locator('.editor-group-container').count(), 2);
      await window.screenshot(`tab-light-${version}`);
      await window.pickTheme('Dark Modern', 'dark');
      await window.screenshot(`tab-dark-${version}`);
      await window.page.locator(`.tab[aria-label^="${name}"]`).first().click();
      await window.runCommand('Notebook: Clear All Outputs');
      await waitForOutputs(window.page, all => all.length === 1);
      const last = tab.getByRole('gridcell', { name: '0', exact: true }).first();
      await repeat(last, () => scrollToEnd(tab.locator('.ms-table')));
      await press('Export result…', 'first', tab);
      await choose('Whole result');
      await choose('NDJSON');
      const lines = (await savedUnder(window, 'Who leads - cell 1.ndjson'))
        .toString()
        .trimEnd()
        .split('\n');
      assert.equal(lines.length, 1000);
    });

    test('a tab says when its session has ended, and keeps what it shows', async () => {
      await window.page.locator(`.tab[aria-label^="${name}"]`).first().click();
      await window.runCommand('Signals: Restart Kernel');
      const tab = await tabFrame(window, '.ms-result');
      await tab.getByText('The session that held this result has ended.').waitFor();
      assert.ok((await tab.getByRole('gridcell').count()) > 0);
      await window.screenshot(`tab-ended-${version}`);
    });
  });
}

async function clipboard(window: VsCodeWindow, type: string): Promise<string> {
  await window.page.bringToFront();
  return window.page.evaluate(async wanted => {
    for (const item of await navigator.clipboard.read()) {
      if (item.types.includes(wanted)) {
        return (await item.getType(wanted)).text();
      }
    }
    return '';
  }, type);
}

async function scrollToEnd(grid: Locator): Promise<void> {
  await grid.evaluate(node => node.scrollTo({ top: node.scrollHeight }));
}

async function atEnd(frame: Frame, place: 'first' | 'last'): Promise<Locator> {
  const results = await fromTop(frame, '.ms-output');
  return results.at(place === 'first' ? 0 : -1) ?? frame.locator('.ms-output').first();
}

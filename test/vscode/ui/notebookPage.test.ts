import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { tabFrame } from '../../support/editorTab';
import { repeat } from '../../support/repeat';
import { savedUnder } from '../../support/saveDialog';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const name = 'asPage.signals';
const notebook = `---
title: 'Bulls: by rank'
---

# A page

Prose with **weight**.

\`\`\`{sql}
SELECT entity, rank FROM bullish_stocks(amount := 8)
VISUALISE rank AS x, entity AS y
DRAW bar
LABEL title => 'Who is most bullish?'
\`\`\`

\`\`\`{sql}
SELECT i AS i FROM range(3000) t(i)
\`\`\`
`;

for (const version of testedVersions) {
  describe(`a notebook as a page in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: workspace => writeFile(path.join(workspace, name), notebook),
      });
      await window.openFromExplorer(name);
    });
    after(() => window?.close());

    test('the page beside it follows the cells as they run', async () => {
      await window.runCommand('Signals: Open as Page');
      const page = await tabFrame(window, 'h1');
      await page.getByRole('heading', { name: 'A page', exact: true }).waitFor();
      const notRun = page.getByText('This cell was not run.');
      await until(async () => (await notRun.count()) === 2);
      await window.openFromExplorer(name);
      await window.runAll();
      await page.locator('.ms-canvas svg, .ms-canvas canvas').first().waitFor();
      const grid = page.getByRole('grid');
      await grid.and(page.locator('[aria-rowcount="3001"]')).waitFor();
      // All rows are there, from the kernel of the notebook.
      const last = page.locator('.ms-row[data-row="2999"] .ms-text', { hasText: '2,999' });
      await repeat(last, () => grid.evaluate(node => node.scrollTo(0, node.scrollHeight)));
      await window.screenshot('notebook-page-light');
      await window.pickTheme('Dark Modern', 'dark');
      await until(async () =>
        (await page.evaluate(() => document.body.className)).includes('vscode-dark'),
      );
      await window.screenshot('notebook-page-dark');
      // A mark has its rows from the kernel too.
      const rows = page.locator('.ms-mark-rows', { hasText: '1 row of the mark' });
      // A click on a chart that is drawn anew at that moment is lost.
      await repeat(rows, () => page.locator('.mark-rect.role-mark path').first().click());
      await page.locator('details.rows [role=grid][aria-rowcount="2"]').waitFor();
      await window.screenshot('notebook-page-mark');
      await rows.getByRole('button', { name: 'Close' }).click();
      await rows.waitFor({ state: 'hidden' });
      await window.runCommand('View: Focus First Editor Group');
      // Cells that did not change stay as the reader left them while another one is written.
      await grid.evaluate(node => node.setAttribute('data-left', 'here'));
      await window.runCommand('Notebook: Insert Markdown Cell Above');
      const prose = window.page.locator('.notebook-editor .markdown-cell-row');
      await prose.locator('.monaco-editor.focused').waitFor();
      await window.page.keyboard.type('More prose');
      await page.locator('.prose', { hasText: 'More prose' }).waitFor();
      await page.locator('[role=grid][data-left="here"]').waitFor();
      assert.ok((await grid.evaluate(node => node.scrollTop)) > 0);
    });

    test('it is exported as a file that is named after the title of the notebook', async () => {
      await window.openFromExplorer(name);
      await window.runCommand('Signals: Export Notebook…');
      const html = (await savedUnder(window, 'Bulls by rank.html')).toString();
      assert.match(html, /<h1>A page<\/h1>/);
      assert.match(html, /Who is most bullish/);
    });

    test('the page comes back after a reload of the window, with the results of the notebook as it is', async () => {
      await window.openFromExplorer(name);
      await window.page.keyboard.press('ControlOrMeta+s');
      await window.page.locator('.tab.dirty', { hasText: name }).waitFor({ state: 'detached' });
      await window.reload('"pageOf":"');
      const page = await tabFrame(window, 'h1');
      await page.getByRole('heading', { name: 'A page' }).waitFor();
      await page.locator('.prose', { hasText: 'More prose' }).waitFor();
      await page.locator('.ms-canvas svg, .ms-canvas canvas').first().waitFor();
      const grid = page.getByRole('grid');
      await grid.locator('.ms-row[data-row="0"]').waitFor();
      await window.screenshot('notebook-page-reloaded');
      // It follows the notebook again. If VS Code stored its layout while the page's group was active, that group is active
      // again, and the notebook would open in it.
      await window.runCommand('View: Focus First Editor Group');
      await window.openFromExplorer(name);
      await window.runAll();
      const last = page.locator('.ms-row[data-row="2999"] .ms-text', { hasText: '2,999' });
      await repeat(last, () => grid.evaluate(node => node.scrollTo(0, node.scrollHeight)));
    });
  });
}

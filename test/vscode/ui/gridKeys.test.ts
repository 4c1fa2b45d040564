import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { selectCell } from '../../support/cellEditor';
import { fromTop, isDrawn, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { watchOutputFocus } from '../../support/outputFocus';
import { repeat } from '../../support/repeat';
import { takeOffered } from '../../support/saveDialog';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const name = 'keys.signals';
const notebook = `\`\`\`{sql}
SELECT range AS i, 't' || range AS t, 'company:c' || range AS entity FROM range(1000)
\`\`\`

\`\`\`{sql}
SELECT 1 AS one
\`\`\`
`;

for (const version of testedVersions) {
  describe(`the keyboard in a grid in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    let frame: Frame;
    let grid: Locator;
    let knowsFocus: (isFocused: boolean) => Promise<void>;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: workspace => writeFile(path.join(workspace, name), notebook),
      });
      const { origin } = new URL(window.page.url());
      const permissions = ['clipboard-read', 'clipboard-write'];
      await window.page.context().grantPermissions(permissions, { origin });
      await window.openFromExplorer(name);
      await window.runAll();
      await waitForOutputs(window.page, all => all.length === 2 && all.every(isDrawn));
      frame = await outputFrame(window.page);
      knowsFocus = await watchOutputFocus(frame);
      const [first] = await fromTop(frame, '.ms-table');
      assert.ok(first);
      grid = first;
    });
    after(() => window?.close());

    async function click(text: string): Promise<void> {
      const cell = grid.getByRole('gridcell', { name: text, exact: true }).first();
      await cell.click();
      // VS Code drops keys while the focus is on its way into the page.
      await until(async () => (await cell.and(grid.locator(':focus')).count()) > 0, state);
      await knowsFocus(true);
    }

    /** From the list of cells, with the first one selected, into its grid. */
    async function enterGrid(): Promise<void> {
      await knowsFocus(false);
      // Once: while the focus is on its way, the same key leads into the next cell's code.
      await window.page.keyboard.press('Control+ArrowDown');
      await grid.locator(':focus').waitFor();
      await knowsFocus(true);
    }

    /** What is selected, and the cell that has the keyboard. */
    async function state(): Promise<string> {
      const marked = await grid.locator('[aria-selected="true"]').allTextContents();
      const focused = await grid.locator(':focus').allTextContents();
      return `${marked.sort().join(' ')} | ${focused.join(' ')}`;
    }

    /** Presses keys, one after another, until what is selected and what has the keyboard is as expected. */
    async function check(keys: string, expected: string): Promise<void> {
      for (const key of keys.split(' ')) {
        await window.page.keyboard.press(key);
      }
      await until(async () => (await state()) === expected, state);
    }

    test('the keys move in the grid and extend its selection after a click on a cell', async () => {
      await window.page.locator('.code-cell-row .view-line').first().click();
      await click('3');
      await check('Shift+ArrowDown', '3 4 | 4');
      await check('Shift+ArrowRight', '3 4 t3 t4 | t4');
      await check('ArrowLeft', '4 | 4');
      await check('End', 'company:c4 | company:c4');
      await check('Home', '4 | 4');
      await check('Control+End', 'company:c999 | company:c999');
      await check('Control+Home', '0 | 0');
      await check('PageDown ArrowUp', '11 | 11');
      await check('PageUp', '0 | 0');
      await check('Shift+Space', '0 company:c0 t0 | 0');
      assert.equal(await window.page.locator('.code-cell-row').count(), 2);
    });

    test('no key of a cell reaches the notebook', async () => {
      const code = () => window.page.locator('.code-cell-row .view-lines').allInnerTexts();
      const before = await code();
      await click('3');
      await check('Enter Alt+ArrowDown Alt+ArrowUp Shift+Enter a b d d m Delete', '3 | 3');
      await check('Control+/ Control+Shift+Enter Control+d Control+x Control+v', '3 | 3');
      assert.deepEqual(await code(), before);
      assert.equal(await window.page.locator('.code-cell-row').count(), 2);
    });

    test('no key of a button below the grid changes the cell', async () => {
      const cells = () => window.page.locator('.code-cell-row .view-lines').allInnerTexts();
      const before = await cells();
      await click('3');
      const tool = frame.getByRole('button', { name: 'Show column overviews' }).first();
      await tool.click();
      await tool.and(frame.locator('[aria-pressed="true"]:focus')).waitFor();
      for (const key of ['Alt+ArrowDown', 'Control+/', 'F5', 'd', 'd', 'x', 'b', 'Delete']) {
        await window.page.keyboard.press(key);
      }
      // A key that VS Code receives after the others: what they would have done is done.
      await window.page.keyboard.press('F1');
      await window.page.locator('.quick-input-widget:visible').waitFor();
      await window.page.keyboard.press('Escape');
      await tool.click();
      assert.deepEqual(await cells(), before);
      await click('3');
    });

    test('Ctrl+Enter runs the cell and leads back to the same cell of the grid, and no key after it reaches the notebook', async () => {
      const code = () => window.page.locator('.code-cell-row .view-lines').allInnerTexts();
      const before = await code();
      await click('t3');
      await grid.evaluate(element => element.classList.add('before'));
      for (const key of ['Control+Enter', 'd', 'd', 'x', 'Enter', 'Alt+ArrowDown', 'Delete']) {
        await window.page.keyboard.press(key);
      }
      await frame.locator('.ms-table.before').waitFor({ state: 'detached' });
      const focused = frame.locator('.ms-table [role="gridcell"]:focus');
      await focused.waitFor();
      const [first] = await fromTop(frame, '.ms-table');
      assert.ok(first);
      grid = first;
      await until(async () => (await state()) === 't3 | t3', state);
      assert.deepEqual(await code(), before);
      assert.equal(await window.page.locator('.code-cell-row').count(), 2);
    });

    test('all rows are selected and copied, also those that are not in the page', async () => {
      await click('3');
      await window.page.keyboard.press('Control+a');
      await window.page.keyboard.press('Control+c');
      await frame.getByText('Copied 1,000 rows, 3 columns.').waitFor();
      const lines = (await window.page.evaluate(() => navigator.clipboard.readText())).split('\n');
      assert.deepEqual(
        [lines.length, lines[0], lines[1], lines.at(-1)],
        [1001, 'i\tt\tentity', '0\tt0\tcompany:c0', '999\tt999\tcompany:c999'],
      );
      await check('Escape', '3 | 3');
    });

    test('the menu key opens what a company offers, and Escape leads back to the cell', async () => {
      await click('t3');
      await check('ArrowRight', 'company:c3 | company:c3');
      await window.page.keyboard.press('ContextMenu');
      await frame.getByRole('menuitem', { name: 'Score, last 90 days' }).waitFor();
      await window.page.keyboard.press('Escape');
      await frame.getByRole('menu').waitFor({ state: 'detached' });
      await until(async () => (await state()) === 'company:c3 | company:c3', state);
    });

    test('Tab leaves the grid forwards and backwards', async () => {
      await click('3');
      // First comes the lower edge, whose height the arrow keys change.
      await window.page.keyboard.press('Tab');
      await until(async () => (await frame.locator('.ms-height:focus').count()) > 0, state);
      await window.page.keyboard.press('Tab');
      await until(async () => (await frame.locator('button.ms-tool:focus').count()) > 0, state);
      await click('3');
      await window.page.keyboard.press('Shift+Tab');
      await until(async () => (await grid.locator(':focus').count()) === 0, state);
    });

    test('Ctrl+Down leads from a selected cell into its grid, without the mouse', async () => {
      await selectCell(window.page.locator('.notebook-editor .monaco-list-row[data-index="0"]'));
      await enterGrid();
      await check('Control+Home', '0 | 0');
    });

    test('undo in a cell does not change the query', async () => {
      const { page } = window;
      const code = page.locator('.code-cell-row .view-line', { hasText: 'AS one' });
      await code.click();
      await page.locator('.code-cell-row .monaco-editor.focused').waitFor();
      await page.keyboard.press('End');
      await page.keyboard.type(', 2');
      const added = code.filter({ hasText: 'AS one, 2' });
      await added.waitFor();
      const all = await fromTop(frame, '.ms-table');
      const second = all.at(-1)?.locator('[role="gridcell"]').first();
      await second?.click();
      await frame.locator('[role="gridcell"]:focus', { hasText: '1' }).waitFor();
      await knowsFocus(true);
      await page.keyboard.press('Control+z');
      // The notebook takes a moment to undo.
      await page.waitForTimeout(1000);
      assert.equal(await added.count(), 1);
    });

    test('Escape on one cell gives the keyboard back to the notebook', async () => {
      await click('3');
      await until(async () => (await state()) === '3 | 3', state);
      const list = window.page.locator('.notebook-editor .monaco-list:focus');
      // VS Code drops the key while the focus is on its way into the page.
      await until(async () => {
        await window.page.keyboard.press('Escape');
        return (await list.count()) > 0;
      }, state);
      await window.page.keyboard.press('ArrowDown');
      const second = window.page.locator('.monaco-list-row.focused[data-index="1"]');
      await second.first().waitFor();
    });

    test('a column is filtered, and a suggested chart drawn and saved, without the mouse', async () => {
      const { page } = window;
      const focused = frame.locator(':focus');
      const press = (key: string): Promise<void> => page.keyboard.press(key);
      const tabTo = async (label: string): Promise<void> => {
        const tool = focused.and(frame.getByRole('button', { name: label }));
        for (let presses = 0; (await tool.count()) === 0; presses++) {
          assert.ok(presses < 20, `Tab does not lead to ${label}`);
          await press('Tab');
        }
      };
      const firstCell = page.locator('.notebook-editor .monaco-list-row.focused[data-index="0"]');
      await repeat(firstCell.first(), () => press('ArrowUp'));
      await enterGrid();
      await check('Control+Home', '0 | 0');
      await press('ArrowUp');
      await press('Alt+ArrowDown');
      const entry = focused.and(frame.getByRole('menuitem', { name: 'Filter…' }));
      await until(async () => {
        await press('ArrowDown');
        return (await entry.count()) > 0;
      });
      await press('Enter');
      await frame
        .getByRole('dialog', { name: 'Filter i' })
        .locator('input:focus')
        .first()
        .waitFor();
      await page.keyboard.insertText('990');
      await press('Enter');
      await frame.locator('.ms-filters', { hasText: '10 of 1,000 rows' }).waitFor();
      await focused.and(frame.locator('[role="columnheader"][title^="i ·"]')).waitFor();
      await tabTo('Suggest charts…');
      await press('Enter');
      await focused.and(frame.locator('.ms-card')).waitFor();
      await press('Escape');
      await focused.and(frame.getByRole('button', { name: 'Suggest charts…' })).waitFor();
      await press('Enter');
      await focused.and(frame.locator('.ms-card')).waitFor();
      await press('Enter');
      // The keyboard goes from the chosen card to the chart that is drawn.
      const chart = frame.locator('.ms-output', { has: frame.locator('.ms-canvas svg') });
      await chart.and(focused).waitFor();
      await page.locator('.view-line', { hasText: 'VISUALISE' }).first().waitFor();
      // VS Code may render the output once more when the run has ended.
      await window.untilNoCellRuns();
      await chart.and(focused).waitFor();
      await tabTo('Save chart as SVG…');
      await press('Enter');
      await takeOffered(window, '.svg');
      const saved = async (): Promise<string> =>
        (await readdir(window.workspace)).filter(file => file.endsWith('.svg')).join();
      await until(async () => (await saved()) !== '', saved);
      // The dialog gives the keyboard back to the button that opened it, not to the chart or to the cell's code.
      await focused.and(chart.getByRole('button', { name: 'Save chart as SVG…' })).waitFor();
    });
  });
}

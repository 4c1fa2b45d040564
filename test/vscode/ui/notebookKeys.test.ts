import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { repeat } from '../../support/repeat';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

for (const version of testedVersions) {
  describe(`the keys of a notebook in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    let rows: Locator;
    before(async () => {
      window = await VsCodeWindow.open(version);
      rows = window.page.locator(
        '.notebook-editor .cell-list-container > .monaco-list .monaco-list-row',
      );
    });
    after(() => window?.close());

    /** The list of cells, where it has the keyboard itself. */
    const list = () => window.page.locator('.notebook-editor .monaco-list:focus');
    const press = (key: string) => window.page.keyboard.press(key);

    /** The kinds of the cells from top to bottom, with what they hold; the one with the focus has a star. */
    async function cells(): Promise<string> {
      const described = await rows.evaluateAll(all =>
        all
          .map(row => ({
            at: Number(row.getAttribute('data-index')),
            kind: row.classList.contains('markdown-cell-row') ? 'text' : 'code',
            text: row.querySelector('.view-lines')?.textContent?.replaceAll('\u00a0', ' ').trim(),
            focus: row.classList.contains('focused') ? '*' : '',
          }))
          .sort((one, other) => one.at - other.at)
          .map(({ kind, text, focus }) => `${kind}${focus} ${text ?? ''}`.trim()),
      );
      return described.join(', ');
    }

    async function expect(expected: string): Promise<void> {
      await until(async () => (await cells()) === expected, cells);
    }

    /** Whether what is typed goes into a cell. */
    async function hasCursor(expected: boolean): Promise<void> {
      const editors = rows.locator('.monaco-editor.focused');
      await until(async () => (await editors.count()) === Number(expected), cells);
    }

    const hints = async (): Promise<string> =>
      (
        await rows
          .locator('.view-line span[class*="ced-"]')
          .evaluateAll(all => all.map(each => getComputedStyle(each, '::after').content))
      ).join();

    test('a new notebook has the cursor in its cell, which says what to type until something is typed', async () => {
      await window.runCommand('Signals: New Notebook');
      await rows.first().waitFor();
      await until(async () => /FROM for data/.test(await hints()), hints);
      await window.screenshot(`new-notebook-${version}`);
      await hasCursor(true);
      await window.page.keyboard.type('SELECT 41 + 1 AS a');
      await expect('code* SELECT 41 + 1 AS a');
      await until(async () => !/FROM for data/.test(await hints()), hints);
    });

    test('Ctrl+Enter runs the cell and stays in it, and no list of suggestions covers its result', async () => {
      const offered = window.page.locator('.suggest-widget.visible .monaco-list-row');
      await press('Home');
      await repeat(offered.first(), () => press('Control+Space'));
      await press('Control+Enter');
      await window.cellIcon('success').first().waitFor();
      await offered.first().waitFor({ state: 'hidden' });
      await expect('code* SELECT 41 + 1 AS a');
    });

    test('keys of the command mode insert, delete and change cells as in Jupyter', async () => {
      await repeat(list(), () => press('Escape'));
      await hasCursor(false);
      await press('b');
      await expect('code SELECT 41 + 1 AS a, code*');
      await press('m');
      await expect('code SELECT 41 + 1 AS a, text*');
      await press('y');
      await expect('code SELECT 41 + 1 AS a, code*');
      // The cell that changed its kind may take the focus once more.
      await until(async () => {
        await press('ArrowUp');
        return (await cells()) === 'code* SELECT 41 + 1 AS a, code';
      }, cells);
      await press('a');
      await expect('code*, code SELECT 41 + 1 AS a, code');
      await press('d');
      await press('d');
      await expect('code* SELECT 41 + 1 AS a, code');
      await press('Control+z');
      await expect('code*, code SELECT 41 + 1 AS a, code');
    });

    test('Alt+Enter runs a cell and inserts one below, Shift+Enter goes on to the next', async () => {
      await list().waitFor();
      await press('ArrowDown');
      await expect('code, code* SELECT 41 + 1 AS a, code');
      await press('Alt+Enter');
      await expect('code, code SELECT 41 + 1 AS a, code*, code');
      await press('Enter');
      await hasCursor(true);
      await window.page.keyboard.type('SELECT 7 AS b');
      await press('Escape');
      await press('Shift+Enter');
      await expect('code, code SELECT 41 + 1 AS a, code SELECT 7 AS b, code*');
      await until(async () => (await window.cellIcon('success').count()) === 2, cells);
    });
  });
}

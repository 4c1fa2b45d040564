import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { selectCell } from '../../support/cellEditor';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';
import { tryPress, repeat } from '../../support/repeat';

const name = 'folded.signals';
const folded = 'CREATE OR REPLACE TABLE made AS SELECT 1 AS a';
const long = Array.from({ length: 60 }, (_, index) => `  ${index} AS column_${index}`).join(',\n');
const sentence = 'The word of the last cell';
const text = `# A page

\`\`\`{sql}
--| code-fold: true
${folded}
\`\`\`

\`\`\`{sql}
FROM made
\`\`\`

\`\`\`{vega-lite}
{"data": {"name": "made"}, "mark": "point", "encoding": {"x": {"field": "a"}}}
\`\`\`

\`\`\`{sql}
SELECT
${long}
\`\`\`

\`\`\`{sql}
-- ${sentence}
--| code-fold: true
SELECT 'below' AS word
\`\`\`
`;
const withLine = text.replace('FROM made\n', '--| code-fold: true\nFROM made\n');

for (const version of testedVersions) {
  describe(`folded cells in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        settings: { 'files.autoSave': 'off' },
        prepare: workspace => writeFile(path.join(workspace, name), text),
      });
    });
    after(() => window?.close());

    const row = (index: number): Locator =>
      window.page.locator(`.notebook-editor .monaco-list-row[data-index="${index}"]`);
    const preview = (index: number): Locator => row(index).locator('.cell-collapse-preview');
    const tab = (): Locator => window.page.locator('.tab', { hasText: name });
    const press = (key: string) => window.page.keyboard.press(key);
    const button = (title: string): Locator =>
      window.page.locator('.notebook-toolbar-container').getByText(title, { exact: true });

    /** VS Code replaces the toolbar's buttons while it opens a notebook, and when the other one has been pressed. */
    const toggleCode = (title: string, other: string): Promise<void> =>
      repeat(button(other), async () => {
        await tryPress(button(title));
      });

    /** The drawn cells whose code is folded. */
    const folds = async (): Promise<string> => {
      const indices = [0, 1, 2, 3, 4, 5];
      const are = await Promise.all(indices.map(index => preview(index).isVisible()));
      return indices.filter((_, at) => are[at]).join(' ');
    };
    const expect = (expected: string): Promise<void> =>
      until(async () => (await folds()) === expected, folds);

    const file = (): Promise<string> => readFile(path.join(window.workspace, name), 'utf8');
    const dirty = (): Locator => tab().and(window.page.locator('.dirty'));
    async function save(): Promise<string> {
      await dirty().waitFor();
      await press('Control+s');
      await dirty().waitFor({ state: 'detached' });
      return file();
    }

    async function reopen(): Promise<void> {
      await window.runCommand('View: Close Editor');
      await tab().waitFor({ state: 'detached' });
      await window.openFromExplorer(name);
      await row(1).waitFor();
    }

    async function pressFold(): Promise<void> {
      await press('Control+k');
      await press('Control+c');
    }

    test('open folded, out of view too', async () => {
      await window.openFromExplorer(name);
      await expect('1');
      await selectCell(row(2));
      await press('Control+End');
      // VS Code draws a cell in the elements of another one, whose text is there for a moment.
      await preview(5)
        .filter({ hasText: `-- ${sentence}` })
        .waitFor();
      await press('Control+Home');
      await expect('1');
    });

    test('VS Code unfolds a cell for as long as the notebook is open', async () => {
      await preview(1).dblclick();
      await expect('');
      await press('Control+End');
      await press('Control+Home');
      await expect('');
      await reopen();
      await expect('1');
      assert.equal(await file(), text);
    });

    test('the key of VS Code folds a cell in the file, in one step that Undo takes back', async () => {
      await selectCell(row(2));
      await pressFold();
      await expect('1 2');
      assert.equal(await save(), withLine);
      await press('Control+z');
      await expect('1');
      assert.equal(await save(), text);
      await press('Control+Shift+z');
      await expect('1 2');
      assert.equal(await save(), withLine);
      await reopen();
      await expect('1 2');
      await window.screenshot(`folded-${version}`);
    });

    test('the same key unfolds it there, and so do the commands', async () => {
      await preview(2).click();
      await pressFold();
      await expect('1');
      assert.equal(await save(), text);
      await preview(1).click();
      await window.runCommand('Signals: Expand Cell Input');
      await expect('');
      assert.equal(await save(), text.replace('--| code-fold: true\n', ''));
      await window.runCommand('Signals: Collapse Cell Input');
      await expect('1');
      assert.equal(await save(), text);
    });

    test('Show Results Only folds all code, is remembered and writes nothing', async () => {
      await toggleCode('Show Results Only', 'Show Code');
      await expect('1 2 3 4 5');
      assert.equal(await dirty().count(), 0);
      await preview(2).dblclick();
      await expect('1 3 4 5');
      await reopen();
      await expect('1 2 3 4 5');
      await preview(2).click();
      await press('Alt+ArrowDown');
      await preview(3).getByText('FROM made').waitFor();
      await expect('1 2 3 4 5');
      await press('Alt+ArrowUp');
      await preview(2).getByText('FROM made').waitFor();
      await save();
      await toggleCode('Show Code', 'Show Results Only');
      await expect('1');
      await button('Show Results Only').waitFor();
      assert.equal(await file(), text);
      await reopen();
      await expect('1');
    });

    test('a Markdown cell that the key of VS Code folded unfolds with the code', async () => {
      const focused = (): Locator => window.page.locator('.monaco-list-row.focused');
      const foldProse = async (): Promise<void> => {
        await selectCell(row(2));
        await press('ArrowUp');
        await press('ArrowUp');
        await row(0).and(focused()).waitFor({ state: 'attached' });
        await pressFold();
        await expect('0 1');
      };
      await foldProse();
      await toggleCode('Show Results Only', 'Show Code');
      await expect('1 2 3 4 5');
      await toggleCode('Show Code', 'Show Results Only');
      await expect('1');
      await foldProse();
      await reopen();
      await expect('1');
    });

    test('an untitled notebook opens without the folds of the one before, which had its name', async () => {
      const { page } = window;
      const close = async (): Promise<void> => {
        await window.runCommand('View: Close Editor');
        await page.getByRole('button', { name: "Don't Save" }).click();
        await page.locator('.tab', { hasText: 'Untitled-1' }).waitFor({ state: 'detached' });
      };
      const folds = (): Locator => page.locator('.cell-collapse-preview').filter({ visible: true });
      await window.runCommand('View: Close All Editors');
      await window.runCommand('Signals: Open the Tour');
      await toggleCode('Show Results Only', 'Show Code');
      await folds().first().waitFor();
      await close();
      await window.runCommand('Signals: Open the Tour');
      await page.locator('.notebook-editor .view-lines').first().waitFor();
      await until(
        async () => (await folds().count()) === 0,
        async () => `${await folds().count()} cells are folded`,
      );
    });
  });
}

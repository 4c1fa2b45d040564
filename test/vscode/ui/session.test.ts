import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { tabFrame } from '../../support/editorTab';
import { waitForOutputs } from '../../support/notebookOutputs';
import { expandRow, pickFromMenu, pressRow } from '../../support/sideBarWindow';
import { repeat } from '../../support/repeat';
import { testedVersions } from '../../support/testedVersions';
import { VsCodeWindow } from '../../support/vscodeWindow';

const cell = (sql: string): string => `\`\`\`{sql}\n${sql}\n\`\`\`\n`;
const notebook = [
  `CREATE TABLE technology AS
SELECT name, ticker, bull_bear_score AS score FROM bullish_stocks(industry := 'technology', amount := 8);
CREATE TABLE "odd name" AS FROM range(1000);
CREATE VIEW strong AS FROM technology WHERE score > 1;
CREATE MACRO scaled(value, factor := 100) AS value * factor;
SET VARIABLE since = DATE '2026-01-02'`,
  `SELECT name, score FROM technology LIMIT 5
VISUALISE score AS x, name AS y
DRAW bar
LABEL title => 'The five best of technology'`,
  'SELECT ticker, scaled(score) AS percent FROM technology',
].map(cell);

const others = ['Connections', 'Overlays', 'Portfolios', 'Event Types'];

for (const version of testedVersions) {
  describe(`the view Session in VS Code ${version}`, () => {
    let window: VsCodeWindow;

    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: async workspace => {
          await writeFile(path.join(workspace, 'session.signals'), notebook.join('\n'));
          await mkdir(path.join(workspace, 'data'), { recursive: true });
          await writeFile(path.join(workspace, 'data', 'prices.csv'), 'day,close\n2026-01-02,7\n');
        },
      });
      await window.pickTheme('Light Modern', 'light');
    });
    after(async () => {
      // As they were: the next test file goes on with the window.
      for (const each of window ? [...others, 'Session'] : []) {
        await toggle(each);
      }
      await window?.close();
    });

    const pane = (): Locator =>
      window.page.locator('.pane:has(.pane-header[aria-label^="Session"])');

    function row(text: string | RegExp): Locator {
      return pane().locator('.monaco-list-row').filter({ hasText: text }).first();
    }

    const menu = (text: string | RegExp, item: string): Promise<void> =>
      pickFromMenu(window, row(text), item);

    /** @param cell In the text of the cell that is focused then. */
    function goTo(text: RegExp, cell: string): Promise<void> {
      const focused = window.page.locator('.notebook-editor .monaco-list-row.focused');
      // A row that is drawn anew while the button is down takes no click.
      return repeat(focused.filter({ hasText: cell }), async () => {
        await row(text).hover();
        await row(text).getByRole('button', { name: 'Go to the Cell That Made It' }).click();
      });
    }

    /** Opens a section of the side bar, or closes it. */
    async function toggle(name: string): Promise<void> {
      await window.page.locator(`.pane-header[aria-label^="${name}"]`).click();
    }

    test('is collapsed at first, and without a notebook and without a session offers the next step', async () => {
      await window.runCommand('View: Show Signals');
      await window.page
        .locator('.pane-header[aria-label^="Session"][aria-expanded="false"]')
        .waitFor();
      for (const other of others) {
        await toggle(other);
      }
      await toggle('Session');
      await pane().getByRole('button', { name: 'Open the Tour' }).waitFor();
      await window.screenshot(`session-no-notebook-${version}`);
      await window.openFromExplorer('session.signals');
      await window.runCommand('View: Show Signals');
      await pane().getByRole('button', { name: 'Run All' }).waitFor();
      await window.screenshot(`session-not-run-${version}`);
    });

    test('shows what the cells made once the button has run them', async () => {
      await window.pressSurely('.monaco-button', () =>
        pane().getByRole('button', { name: 'Run All' }).click(),
      );
      await row(/technology\s*8 rows · 3 columns/).waitFor();
      await row(/odd name\s*1,000 rows/).waitFor();
      await waitForOutputs(window.page, drawn => drawn.length === 3);
      await row(/Cell 2: The five best of technology\s*5 rows/).waitFor();
      for (const [group, below] of [
        ['Views', /^strong/],
        ['Macros', /scaled\(value, factor\)/],
        ['Variables', /since\s*2026-01-02 · DATE/],
        ['Files', /prices\.csv/],
      ] as const) {
        await expandRow(row(group), row(below));
      }
      await window.screenshot(`session-${version}-light`);
      await window.pickTheme('Dark Modern', 'dark');
      await window.screenshot(`session-${version}-dark`);
    });

    test('opens rows beside the notebook at a press, and still shows its session', async () => {
      await pressRow(window, row('prices.csv'));
      await window.page.locator('.tab', { hasText: 'session.signals · prices.csv' }).waitFor();
      await pressRow(window, row(/odd name/));
      await window.page.locator('.tab', { hasText: 'session.signals · odd name' }).waitFor();
      await tabFrame(window, '.ms-table');
      await row(/technology\s*8 rows/).waitFor();
      await window.screenshot(`session-rows-${version}`);
    });

    const panel = (): Locator => window.page.locator('.part.panel');

    /** Hides the notebook behind the panel. */
    async function maximisePanel(): Promise<void> {
      if (!(await panel().isVisible())) {
        await window.runCommand('View: Toggle Problems');
        await panel().waitFor();
      }
      await window.runCommand('View: Toggle Maximized Panel');
      await window.page.locator('.notebookOverlay').waitFor({ state: 'hidden' });
    }

    test('goes to the cell that made a table, and to that of a result', async () => {
      await goTo(/SELECT ticker/, 'percent');
      await maximisePanel();
      await goTo(/technology\s*8 rows/, 'odd name');
    });

    test('summarises a table in a cell below, which runs', async () => {
      await maximisePanel();
      await menu(/odd name/, 'Summarise');
      await window.page.locator('.notebookOverlay').waitFor();
      await window.runCommand('View: Toggle Panel Visibility');
      await panel().waitFor({ state: 'hidden' });
      await row(/Cell 2: SUMMARIZE "odd name"\s*1 row/).waitFor();
    });

    test('drops a table after a question that says that it cannot be undone', async () => {
      await menu(/odd name\s*1,000/, 'Drop…');
      const dialog = window.page.locator('.monaco-dialog-box');
      await dialog.filter({ hasText: /Drop the table odd name.*cannot be undone/s }).waitFor();
      await window.screenshot(`session-drop-${version}`);
      await dialog.getByRole('button', { name: 'Drop' }).click();
      await row(/odd name\s*1,000/).waitFor({ state: 'detached' });
      await row(/technology\s*8 rows/).waitFor();
    });

    test('shows no session after a restart of the kernel', async () => {
      await window.runCommand('Signals: Restart Kernel');
      await pane().getByRole('button', { name: 'Run All' }).waitFor();
      await window.screenshot(`session-not-run-${version}-dark`);
    });
  });
}

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { selectCell } from '../../support/cellEditor';
import { expectDocumentation } from '../../support/documentation';
import { repeat } from '../../support/repeat';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const cell = (sql: string) => `\`\`\`{sql}\n${sql}\n\`\`\`\n`;
const text =
  cell("CREATE OR REPLACE TABLE picks AS\nFROM bullish_stocks(industry := 'tech')") +
  cell('SELECT entity, scor\nFROM picks');
const early = cell('SELECT x\nFROM late') + cell('CREATE TABLE late AS\nSELECT 1 AS x');

for (const version of testedVersions) {
  describe(`problems of cells in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: async workspace => {
          await writeFile(path.join(workspace, 'typing.signals'), text);
          await writeFile(path.join(workspace, 'early.signals'), early);
        },
      });
    });
    after(() => window?.close());

    test('are underlined before anything runs, told on hovering, and put right by a quick fix', async () => {
      const { page } = window;
      await window.openFromExplorer('typing.signals');
      const squiggles = page.locator('.notebook-editor .squiggly-error');
      await squiggles.nth(1).waitFor();
      const told = page.getByText(/'tech' is not an allowed value\. Did you mean 'technology'\?/);
      // The keys go to the cell once VS Code has given it the focus.
      await repeat(told.first(), async () => {
        await page.locator('.view-line').getByText("'tech'").first().click();
        await page.keyboard.press('F8');
      });
      await window.screenshot(`problem-${version}`);
      await page.keyboard.press('Escape');
      const askForFixes = async (): Promise<void> => {
        await page.locator('.view-line').getByText("'tech'").first().click();
        await page.keyboard.press('Control+.');
      };
      const documentation = page
        .locator('.action-widget')
        .getByText('Open the documentation of bullish_stocks');
      await repeat(documentation, askForFixes);
      await documentation.click();
      await expectDocumentation(window, 'bullish_stocks');
      await window.runCommand('View: Close Editor');
      const fix = page.locator('.action-widget').getByText("Change to 'technology'");
      await repeat(fix, askForFixes);
      await window.screenshot(`quick-fix-${version}`);
      await page.keyboard.press('Enter');
      await page.locator('.view-line').getByText("'technology'").first().waitFor();
      await until(async () => (await squiggles.count()) === 1);
      await window.screenshot(`fixed-${version}`);
    });

    test('are put right by a quick fix that moves another cell, and one Undo takes that back', async () => {
      const { page } = window;
      await window.pickTheme('Dark Modern', 'dark');
      await window.openFromExplorer('early.signals');
      const editor = page.locator('.notebook-editor').filter({ visible: true });
      const first = editor.locator('.view-lines').first();
      await editor.locator('.squiggly-warning').first().waitFor();
      const fix = page.locator('.action-widget').getByText('Move cell 2, which defines it');
      // The keys go to the cell once VS Code has given it the focus.
      await repeat(fix, async () => {
        await first.getByText('late').first().click();
        await page.keyboard.press('Control+.');
      });
      await window.screenshot(`quick-fix-move-dark-${version}`);
      await page.keyboard.press('Enter');
      await first.getByText('CREATE').first().waitFor();
      await editor.locator('.squiggly-warning').first().waitFor({ state: 'detached' });
      await window.screenshot(`quick-fix-moved-dark-${version}`);
      // In the notebook rather than in a cell's text, which has its own steps.
      await selectCell(editor.locator('.code-cell-row').nth(1));
      await page.keyboard.press('Control+z');
      await first.locator('.view-line').first().filter({ hasText: 'SELECT' }).waitFor();
    });
  });
}

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { testedVersions } from '../../support/testedVersions';
import { VsCodeWindow } from '../../support/vscodeWindow';
import { repeat } from '../../support/repeat';

const cell = (sql: string) => `\`\`\`{sql}\n${sql}\n\`\`\`\n`;
const text =
  cell('CREATE OR REPLACE TABLE picks AS\nFROM bullish_stocks(amount := 5)') +
  cell('SELECT picks.entity\nFROM picks') +
  cell('SELECT count(*) AS n FROM picks');

for (const version of testedVersions) {
  describe(`names across cells in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: workspace => writeFile(path.join(workspace, 'names.signals'), text),
      });
    });
    after(() => window?.close());

    test('are renamed in every cell with F2, and one Undo takes that back', async () => {
      const { page } = window;
      await window.openFromExplorer('names.signals');
      const lines = page.locator('.notebook-editor .view-line');
      const naming = (name: string) => lines.filter({ hasText: new RegExp(`\\b${name}\\b`) });
      const box = page.locator('.rename-box input');
      // The extension may still be starting.
      await repeat(box, async () => {
        await naming('count').first().click();
        await page.keyboard.press('End');
        await page.keyboard.press('F2');
      });
      assert.equal(await box.inputValue(), 'picks');
      await box.fill('leaders');
      await window.screenshot(`rename-${version}`);
      await page.keyboard.press('Enter');
      await naming('leaders').nth(3).waitFor();
      assert.equal(await naming('picks').count(), 0);
      await window.screenshot(`renamed-${version}`);
      await page.keyboard.press('Control+z');
      await naming('picks').nth(3).waitFor();
      assert.equal(await naming('leaders').count(), 0);
    });
  });
}

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { addDays, plainDateOfInstant } from '../../../src/core/base/plainDate';
import { keepEarlierAnswer } from '../../support/earlierSnapshot';
import { isDrawn, outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { repeat } from '../../support/repeat';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const name = 'changed.signals';
const sql = 'FROM bullish_stocks(amount := 12)';
const today = plainDateOfInstant(Date.now());
const earlier = [addDays(today, -9), addDays(today, -3)] as const;
const storage = ['User', 'globalStorage', 'market-signals.market-signals', 'snapshots'];

for (const version of testedVersions) {
  describe(`what changed in a ranked list, in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        settings: { 'files.autoSave': 'off' },
        prepare: workspace =>
          writeFile(path.join(workspace, name), `\`\`\`{sql}\n${sql}\n\`\`\`\n`),
      });
    });
    after(() => window?.close());

    const folder = (): string => path.join(window.userData, ...storage);

    test('is said below it once it was asked for on an earlier day', async () => {
      for (const day of earlier) {
        await keepEarlierAnswer(folder(), day, sql);
      }
      await window.openFromExplorer(name);
      await window.runAll();
      await waitForOutputs(window.page, drawn => drawn.some(({ footer }) => footer !== ''));
      const line = (await outputFrame(window.page)).locator('.ms-changes');
      const counts = String.raw`(\d+ (entered|left|moved|changed sign)(, )?)+`;
      const words = `^Since ${earlier[1]}: ${counts} · What changed\\? · Compare with…$`;
      await line.filter({ hasText: new RegExp(words) }).waitFor();
      await window.screenshot(`changes-line-${version}`);
    });

    test('is kept on this computer alone, and not in the notebook', async () => {
      const kept = (): string[] => readdirSync(path.join(folder(), 'sandbox'));
      await until(
        () => kept().length === 3,
        () => kept().join(),
      );
      assert.equal(
        (await readFile(path.join(window.workspace, name), 'utf8')).includes('Since'),
        false,
      );
    });

    test('is shown by a cell that one press adds, and one Undo takes back', async () => {
      const line = (await outputFrame(window.page)).locator('.ms-changes');
      const counts = /(\d+) entered/.exec(await line.innerText());
      await line.getByText('What changed?').click();
      const drawn = await waitForOutputs(window.page, all => all.filter(isDrawn).length === 2);
      const changes = drawn.find(({ text }) => text.includes('previous_rank'));
      assert.equal(changes?.text.match(/entered/g)?.length, Number(counts?.[1]));
      await window.screenshot(`changes-cell-${version}`);
      await window.pickTheme('Dark Modern', 'dark');
      await window.screenshot(`changes-cell-dark-${version}`);
      await window.page.locator('.notebook-editor .cell-list-container').first().focus();
      await window.runCommand('Undo');
      await waitForOutputs(window.page, all => all.length === 1);
    });

    test('is compared with nothing after Escape, which leads back to the button, where Enter opens the list again', async () => {
      const { page } = window;
      const line = (await outputFrame(page)).locator('.ms-changes');
      const compare = line.getByRole('button', { name: 'Compare with…' });
      const box = page.locator('.quick-input-widget input:focus');
      const cancel = async (): Promise<void> => {
        await page.keyboard.press('Escape');
        await compare.and(line.locator(':focus')).waitFor();
      };
      // The output that is pressed takes the focus, which closes the list where it comes late.
      await repeat(box, () => compare.click());
      await cancel();
      await repeat(box, () => page.keyboard.press('Enter'));
      await cancel();
      assert.equal(await page.locator('.notebook-editor .code-cell-row').count(), 1);
    });

    test('is compared with the day that a person chooses', async () => {
      const line = (await outputFrame(window.page)).locator('.ms-changes');
      const rows = window.page.locator('.quick-input-list .monaco-list-row');
      const day = rows.filter({ hasText: earlier[0] }).first();
      await repeat(day, () => line.getByText('Compare with…').click());
      assert.equal(await rows.filter({ hasText: today }).count(), 0);
      await window.screenshot(`changes-choose-${version}`);
      await day.click();
      const drawn = await waitForOutputs(window.page, all => all.filter(isDrawn).length === 2);
      assert.ok(drawn.some(({ text }) => text.includes('previous_rank')));
      const cells = window.page.locator('.notebook-editor .code-cell-row .view-lines');
      const since = new RegExp(`since\\s:=\\sDATE\\s'${earlier[0]}'`);
      await cells.filter({ hasText: since }).waitFor();
    });

    test('is forgotten by the command that clears snapshots, once it is confirmed', async () => {
      await window.runCommand('Signals: Clear Snapshots…');
      const dialog = window.page.locator('.monaco-dialog-box');
      await dialog.getByText('3 snapshots of all connections').waitFor();
      await window.screenshot(`changes-clear-${version}`);
      await dialog.getByRole('button', { name: 'Clear Snapshots' }).click();
      await dialog.waitFor({ state: 'detached' });
      await window.page.getByText('the snapshots were removed').first().waitFor();
      assert.deepEqual(readdirSync(path.dirname(folder())).includes('snapshots'), false);
    });
  });
}

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { filesContaining } from '../../support/filesContaining';
import { waitForOutputs } from '../../support/notebookOutputs';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

/** Only in the answer: the cell's text puts it together. */
const answer = 'kept-0f6d-answer';
const [start, end] = answer.split('-0f6d-');
const sql =
  `SELECT '${start}' || '-0f6d-' || '${end}' AS word, count(*) AS n ` +
  "FROM company_events('company:demo0002', date_from := current_date - 60)";
const name = 'kept.signals';
const edit = 'edited by hand';

for (const version of testedVersions) {
  for (const outputs of ['local', 'file'] as const) {
    describe(`outputs kept as ${outputs} in VS Code ${version}`, () => {
      let window: VsCodeWindow;
      before(async () => {
        window = await VsCodeWindow.open(version, {
          settings: {
            'files.autoSave': 'off',
            ...(outputs === 'file' ? { 'signals.notebook.outputs': outputs } : {}),
          },
          prepare: workspace =>
            writeFile(path.join(workspace, name), `\`\`\`{sql}\n${sql}\n\`\`\`\n`),
        });
      });
      after(() => window?.close());

      test(
        outputs === 'file'
          ? 'are in the saved file with the notice of their data'
          : 'are not in the saved file',
        async () => {
          await window.openFromExplorer(name);
          await addLine(window, `-- ${edit}`);
          await window.runAll();
          const [drawn] = await waitForOutputs(window.page, all => all.length === 1);
          assert.ok(drawn?.text.includes(answer), 'the answer is not in the output');
          assert.match(drawn?.footer ?? '', /^SANDBOX synthetic · company_events · 1 row/);
          await window.page.keyboard.press('Control+s');
          const text = await savedText(window);
          assert.equal(text.includes('```{output}'), outputs === 'file');
          assert.equal(text.includes(answer), outputs === 'file');
          assert.equal(text.includes('rights@sandbox.invalid'), outputs === 'file');
        },
      );

      test('are there in the next window, which says that they are of an earlier session', async () => {
        if (outputs === 'local') {
          await until(() => filesContaining(window.userData, answer).length > 0);
        }
        window = await window.another();
        await window.openFromExplorer(name);
        const [drawn] = await waitForOutputs(window.page, all => all.length === 1);
        assert.ok(drawn?.text.includes(answer), 'the answer is not in the output');
        assert.match(
          drawn?.footer ?? '',
          /^SANDBOX synthetic · company_events · 1 row · .* · from an earlier session · Rights notice$/,
        );
        await window.screenshot(`outputs-${outputs}-${version}`);
      });
    });
  }
}

/** Types a line at the end of the notebook's only cell, as a person would. */
async function addLine({ page }: VsCodeWindow, line: string): Promise<void> {
  await page.locator('.notebook-editor .code-cell-row .view-lines').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(`\n${line}`);
}

/** The file, once the window has saved it. */
async function savedText(window: VsCodeWindow): Promise<string> {
  const file = path.join(window.workspace, name);
  await until(async () => (await readFile(file, 'utf8')).includes(edit));
  return readFile(file, 'utf8');
}

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { enterCode } from '../../support/cellEditor';
import { filesContaining } from '../../support/filesContaining';
import { waitForOutputs, type DrawnOutput } from '../../support/notebookOutputs';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const kinds = ['local', 'file'] as const;
type Kind = (typeof kinds)[number];
const edit = 'edited by hand';
const manual = { 'files.autoSave': 'off' };
const settingsOf = { local: manual, file: { ...manual, 'signals.notebook.outputs': 'file' } };

const nameOf = (kind: Kind): string => `kept-${kind}.signals`;
/** Only in the answer: the cell's text puts it together. */
const answerOf = (kind: Kind): string => `kept-0f6d-${kind}`;
const notebookOf = (kind: Kind): string => `\`\`\`{sql}
SELECT 'kept' || '-0f6d-' || '${kind}' AS word, count(*) AS n \
FROM company_events('company:demo0002', date_from := current_date - 60)
\`\`\`
`;

for (const version of testedVersions) {
  describe(`outputs in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        settings: settingsOf.local,
        prepare: async workspace => {
          for (const kind of kinds) {
            await writeFile(path.join(workspace, nameOf(kind)), notebookOf(kind));
          }
        },
      });
    });
    after(() => window?.close());

    for (const kind of kinds) {
      test(
        kind === 'file'
          ? 'that are kept in the file are there once it is saved, with the notice of their data'
          : 'that are kept on this computer are not in the saved file',
        async () => {
          if (kind === 'file') {
            window = await window.another(settingsOf.file);
          }
          await window.openFromExplorer(nameOf(kind));
          await addLine(window, `-- ${edit}`);
          await window.runAll();
          await drawnAnswer(window, kind, /^SANDBOX synthetic · company_events · 1 row/);
          await window.runCommand('File: Save');
          const text = await savedText(window, kind);
          assert.equal(text.includes('```{output}'), kind === 'file');
          assert.equal(text.includes(answerOf(kind)), kind === 'file');
          assert.equal(text.includes('rights@sandbox.invalid'), kind === 'file');
          if (kind === 'local') {
            await until(() => filesContaining(window.userData, answerOf(kind)).length > 0);
          }
        },
      );
    }

    test('are there in the next window, which says that they are of an earlier session', async () => {
      window = await window.another(settingsOf.local);
      for (const kind of kinds) {
        await window.openFromExplorer(nameOf(kind));
        await drawnAnswer(
          window,
          kind,
          /^SANDBOX synthetic · company_events · 1 row · .* · from an earlier session · Rights notice$/,
        );
        await window.screenshot(`outputs-${kind}-${version}`);
        await window.runCommand('View: Close All Editors');
      }
    });
  });
}

/** Waits for the output of the notebook. */
async function drawnAnswer({ page }: VsCodeWindow, kind: Kind, footer: RegExp): Promise<void> {
  const has = (drawn: DrawnOutput): boolean =>
    drawn.text.includes(answerOf(kind)) && footer.test(drawn.footer);
  await waitForOutputs(page, all => all.some(has));
}

/** Types a line at the end of the notebook's only cell, as a person would. */
async function addLine({ page }: VsCodeWindow, line: string): Promise<void> {
  await enterCode(page.locator('.notebook-editor .code-cell-row').first());
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(`\n${line}`);
  await page.locator('.view-line', { hasText: line }).first().waitFor();
}

/** The file, once the window has saved it. */
async function savedText(window: VsCodeWindow, kind: Kind): Promise<string> {
  const file = path.join(window.workspace, nameOf(kind));
  await until(async () => (await readFile(file, 'utf8')).includes(edit));
  await window.page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
  return readFile(file, 'utf8');
}

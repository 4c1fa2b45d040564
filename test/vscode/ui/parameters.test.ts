import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { answerMessage } from '../../support/answerMessage';
import { outputFrame, waitForOutputs } from '../../support/notebookOutputs';
import { testedVersions } from '../../support/testedVersions';
import { VsCodeWindow } from '../../support/vscodeWindow';
import { repeat } from '../../support/repeat';

const name = 'chosen.signals';
const text = `---
signals: 1
parameters:
  - { name: country, default: US, choices: [US, GB, JP], description: Where the companies are listed. } # where
  - { name: since, type: date, default: 2026-01-05, label: First day }
  - { name: until, default: current_date - 7, label: Last day, description: Included. }
---

\`\`\`{sql}
CREATE OR REPLACE TABLE chosen AS SELECT getvariable('country') AS country, getvariable('since') AS since
\`\`\`

\`\`\`{sql}
SELECT country, count(*) AS n FROM chosen GROUP BY country
\`\`\`

\`\`\`{sql}
SELECT 'apart' AS word
\`\`\`
`;
const stale = 'Stale: run again';

for (const version of testedVersions) {
  describe(`parameters in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        settings: { 'files.autoSave': 'off' },
        prepare: workspace => writeFile(path.join(workspace, name), text),
      });
    });
    after(() => window?.close());

    const rows = () => window.page.locator('.quick-input-list .monaco-list-row');
    const items = (said: string) =>
      window.page.locator('.notebook-editor .cell-status-item').filter({ hasText: said });

    test('stand below the cells that read them', async () => {
      await window.openFromExplorer(name);
      await window.runAll();
      await items('country = US').waitFor();
      await items('since = 2026-01-05').waitFor();
      assert.equal(await items(stale).count(), 0);
      await window.screenshot(`parameters-${version}`);
    });

    test('are chosen there, and what depends on them is stale until it ran again', async () => {
      // An item that is drawn anew at that moment takes no click.
      await repeat(rows().filter({ hasText: 'JP' }), () => items('country = US').click());
      await window.screenshot(`parameters-choices-${version}`);
      await rows().filter({ hasText: 'JP' }).click();
      await items('country = US, now JP').waitFor();
      await items(stale).nth(1).waitFor();
      assert.equal(await items(stale).count(), 2);
      const reason = 'The parameter country changed since it ran: it was US and is JP now.';
      await repeat(window.page.getByText(reason).first(), async () => {
        await window.page.locator('.statusbar').hover();
        await items(stale).first().hover();
      });
      const frame = await outputFrame(window.page);
      const notes = frame.locator('.ms-stale > .ms-stale-note');
      await notes.filter({ hasText: `Stale. ${reason}` }).waitFor();
      await notes
        .filter({
          hasText: 'Stale. Cell 1, which it needs, is stale: the parameter country changed.',
        })
        .waitFor();
      await window.screenshot(`parameters-stale-${version}`);
      await answerMessage(window, 'Run 2 Stale Cells');
      await waitForOutputs(window.page, all => all.some(output => output.text.includes('JP')));
      await items(stale).first().waitFor({ state: 'detached' });
      await items('country = JP').waitFor();
      await frame.locator('.ms-stale').first().waitFor({ state: 'detached' });
    });

    test('are all in the list of the toolbar, with what is wrong with a typed value', async () => {
      await window.pickTheme('Dark Modern', 'dark');
      await window.runCommand('Signals: Set Parameter…');
      await rows().filter({ hasText: 'since' }).waitFor();
      await window.screenshot(`parameters-list-dark-${version}`);
      await rows().filter({ hasText: 'since' }).click();
      // Until the box is there, what is typed goes to the list before it.
      await window.page.getByText('First day, now 2026-01-05').waitFor();
      const input = window.page.locator('.quick-input-widget input[type=text]');
      await input.fill('soon');
      await window.page.getByText('since: "soon" is not a date').waitFor();
      await window.screenshot(`parameters-wrong-dark-${version}`);
      await input.fill('2026-02-01');
      await window.page.keyboard.press('Enter');
      await items('since = 2026-01-05, now 2026-02-01').waitFor();
      await items(stale).nth(1).waitFor();
      await window.screenshot(`parameters-stale-dark-${version}`);
    });

    test('are saved as defaults of the notebook, and nothing else of it changes', async () => {
      await answerMessage(window, 'Save as Default');
      await window.page.locator('.tab.dirty').waitFor();
      await window.runCommand('File: Save');
      const file = path.join(window.workspace, name);
      const saved = text.replace('2026-01-05', '2026-02-01');
      await window.page.locator('.tab.dirty').waitFor({ state: 'detached' });
      assert.equal(await readFile(file, 'utf8'), saved);
    });

    test('leave stale cells, which the toolbar runs', async () => {
      await window.runCommand('Signals: Run Stale Cells');
      await items(stale).first().waitFor({ state: 'detached' });
      assert.equal(await window.cellIcon('error').count(), 0);
      await window.screenshot(`parameters-fresh-dark-${version}`);
    });
  });
}

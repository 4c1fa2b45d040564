import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { enterCode } from '../../support/cellEditor';
import { processesRunning, type RunningProcess } from '../../support/processes';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';
import { repeat } from '../../support/repeat';

const cell = (sql: string) => `\`\`\`{sql}\n${sql}\n\`\`\`\n`;
/** Runs for hours. */
const endless = cell('SELECT count(*) AS n\nFROM range(100000000) a, range(100000) b');

for (const version of testedVersions) {
  describe(`processes of VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: async workspace => {
          await writeFile(path.join(workspace, 'help.signals'), cell('SELECT 1;'));
          await writeFile(path.join(workspace, 'endless.signals'), endless);
        },
      });
    });
    // VS Code starts another extension host only if its server says within two seconds how the last one ended.
    after(() => window?.end());

    /** Those of this VS Code: its extensions are below its profile. */
    const ours = (module: string): RunningProcess[] => processesRunning(window.profile, module);

    const offered = (): Locator =>
      window.page
        .locator('.suggest-widget.visible .monaco-list-row', { hasText: 'bullish_stocks' })
        .first();

    test('a language process that was killed is started again, and help returns', async () => {
      const { page } = window;
      await window.openFromExplorer('help.signals');
      const suggestion = offered();
      await enterCode(page.locator('.notebook-editor .code-cell-row').first());
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type('\nFROM bulli');
      await suggestion.waitFor();
      const [language, ...others] = ours('language.js');
      assert.ok(language);
      assert.deepEqual(others, []);
      process.kill(language.pid, 'SIGKILL');
      await until(() => !ours('language.js').some(({ pid }) => pid === language.pid));
      await page.keyboard.press('Escape');
      await page.keyboard.type(';\nFROM bulli');
      // While the process starts, the list that comes by itself may be without it.
      await repeat(suggestion, () => page.keyboard.press('ControlOrMeta+Space'));
      assert.equal(ours('language.js').length, 1);
      await window.screenshot(`language-again-${version}`);
    });

    test('a kernel that runs a query ends with the extension host', async () => {
      await window.openFromExplorer('endless.signals');
      await window.startRunAll();
      await window.page.getByText(/^\s*Running the query\s*$/).waitFor();
      const kernels = ours('kernel.js');
      const parents = new Set(kernels.map(({ parent }) => parent));
      assert.equal(parents.size, 1);
      const before = [...kernels, ...ours('language.js')].map(({ pid }) => pid);
      for (const parent of parents) {
        process.kill(parent, 'SIGKILL');
      }
      // Another extension host may start others.
      const left = () => ours('.js').filter(({ pid }) => before.includes(pid));
      await until(
        () => left().length === 0,
        () => `${left().length} processes run without a parent`,
      );
      await window.untilNoCellRuns();
      await window.screenshot(`extension-host-ended-${version}`);
    });
  });
}

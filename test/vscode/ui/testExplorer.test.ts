import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';
import { repeat } from '../../support/repeat';

const name = 'checks.signals';
const cells = [
  'CREATE OR REPLACE TABLE scores AS SELECT entity, date, bull_bear_score AS score FROM bullish_stocks(amount := 20)',
  "--| test: one row for each company\nFROM check_unique('scores', keys := ['entity'])",
  "--| test: no score is above 0.8\nFROM check_range('scores', at_most := 0.8)",
  '--| test: cannot run\nFROM nothing_like_it',
  '-- Does not run with the tests.\nCREATE OR REPLACE TABLE other AS SELECT 1 AS a',
];
const text = `# Checks\n\n${cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n')}`;

/** Two tests of one name. */
const closed = ['SELECT 1 WHERE false', 'SELECT 1']
  .map(query => `\`\`\`{sql}\n--| test: nothing is wrong\n${query}\n\`\`\`\n`)
  .join('\n');

for (const version of testedVersions) {
  describe(`the Test Explorer in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        settings: { 'files.watcherExclude': { '**/unwatched/**': true } },
        prepare: async workspace => {
          await writeFile(path.join(workspace, name), text);
          await mkdir(path.join(workspace, 'unwatched'));
        },
      });
    });
    after(() => window?.close());

    const items = (): Locator => window.page.locator('.test-explorer .monaco-list-row');
    const labels = (): Promise<(string | null)[]> =>
      items().evaluateAll(rows => rows.map(row => row.getAttribute('aria-label')));
    const shows = async (...expected: readonly RegExp[]): Promise<void> =>
      until(
        async () => {
          const found = await labels();
          return expected.every(each => found.some(label => each.test(label ?? '')));
        },
        async () => (await labels()).join('; '),
      );

    /** Expands a file whose tests may still be looked for. */
    const expand = (file: string, below: string): Promise<void> =>
      repeat(items().filter({ hasText: below }).first(), async () => {
        await items().filter({ hasText: file }).click();
        await window.page.keyboard.press('ArrowRight');
      });

    test('lists the tests of a notebook, and runs them with the cells that they need', async () => {
      await window.openFromExplorer(name);
      await window.runCommand('Testing: Focus on Test Explorer View');
      await shows(/checks\.signals/);
      await expand('checks.signals', 'one row for each company');
      await shows(/one row for each company/, /no score is above 0\.8/, /cannot run/);
      // A notebook that nobody opened has its tests too. VS Code misses a change on a busy machine.
      await repeat(items().filter({ hasText: 'closed.signals' }), () =>
        writeFile(path.join(window.workspace, 'closed.signals'), closed),
      );
      await expand('closed.signals', 'nothing is wrong');
      await shows(/nothing is wrong/);
      await window.runCommand('Test: Run All Tests');
      await shows(
        /one row for each company.*\(Passed\)/,
        /no score is above 0\.8.*\(Failed\)/,
        /cannot run.*\(Errored\)/,
        /nothing is wrong [^2]*\(Passed\)/,
        /nothing is wrong \(2\).*\(Failed\)/,
      );
    });

    test('a test says in its cell whether it passed, with the rows that fail', async () => {
      await window.page.locator('.tab', { hasText: name }).click();
      await window.page.setViewportSize({ width: 1400, height: 1600 });
      const lines = async (): Promise<string[]> => {
        const texts = window.page.frames().map(frame =>
          frame
            .locator('.ms-test')
            .allInnerTexts()
            .catch(() => []),
        );
        return (await Promise.all(texts)).flat();
      };
      // Outputs of the other notebook stay in the page.
      const expected = [
        /^✓ one row for each company passed$/,
        /^✗ no score is above 0\.8: \d+ rows? fails?$/,
      ];
      await until(
        async () => {
          const found = await lines();
          return expected.every(each => found.some(line => each.test(line)));
        },
        async () => (await lines()).join('; '),
      );
      // Outputs are in the page before their cells are drawn.
      await until(async () => (await window.cellIcon('error').count()) === 2);
      // The last cell is no test, and no test needs it.
      const last = window.page.locator('.code-cell-row', {
        hasText: 'Does not run with the tests',
      });
      assert.equal(await last.locator('.execution-count-label').innerText(), '[ ]');
      await window.screenshot(`tests-${version}-light`);
      await window.pickTheme('Dark Modern', 'dark');
      await window.screenshot(`tests-${version}-dark`);
    });

    test('lists what VS Code does not watch, at the start and when asked to refresh', async () => {
      const file = path.join(window.workspace, 'unwatched', 'quiet.signals');
      await writeFile(file, closed);
      await window.runCommand('Test: Refresh Tests');
      await shows(/quiet\.signals/);
      await window.reload(name);
      await window.runCommand('Testing: Focus on Test Explorer View');
      await shows(/quiet\.signals/);
      await rm(file);
      await window.runCommand('Test: Refresh Tests');
      await items().filter({ hasText: 'quiet.signals' }).waitFor({ state: 'detached' });
      await shows(/closed\.signals/);
    });
  });
}

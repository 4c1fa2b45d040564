import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import { sampleNotebooks } from '../../../src/core/gallery/sampleNotebooks';
import { readNotebook } from '../../../src/core/notebook/notebookFile';
import { createSandbox, defaultSandboxConfig, samplePrices } from '../../../src/sandbox/sandbox';
import { filesBelow } from '../../support/filesBelow';
import { drawnOutputs, isDrawn, waitForOutputs } from '../../support/notebookOutputs';
import { testedVersions } from '../../support/testedVersions';
import { VsCodeWindow } from '../../support/vscodeWindow';

const analyses = sampleNotebooks.filter(({ file }) => file !== 'tour');

/** High enough for a whole notebook, so that every cell is drawn at once. */
const wholeNotebook = { width: 1400, height: 11_000 };
const ordinaryWindow = { width: 1400, height: 900 };

/** Days of prices, more than any of the notebooks reads. */
const priceDays = 600;

/** As `Signals: Write Sandbox Prices Beside Notebook` does. */
async function writePrices(workspace: string): Promise<void> {
  const sandbox = createSandbox(defaultSandboxConfig(plainDateOfInstant(Date.now())));
  const { to } = sandbox.world.history;
  const lines = [...samplePrices(sandbox, { from: to - priceDays, to })];
  await writeFile(path.join(workspace, 'prices.csv'), lines.join(''));
}

/** @returns How many cells of the notebook run, and how many of them draw a chart. */
function countsOf(file: string): { readonly queries: number; readonly charts: number } {
  const { cells } = readNotebook(readFileSync(`notebooks/${file}.signals`, 'utf8'));
  const queries = cells.filter(({ kind }) => kind === 'code');
  const charts = queries.filter(
    ({ text, language }) => language === 'vega-lite' || /^VISUALISE/m.test(text),
  );
  return { queries: queries.length, charts: charts.length };
}

/** @returns What the cells that failed say, and what the extension wrote down of them. */
async function whatFailed({ page, userData }: VsCodeWindow): Promise<string> {
  const errors = (await drawnOutputs(page)).filter(({ kind }) => kind === 'error');
  const logs = filesBelow(userData, /Market Signals\.log$/).map(file => readFileSync(file, 'utf8'));
  return [...errors.map(({ text }) => text), ...logs].join('\n');
}

for (const version of testedVersions) {
  describe(`the notebooks that ship in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, { prepare: writePrices });
    });
    after(() => window?.close());
    // A notebook that failed is not in the way of the next.
    afterEach(() => window.runCommand('View: Close All Editors'));

    for (const { file, title } of analyses) {
      test(`${title} runs whole on the sandbox, and draws every chart in light and dark`, async () => {
        const { queries, charts } = countsOf(file);
        await window.resize(ordinaryWindow);
        await window.openFromExplorer(`${file}.signals`);
        await window.resize(wholeNotebook);
        await window.runAll();
        assert.equal(await window.cellIcon('error').count(), 0, await whatFailed(window));
        assert.equal(await window.cellIcon('success').count(), queries);
        for (const [kind, theme] of [
          ['light', 'Light Modern'],
          ['dark', 'Dark Modern'],
        ] as const) {
          await window.pickTheme(theme, kind);
          const outputs = await waitForOutputs(
            window.page,
            drawn => drawn.length === queries && drawn.every(isDrawn),
          );
          assert.equal(outputs.filter(output => output.kind === 'chart').length, charts);
          await window.screenshot(`${file}-${version}-${kind}`);
        }
      });
    }
  });
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import { readNotebook } from '../../../src/core/notebook/notebookFile';
import { createSandbox, defaultSandboxConfig, samplePrices } from '../../../src/sandbox/sandbox';
import { filesBelow } from '../../support/filesBelow';
import {
  drawnOutputs,
  isDrawn,
  waitForOutputs,
  type DrawnOutput,
} from '../../support/notebookOutputs';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

/**
 * The notebook that reads a file and has charts of both kinds. All of them run whole from the command line, and their
 * charts are those of the gallery, which the tests of the views draw in light and dark.
 */
const name = 'eventStudy';
/** High enough for a whole notebook, so that every cell is drawn at once; not before they ran, each change is drawn whole. */
const wholeNotebook = { width: 1400, height: 11_000 };

/** Days of prices, more than any of the notebooks reads. */
const priceDays = 600;

/** As `Signals: Write Sandbox Prices Beside Notebook` does. */
async function writePrices(workspace: string): Promise<void> {
  const sandbox = createSandbox(defaultSandboxConfig(plainDateOfInstant(Date.now())));
  const { to } = sandbox.world.history;
  const lines = [...samplePrices(sandbox, { from: to - priceDays, to })];
  await writeFile(path.join(workspace, 'prices.csv'), lines.join(''));
}

const { cells } = readNotebook(readFileSync(`notebooks/${name}.signals`, 'utf8'));
const queries = cells.filter(({ kind }) => kind === 'code');
const charts = queries.filter(
  ({ text, language }) => language === 'vega-lite' || /^VISUALISE/m.test(text),
);

/** @returns What the cells that failed say, and what the extension wrote down of them. */
async function whatFailed({ page, userData }: VsCodeWindow): Promise<string> {
  const errors = (await drawnOutputs(page)).filter(({ kind }) => kind === 'error');
  const logs = filesBelow(userData, /Market Signals\.log$/).map(file => readFileSync(file, 'utf8'));
  return [...errors.map(({ text }) => text), ...logs].join('\n');
}

const endedCells = (window: VsCodeWindow): Promise<number> =>
  window.cellIcon('success').or(window.cellIcon('error')).count();
const isWhole = (drawn: readonly DrawnOutput[]): boolean =>
  drawn.length === queries.length && drawn.every(isDrawn);
const chartsOf = (drawn: readonly DrawnOutput[]): readonly DrawnOutput[] =>
  drawn.filter(({ kind }) => kind === 'chart');

for (const version of testedVersions) {
  describe(`a notebook that ships in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, { prepare: writePrices });
      await window.pickTheme('Light Modern', 'light');
    });
    after(() => window?.close());

    test('runs whole on the sandbox, and draws every chart in light and then in dark colours', async () => {
      await window.openFromExplorer(`${name}.signals`);
      await window.runAll();
      await window.resize(wholeNotebook);
      await until(async () => (await endedCells(window)) === queries.length);
      assert.equal(await window.cellIcon('error').count(), 0, await whatFailed(window));
      const inLight = chartsOf(await waitForOutputs(window.page, isWhole));
      assert.equal(inLight.length, charts.length);
      await window.screenshot(`${name}-${version}-light`);
      await window.pickTheme('Dark Modern', 'dark');
      const light = new Set(inLight.map(({ colours }) => colours));
      await waitForOutputs(
        window.page,
        drawn => isWhole(drawn) && chartsOf(drawn).every(({ colours }) => !light.has(colours)),
      );
      await window.screenshot(`${name}-${version}-dark`);
    });
  });
}

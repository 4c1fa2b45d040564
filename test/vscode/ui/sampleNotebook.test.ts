import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isFolded } from '../../../src/core/notebook/codeFold';
import { readNotebook } from '../../../src/core/notebook/notebookFile';
import { filesBelow } from '../../support/filesBelow';
import {
  drawnOutputs,
  isDrawn,
  waitForOutputs,
  type DrawnOutput,
} from '../../support/notebookOutputs';
import { repeat } from '../../support/repeat';
import { openFile } from '../../support/saveDialog';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

/**
 * The notebook that reads prices. All of them run whole from the command line, and their
 * charts are those of the gallery, which the tests of the views draw in light and dark.
 */
const name = 'eventStudy';
/** High enough for a whole notebook, so that every cell is drawn at once; not before they ran, each change is drawn whole. */
const wholeNotebook = { width: 1400, height: 11_000 };

const priceFile = 'closes.csv';
const prices = 'entity,date,close\ncompany:a,2026-01-05,10\ncompany:a,2026-01-06,11\n';

const { cells } = readNotebook(readFileSync(`notebooks/${name}.signals`, 'utf8'));
const queries = cells.filter(({ kind }) => kind === 'code');
/** VS Code shows the status bar of these only. */
const unfolded = queries.filter(({ language, text }) => !isFolded(language, text));
const charts = queries.filter(({ text }) => /^VISUALISE/m.test(text));

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
      window = await VsCodeWindow.open(version, {
        prepare: workspace => writeFile(path.join(workspace, priceFile), prices),
      });
      await window.pickTheme('Light Modern', 'light');
    });
    after(() => window?.close());

    test('runs whole on the sandbox, and draws every chart in light and then in dark colours', async () => {
      await window.openFromExplorer(`${name}.signals`);
      await window.runAll();
      await window.resize(wholeNotebook);
      await until(async () => (await endedCells(window)) === unfolded.length);
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

    test('reads a file of prices that is chosen below the cell, and one Undo takes it back', async () => {
      const { page, workspace } = window;
      const item = page
        .locator('.notebook-editor .cell-status-item')
        .filter({ hasText: 'Choose a price file…' });
      const reading = (from: string) => page.locator('.view-line').filter({ hasText: from });
      const dialog = page.locator('.quick-input-widget input[type=text]');
      // An item that is drawn anew at that moment takes no click.
      await repeat(dialog, () => item.click());
      await openFile(window, path.join(workspace, priceFile));
      await reading(`FROM '${priceFile}'`).waitFor();
      await item.waitFor({ state: 'detached' });
      await window.screenshot(`${name}-${version}-price-file`);
      await page.locator('.notebook-editor .cell-list-container').first().focus();
      await window.runCommand('Undo');
      await reading('FROM sandbox_prices').waitFor();
      await item.waitFor();
    });
  });
}

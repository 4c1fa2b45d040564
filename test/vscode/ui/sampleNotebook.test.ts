import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { readNotebook } from '../../../src/core/notebook/notebookFile';
import { isDrawn, waitForOutputs } from '../../support/notebookOutputs';
import { testedVersions } from '../../support/testedVersions';
import { VsCodeWindow } from '../../support/vscodeWindow';

const file = 'morningScreen';
const { cells } = readNotebook(readFileSync(`notebooks/${file}.signals`, 'utf8'));
const queries = cells.filter(({ kind }) => kind === 'code');
const charts = queries.filter(({ text, language }) => {
  return language === 'vega-lite' || /^VISUALISE/m.test(text);
});

/** High enough for the whole notebook, so that every cell is drawn at once. */
const wholeNotebook = { width: 1400, height: 11_000 };

for (const version of testedVersions) {
  describe(`the morning screen in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version);
    });
    after(() => window?.close());

    test('runs whole on the sandbox, and draws every chart in light and dark', async () => {
      await window.openFromExplorer(`${file}.signals`);
      await window.resize(wholeNotebook);
      await window.runAll();
      assert.equal(await window.cellIcon('error').count(), 0);
      assert.equal(await window.cellIcon('success').count(), queries.length);
      for (const [kind, theme] of [
        ['light', 'Light Modern'],
        ['dark', 'Dark Modern'],
      ] as const) {
        await window.pickTheme(theme, kind);
        const outputs = await waitForOutputs(
          window.page,
          drawn => drawn.length === queries.length && drawn.every(isDrawn),
        );
        assert.equal(outputs.filter(output => output.kind === 'chart').length, charts.length);
        await window.screenshot(`${file}-${version}-${kind}`);
      }
    });
  });
}

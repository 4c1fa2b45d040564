import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { isDrawn, waitForOutputs } from '../../support/notebookOutputs';
import { smallViewport, VsCodeWindow, wideViewport } from '../../support/vscodeWindow';
import { testedVersions } from '../../support/testedVersions';

const tour = readFileSync('notebooks/tour.signals', 'utf8');
const cells = tour.split(/^```\{sql\}$/m).slice(1);
const chartCount = cells.filter(cell => /^VISUALISE/m.test(cell)).length;

const themes = [
  ['light', 'Light Modern'],
  ['dark', 'Dark Modern'],
] as const;

/** High enough for the whole tour, so that every cell is drawn at once. */
const wholeNotebook = { width: 1400, height: 9000 };

for (const version of testedVersions) {
  describe(`the tour in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version);
    });
    after(() => window?.close());

    test('opens from the explorer as a notebook, and every cell succeeds on Run All', async () => {
      await window.openFromExplorer('tour.signals');
      await window.resize(wholeNotebook);
      await window.runAll();
      assert.equal(await window.cellIcon('error').count(), 0);
      assert.equal(await window.cellIcon('success').count(), cells.length);
    });

    test('draws marks in every chart and a synthetic footer under every output', async () => {
      const outputs = await waitForOutputs(
        window.page,
        drawn => drawn.length === cells.length && drawn.every(isDrawn),
      );
      assert.equal(outputs.filter(({ kind }) => kind === 'chart').length, chartCount);
      assert.equal(outputs.filter(({ kind }) => kind === 'error').length, 0);
      for (const { footer } of outputs) {
        assert.match(footer, /^SANDBOX synthetic · /);
      }
    });

    test('says rows, time and where the data are from below every cell', async () => {
      const texts = await window.cellStatusTexts();
      assert.equal(texts.length, cells.length);
      for (const text of texts) {
        assert.match(text, /\d+ rows?\s[^]*\d m?s\s/);
      }
    });

    for (const [kind, theme] of themes) {
      test(`keeps its charts drawn in the ${kind} theme, wide and small`, async () => {
        await window.pickTheme(theme, kind);
        for (const size of [wholeNotebook, wideViewport, smallViewport]) {
          await window.resize(size);
          await waitForOutputs(window.page, drawn => drawn.length > 0 && drawn.every(isDrawn));
          const name = `tour-${version}-${kind}-${size.width}x${size.height}`;
          await window.screenshot(name);
          if (size !== wholeNotebook) {
            await window.scrollToCell('VISUALISE');
            await window.screenshot(`${name}-chart`);
            await window.scrollToTop();
          }
        }
      });
    }
  });
}

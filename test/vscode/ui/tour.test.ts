import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { isDrawn, waitForOutputs, type DrawnOutput } from '../../support/notebookOutputs';
import { smallViewport, VsCodeWindow, wideViewport } from '../../support/vscodeWindow';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';

const tour = readFileSync('notebooks/tour.signals', 'utf8');
const cells = tour.split(/^```\{sql\}$/m).slice(1);
const chartCount = cells.filter(cell => /^VISUALISE/m.test(cell)).length;

/** High enough for the whole tour, so that every cell is drawn at once; not before they ran, each change is drawn whole. */
const wholeNotebook = { width: 1400, height: 9000 };

/** @returns The charts that are in the page, once all that is there is complete. */
async function chartsOf({ page }: VsCodeWindow): Promise<DrawnOutput[]> {
  const drawn = await waitForOutputs(page, all => all.length > 0 && all.every(isDrawn));
  return drawn.filter(({ kind }) => kind === 'chart');
}

for (const version of testedVersions) {
  describe(`the tour in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version);
      await window.pickTheme('Light Modern', 'light');
    });
    after(() => window?.close());

    test('opens from the explorer as a notebook, and every cell succeeds on Run All', async () => {
      await window.openFromExplorer('tour.signals');
      await window.runAll();
      await window.resize(wholeNotebook);
      await until(async () => (await window.cellIcon('success').count()) === cells.length);
      assert.equal(await window.cellIcon('error').count(), 0);
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

    test('says rows, and the time once, below every cell', async () => {
      let texts: string[] = [];
      // The extension host reports them a moment after the run has ended.
      await until(
        async () => {
          texts = await window.cellStatusTexts();
          return texts.length === cells.length && texts.every(text => /\d+ rows?\s/.test(text));
        },
        () => texts.join('\n'),
      );
      for (const text of texts) {
        assert.equal(text.match(/\d\s?m?s\b/g)?.length, 1, text);
      }
    });

    test('keeps its charts drawn in a wide and in a small window, and draws them anew in the dark theme', async () => {
      for (const size of [wideViewport, smallViewport]) {
        await window.resize(size);
        await window.scrollToTop();
        await look(`tour-${version}-light-${size.width}x${size.height}`);
      }
      const light = await chartsOf(window);
      const inLight = new Set(light.map(({ colours }) => colours));
      await window.pickTheme('Dark Modern', 'dark');
      await waitForOutputs(window.page, drawn => {
        const charts = drawn.filter(({ kind }) => kind === 'chart');
        return (
          charts.length === light.length && charts.every(({ colours }) => !inLight.has(colours))
        );
      });
      await look(`tour-${version}-dark-${smallViewport.width}x${smallViewport.height}`);
    });

    /** Scrolls to a chart, and takes a picture there once all is drawn. */
    async function look(name: string): Promise<void> {
      await window.scrollToCell('VISUALISE');
      assert.ok((await chartsOf(window)).length > 0);
      await window.screenshot(name);
    }
  });
}

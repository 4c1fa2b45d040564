import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gallery } from '../../../src/core/gallery/gallery';
import { GallerySession } from '../../support/galleryCharts';
import { NotebookPage } from './notebookPage';
import { resultOutput } from './outputs';
import { themes } from './themes';

const screenshots = path.resolve('out/screenshots/gallery');

let notebook: NotebookPage;
let session: GallerySession;

before(async () => {
  await mkdir(screenshots, { recursive: true });
  [notebook, session] = await Promise.all([NotebookPage.open(), GallerySession.open()]);
  await notebook.page.setViewportSize({ width: 1000, height: 900 });
});

after(async () => {
  await session.close();
  await notebook.close();
});

for (const chart of gallery) {
  test(`${chart.id} ${chart.title} is drawn whole in light and dark`, async () => {
    const { outcome, chart: drawn } = await session.draw(chart);
    const { provenance, notes } = outcome;
    const output = notebook.page.locator('#g');
    for (const theme of ['light', 'dark'] as const) {
      await notebook.theme(themes[theme]);
      await notebook.result('g', resultOutput({ chart: drawn, provenance, notes }));
      await output.locator('.ms-canvas :is(svg, canvas)').first().waitFor();
      assert.ok((await output.locator('.role-mark :is(path, text, line)').count()) > 5);
      assert.equal(await output.locator('.ms-chart-message').isVisible(), false);
      await output.screenshot({ path: path.join(screenshots, `${chart.id}-${theme}.png`) });
      assert.deepEqual(await textsOutside(), []);
      await notebook.dispose('g');
    }
  });
}

/** Texts of the drawing that its edges cut off. */
async function textsOutside(): Promise<string[]> {
  return notebook.page.evaluate(() => {
    const svg = document.querySelector('#g .ms-canvas svg');
    const edge = svg?.getBoundingClientRect();
    return [...(svg?.querySelectorAll('text') ?? [])]
      .filter(text => {
        const box = text.getBoundingClientRect();
        return (
          box.width > 0 &&
          text.getAttribute('opacity') !== '0' &&
          edge !== undefined &&
          (box.left < edge.left - 1 ||
            box.right > edge.right + 1 ||
            box.top < edge.top - 1 ||
            box.bottom > edge.bottom + 1)
        );
      })
      .map(text => text.textContent);
  });
}

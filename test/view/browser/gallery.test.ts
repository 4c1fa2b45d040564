import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gallery } from '../../../src/core/gallery/gallery';
import { GallerySession } from '../../support/galleryCharts';
import { NotebookPage } from './notebookPage';
import { resultOutput } from './outputs';
import { themes } from './themes';
import { resizePage } from './resizePage';

const screenshots = path.resolve('out/screenshots/gallery');

const lineCharts: readonly string[] = ['G3', 'G4', 'G9', 'G11', 'G12', 'G13', 'G14', 'G15', 'G16'];

let notebook: NotebookPage;
let session: GallerySession;

before(async () => {
  await mkdir(screenshots, { recursive: true });
  [notebook, session] = await Promise.all([NotebookPage.open(), GallerySession.open()]);
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
    for (const [theme, width] of [
      ['dark', 1200],
      ['light', 700],
    ] as const) {
      await resizePage(notebook.page, { width, height: 1500 });
      await notebook.theme(themes[theme]);
      await notebook.result('g', resultOutput({ chart: drawn, provenance, notes }));
      await output.locator('.ms-canvas :is(svg, canvas)').first().waitFor();
      assert.ok((await output.locator('.role-mark :is(path, text, line)').count()) > 2);
      assert.equal(await output.locator('.ms-chart-message').isVisible(), false);
      if (theme === 'light') {
        await output.screenshot({ path: path.join(screenshots, `${chart.id}-light-700.png`) });
      }
      assert.deepEqual(await textsOutside(), []);
      assert.deepEqual(await labelsOverOthers(), []);
      if (lineCharts.includes(chart.id)) {
        await checkCrosshair();
      }
      await notebook.dispose('g');
    }
  });
}

/** The pointer near the middle of each line's panel finds rows, and their values are shown. */
async function checkCrosshair(): Promise<void> {
  const output = notebook.page.locator('#g');
  const paths = output.locator('svg .mark-line.role-mark path');
  const boxes = await paths.evaluateAll(all =>
    all.map(path => {
      const { left, top, width, height } = path.getBoundingClientRect();
      return { x: left + width * 0.45, y: top + height * 0.6 };
    }),
  );
  assert.ok(boxes.length > 0);
  for (const { x, y } of boxes.slice(0, 3)) {
    await notebook.page.mouse.move(x, y);
    await output.locator('.ms-crosshair circle').first().waitFor();
    assert.match(await output.locator('.ms-tooltip').innerText(), /\d/);
  }
  await notebook.page.mouse.move(1, 1);
  assert.equal(await output.locator('.ms-crosshair').count(), 0);
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

/** Labels of an axis that cover another one of it; slanted ones only seem to. */
async function labelsOverOthers(): Promise<string[]> {
  return notebook.page.evaluate(() =>
    [...document.querySelectorAll('#g .ms-canvas svg .role-axis-label')].flatMap(axis => {
      const labels = [...axis.querySelectorAll('text')].filter(
        text =>
          text.getAttribute('opacity') !== '0' &&
          !/rotate/.test(text.getAttribute('transform') ?? ''),
      );
      const boxes = labels.map(label => label.getBoundingClientRect());
      return boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter(
            other =>
              one.right > other.left + 1 &&
              one.left < other.right - 1 &&
              one.bottom > other.top + 3 &&
              one.top < other.bottom - 3,
          )
          .map(() => labels[index]?.textContent ?? ''),
      );
    }),
  );
}

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { crc32, inflateSync } from 'node:zlib';
import { after, before, beforeEach, test } from 'node:test';
import { isRecord } from '../../../src/core/base/json';
import { readRendererMessage } from '../../../src/core/protocol/rendererMessage';
import { isPlainSvg } from '../../../src/core/protocol/plainSvg';
import type { ResultChart } from '../../../src/core/protocol/outcome';
import { gallery } from '../../../src/core/gallery/gallery';
import { GallerySession } from '../../support/galleryCharts';
import { NotebookPage } from './notebookPage';
import {
  barChart,
  chartOf,
  facetChart,
  lineChart,
  overlayTable,
  resultOutput,
  tileChart,
} from './outputs';
import { themes } from './themes';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
  await notebook.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});

after(async () => {
  await notebook.close();
});

beforeEach(async () => {
  await notebook.dispose('c');
  await notebook.theme(themes.light);
});

/** Presses a button of the chart's toolbar and takes what the page sends for it. */
async function saved(chart: ResultChart, format: 'svg' | 'png'): Promise<string> {
  const copyright = {
    contact_email: 'rights@example.org',
    copyright_info: 'All rights <reserved>',
  };
  await notebook.result('c', resultOutput({ chart, table: overlayTable(3), copyright }));
  const before = (await notebook.sent()).length;
  await notebook.page.locator('#c .ms-result').hover();
  await notebook.page
    .getByRole('button', { name: `Save chart as ${format.toUpperCase()}…` })
    .click();
  await notebook.page.waitForFunction(count => window.record.sent.length > count, before);
  const message = readRendererMessage((await notebook.sent()).at(-1));
  assert.ok(message?.type === 'saveChart' && message.format === format);
  assert.equal(message.resultId, 'result-1');
  return message.content;
}

async function keep(name: string, content: string | Buffer): Promise<void> {
  await mkdir('out/screenshots', { recursive: true });
  await writeFile(`out/screenshots/${name}`, content);
}

test('a saved SVG only draws, whatever the chart', async () => {
  const charts = { line: lineChart(3), bar: barChart(), tile: tileChart(), facet: facetChart() };
  for (const [name, chart] of Object.entries(charts)) {
    const svg = await saved(chart, 'svg');
    assert.ok(isPlainSvg(svg), name);
    assert.ok(!/<script|href|foreignObject|--vscode|@import/.test(svg), name);
    assert.match(svg, /font-family="sans-serif"/);
    await keep(`chart-${name}.svg`, svg);
  }
});

test('under the chart stands where it comes from, and the whole record is in the file', async () => {
  const svg = await saved(lineChart(2), 'svg');
  for (const text of [
    'SANDBOX · 3 rows · fetched 2026-11-20 12:00 UTC',
    'Synthetic data: not real market data.',
    'bullish_stocks · [2026-11-01, 2026-11-20) · 50 rows · sandbox',
    'Rights: All rights &lt;reserved&gt;',
    'Rights contact: rights@example.org',
  ]) {
    assert.ok(svg.includes(`>${text}</text>`), text);
  }
  const [, metadata = ''] = /<metadata>(.*)<\/metadata>/s.exec(svg) ?? [];
  const record: unknown = JSON.parse(metadata.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  assert.ok(isRecord(record));
  assert.deepEqual([record['marketSignals'], record['rowCount']], [1, 3]);
});

test('a picture of one company names it, whether its chart has a title or not', async () => {
  const session = await GallerySession.open();
  try {
    const [timeline] = gallery.filter(({ id }) => id === 'G16');
    assert.ok(timeline?.kind === 'vega-lite');
    const own = { columns: [], kind: 'visualise' } as const;
    const query = "FROM bull_bear_score_ts('demo0048', date_from := current_date - 60)";
    const drawing = 'VISUALISE date AS x, score AS y DRAW line';
    const titled = `${drawing} LABEL title => 'Scores'`;
    for (const drawn of [
      await session.draw({ ...timeline, ...own, query, drawing }),
      await session.draw({ ...timeline, ...own, query, drawing: titled }),
      await session.draw(timeline),
    ]) {
      const svg = await saved(drawn.chart, 'svg');
      const texts = [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text = '']) => text);
      const naming = texts.filter(text => /^(\p{L}.+ · )?company:demo0048$/u.test(text));
      assert.equal(naming.length, 1, texts.join('; '));
    }
  } finally {
    await session.close();
  }
});

test('a saved chart is dark on white also in a dark editor, unless the setting says otherwise', async () => {
  await notebook.theme(themes.dark);
  assert.match(await saved(barChart(), 'svg'), /<rect [^>]*fill="#ffffff"/);
  await notebook.hear({ type: 'appearance', palette: 'colourBlind', exportColours: 'editor' });
  const dark = await saved(barChart(), 'svg');
  await notebook.hear({ type: 'appearance', palette: 'colourBlind', exportColours: 'light' });
  assert.ok(!/<rect [^>]*fill="#ffffff"/.test(dark));
  await keep('chart-bar-dark.svg', dark);
});

test('a saved chart has the colours of the marks on a light screen, and the texts of its title, axes and legend', async () => {
  for (const chart of [barChart(), lineChart(3)]) {
    const svg = await saved(chart, 'svg');
    const [onScreen, inFile] = await notebook.page.evaluate(text => {
      const file = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
      return [document.querySelector('#c .ms-canvas svg'), file].map(svgElement => {
        if (!svgElement) {
          throw new Error('No chart is on the screen.');
        }
        const marks = [...svgElement.querySelectorAll('.role-mark path, .role-legend-symbol path')];
        const colours = marks.flatMap(mark =>
          ['fill', 'stroke'].map(name => mark.getAttribute(name) ?? 'none'),
        );
        const texts = [...svgElement.querySelectorAll('text')].map(each => each.textContent ?? '');
        return { colours: [...new Set(colours)].sort(), texts };
      });
    }, svg);
    assert.ok(onScreen && inFile && onScreen.texts.length > 5);
    assert.ok(
      onScreen.colours.some(colour => colour.startsWith('#')),
      onScreen.colours.join(),
    );
    assert.deepEqual(inFile.colours, onScreen.colours);
    // In its other font, the file cuts long names at another letter; below its chart it has the source.
    const starts = inFile.texts.map(text => text.slice(0, 24));
    const missing = onScreen.texts.filter(text => !starts.includes(text.slice(0, 24)));
    assert.deepEqual(missing, []);
  }
});

test('a PNG has twice the pixels of the SVG, and the record as a text', async () => {
  const [, width = '', height = ''] =
    /width="(\d+)" height="(\d+)"/.exec(await saved(lineChart(2), 'svg')) ?? [];
  const png = Buffer.from(await saved(lineChart(2), 'png'), 'base64');
  await keep('chart-line.png', png);
  assert.equal(png.readUInt32BE(16), 2 * Number(width));
  assert.equal(png.readUInt32BE(20), 2 * Number(height));
  const chunks = chunksOf(png);
  assert.deepEqual(
    chunks.slice(0, 2).map(({ type }) => type),
    ['IHDR', 'iTXt'],
  );
  const text = chunks[1]?.data.toString('utf8') ?? '';
  assert.match(text, /^market_signals\.provenance\0\0\0\0\0\{"marketSignals":1,/);
  const pixels = inflateSync(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
  );
  assert.ok(new Set(pixels).size > 20, 'an empty picture');
});

test('a chart drawn on a canvas is saved as a drawing too', async () => {
  const spec = {
    data: { name: 'result' },
    mark: 'point',
    encoding: { x: { field: 'a', type: 'quantitative' }, y: { field: 'b', type: 'quantitative' } },
  };
  const columns = [
    { name: 'a', type: 'DOUBLE' },
    { name: 'b', type: 'DOUBLE' },
  ];
  const rows = Array.from({ length: 5000 }, (_, index) => [index, Math.sin(index)]);
  const svg = await saved(chartOf(spec, columns, rows), 'svg');
  assert.equal(svg.match(/aria-roledescription="point"/g)?.length, 5000);
});

test('a chart that links, loads or paints with an address is saved without', async () => {
  const spec = {
    data: { name: 'result' },
    encoding: {
      x: { field: 'name', type: 'nominal' },
      y: { field: 'score', type: 'quantitative' },
      href: { value: 'https://attacker.invalid/' },
    },
    mark: { type: 'bar', fill: 'url(https://attacker.invalid/p)', cursor: 'pointer' },
  };
  const columns = [
    { name: 'name', type: 'VARCHAR' },
    { name: 'score', type: 'DOUBLE' },
  ];
  const text = '</text><script>alert(1)</script>';
  await notebook.result('c', resultOutput({ chart: chartOf(spec, columns, [[text, 1]]) }));
  await notebook.page.locator('#c .ms-result').hover();
  const button = notebook.page.getByRole('button', { name: 'Save chart as SVG…' });
  const before = (await notebook.sent()).length;
  await button.click();
  await notebook.page.waitForFunction(
    count =>
      window.record.sent.length > count ||
      document.querySelector('#c .ms-result > [role=status]:not([hidden])') !== null,
    before,
  );
  const sent = (await notebook.sent()).slice(before).map(readRendererMessage);
  assert.ok(sent.every(message => message?.type === 'saveChart'));
  assert.ok(!JSON.stringify(sent).includes('attacker.invalid'));
});

test('a picture on the clipboard is the PNG', async () => {
  await notebook.result('c', resultOutput({ chart: lineChart(2) }));
  await notebook.page.bringToFront();
  await notebook.page.locator('#c .ms-result').hover();
  await notebook.page.getByRole('button', { name: 'Copy image' }).click();
  await notebook.page.getByText('Copied the chart as a picture.').waitFor();
  const types = await notebook.page.evaluate(async () =>
    (await navigator.clipboard.read()).flatMap(item => item.types),
  );
  assert.deepEqual(types, ['image/png']);
});

test('where the browser gives no clipboard the chart says so and what to do', async () => {
  await notebook.page.context().clearPermissions();
  await notebook.page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, 'write', {
      configurable: true,
      value: () => Promise.reject(new Error('Write permission denied.')),
    });
  });
  await notebook.result('c', resultOutput({ chart: lineChart(2) }));
  await notebook.page.locator('#c .ms-result').hover();
  await notebook.page.getByRole('button', { name: 'Copy image' }).click();
  await notebook.page
    .getByText('Nothing was copied: Write permission denied. Save the chart as PNG instead.')
    .waitFor();
});

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const typed = png.subarray(at + 4, at + 8 + length);
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(typed));
    chunks.push({ type: typed.toString('latin1', 0, 4), data: typed.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

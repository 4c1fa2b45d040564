import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { test } from 'node:test';
import { barChart, chartOf, facetChart, overlayTable, resultOutput } from './outputs';
import { openWritten, prose, query, withPage } from './writtenPage';
import { resizePage } from './resizePage';

const screenshots = 'out/screenshots/page';

test('on paper charts are drawings in light colours, tables have their rows, and cuts are stated', async () => {
  await mkdir(screenshots, { recursive: true });
  const cells = [
    prose('# On paper\n\nTwo charts and a table.'),
    query('SELECT 1', resultOutput({ chart: barChart() })),
    query('SELECT 2', resultOutput({ chart: facetChart() })),
    query('SELECT 3', resultOutput({ table: overlayTable(700, 700) })),
  ];
  await withPage(openWritten(cells), async page => {
    await page.emulateMedia({ colorScheme: 'dark' });
    // Drawn while the screen is dark.
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.printed svg').length === 2);
    const bar = page.locator('.printed svg').first().locator('.role-mark path').first();
    assert.equal(await bar.getAttribute('fill'), '#1a85ff');
    assert.equal(await page.locator('.printed svg').first().isVisible(), false);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await resizePage(page, { width: 690, height: 1000 });
    const rows = page.locator('.printed.upright tbody tr');
    await rows.first().waitFor();
    assert.equal(await rows.count(), 500);
    await page.getByText('The first 500 rows of 700 rows are printed.').first().waitFor();
    assert.equal(await page.locator('.ms-canvas').first().isVisible(), false);
    for (const drawing of await page.locator('.printed svg').all()) {
      assert.ok(await drawing.isVisible());
      const box = await drawing.boundingBox();
      assert.ok(box && box.width > 300 && box.x + box.width <= 690, JSON.stringify(box));
    }
    const colour = () => page.evaluate(() => getComputedStyle(document.body).color);
    assert.equal(await colour(), 'rgb(31, 35, 40)');
    await page.screenshot({ path: `${screenshots}/print.png` });
  });
});

test('a chart that is not drawn yet when the page is printed is described, and is drawn later', async () => {
  const cells = [query('SELECT 1', resultOutput({ chart: barChart() }))];
  await withPage(openWritten(cells), async page => {
    // A browser that is never idle until it is told to be.
    await page.addInitScript(() => {
      const idle = window.requestIdleCallback.bind(window);
      window.requestIdleCallback = callback => {
        window.addEventListener('rest', () => idle(callback), { once: true });
        return 0;
      };
    });
    await page.reload();
    await page.locator('.ms-canvas :is(svg, canvas)').waitFor();
    await page.emulateMedia({ media: 'print' });
    const note = page.getByText('This chart was not drawn yet when the page was printed.');
    await note.last().waitFor();
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('rest')));
    await page.locator('.printed svg').waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    await page.locator('.printed svg').waitFor();
    assert.equal(await note.count(), 0);
  });
});

test('a printed table breaks no word, has smaller letters where it is wide, and leaves out whole columns', async () => {
  const wide = (count: number, text: string) => {
    const columns = Array.from({ length: count }, (_, at) => ({
      name: `quarterly_measure_${at}`,
      type: at % 2 === 0 ? 'VARCHAR' : 'DOUBLE',
    }));
    const row = columns.map((_, at) => (at % 2 === 0 ? text : 1234567.891));
    const table = { id: 'r', columns, rowCount: 2, rows: [row, row] };
    return query('SELECT 1', resultOutput({ table }));
  };
  const long = 'Semiconductors and international telecommunications of several countries';
  const cells = [wide(4, long), wide(5, long), wide(14, long), wide(2, 'x'.repeat(400))];
  await withPage(openWritten(cells), async page => {
    await resizePage(page, { width: 690, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    const tables = page.locator('.printed.upright table');
    await tables.nth(3).waitFor();
    const drawn = await tables.evaluateAll(all =>
      all.map(table => {
        const range = document.createRange();
        const texts = [...table.querySelectorAll('th, td')].map(cell => {
          const words = [...(cell.textContent ?? '').matchAll(/\S+/g)];
          const lines = words.map(({ 0: word, index }) => {
            range.setStart(cell.firstChild ?? cell, index);
            range.setEnd(cell.firstChild ?? cell, index + word.length);
            return { word, lines: range.getClientRects().length };
          });
          return lines.filter(each => each.lines > 1).map(({ word }) => word);
        });
        return {
          width: table.getBoundingClientRect().width,
          columns: table.querySelectorAll('th').length,
          letters: parseFloat(getComputedStyle(table).fontSize),
          broken: texts.flat(),
          note: table.nextElementSibling?.textContent ?? '',
        };
      }),
    );
    const [small, scaled, cut, endless] = drawn;
    assert.ok(small && scaled && cut && endless);
    for (const { width } of drawn) {
      assert.ok(width <= 691, String(width));
    }
    assert.deepEqual([...small.broken, ...scaled.broken, ...cut.broken], []);
    assert.deepEqual([small.columns, scaled.columns], [4, 5]);
    assert.ok(scaled.letters < small.letters);
    assert.ok(cut.columns < 14 && cut.columns > 4, String(cut.columns));
    assert.match(cut.note, new RegExp(`The first ${cut.columns} of 14 columns are printed`));
    assert.equal(scaled.note, '');
    await page.screenshot({ path: `${screenshots}/print-wide.png` });
  });
});

test('a sentence that leads to a chart is on its printed page', async () => {
  const lines = Array.from({ length: 14 }, (_, at) => `Line ${at} of a text.\n`).join('\n');
  const cells = [
    prose(`# On paper\n\n${lines}`),
    prose('A sentence [before](https://example.com/before) the chart.'),
    query('SELECT 1', resultOutput({ chart: barChart() })),
    prose('A sentence [after](https://example.com/after) it.'),
  ];
  for (const height of ['600px', '700px', '800px']) {
    await withPage(openWritten(cells), async page => {
      await page.locator('.printed svg').waitFor({ state: 'attached' });
      const pdf = (await page.pdf({ width: '790px', height })).toString('latin1');
      const pageOf = (name: string): number => {
        const [, link] =
          new RegExp(`(\\d+) 0 obj\\s*<<(?:(?!endobj).)*example\\.com/${name}`, 's').exec(pdf) ??
          [];
        const pages = pdf.match(/<<\/Type \/Page\n(?:(?!endobj).)*/gs) ?? [];
        return pages.findIndex(text => new RegExp(`/Annots \\[[^\\]]*\\b${link} 0 R`).test(text));
      };
      assert.ok(pageOf('before') > 0, height);
      assert.equal(pageOf('before'), pageOf('after'), height);
    });
  }
});

test('paper that lies on its side has wider charts and more columns, and a chart is with what leads to it', async () => {
  const tall = chartOf(
    {
      data: { name: 'result' },
      height: { step: 18 },
      mark: 'bar',
      encoding: { y: { field: 'n', type: 'nominal' }, x: { field: 'v', type: 'quantitative' } },
    },
    [
      { name: 'n', type: 'VARCHAR' },
      { name: 'v', type: 'DOUBLE' },
    ],
    Array.from({ length: 36 }, (_, at) => [`bar ${at}`, at]),
  );
  const cells = [
    prose('A [sentence](https://example.com/before) that leads to a chart.'),
    query('SELECT 1', resultOutput({ chart: tall })),
    query('SELECT 1', resultOutput({ chart: barChart() })),
    query('SELECT 2', resultOutput({ table: overlayTable(26, 26) })),
  ];
  await withPage(openWritten(cells), async page => {
    await page.waitForFunction(() => document.querySelectorAll('.printed svg').length === 2);
    await page.emulateMedia({ media: 'print' });
    // Both tables are measured where the wider one is shown.
    await page.locator('.printed.across table').waitFor();
    const columnsAt = async (width: number, height: number): Promise<number> => {
      await resizePage(page, { width, height });
      // Tables are written once the page learns that it is printed.
      await page.locator('.printed table:visible').waitFor();
      const drawings = page.locator('.printed svg:visible');
      assert.equal(await drawings.count(), 2);
      const [upper, lower] = await drawings.evaluateAll(all =>
        all.map(each => each.getBoundingClientRect()),
      );
      assert.ok(upper && lower);
      assert.ok(lower.width > width * 0.9 && lower.right <= width, `${lower.width} of ${width}`);
      assert.ok(upper.height < height * 0.82, `${upper.height} of ${height}`);
      return page.locator('.printed table:visible th').count();
    };
    const upright = await columnsAt(690, 1010);
    const across = await columnsAt(1017, 680);
    assert.ok(across > upright && upright > 0, `${upright} and ${across} columns`);
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format, landscape: true })).toString('latin1');
      const pages = pdf.match(/<<\/Type \/Page\n(?:(?!endobj).)*/gs) ?? [];
      // Sentence and first chart, second chart and table.
      assert.ok(pages.length <= 3, `${format}: ${pages.length} pages`);
    }
  });
});

test('a chart is drawn once, and its letters have a size that is read on paper of either side', async () => {
  const narrow = barChart();
  const spec = { ...narrow.spec, width: 200 };
  const cells = [
    query('SELECT 1', resultOutput({ chart: barChart() })),
    query('SELECT 1', resultOutput({ chart: { ...narrow, spec } })),
  ];
  await withPage(openWritten(cells), async page => {
    const drawings = page.locator('.printed svg');
    await drawings.nth(1).waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    const sizes: number[] = [];
    for (const [width, height] of [
      [690, 1010],
      [1017, 680],
    ] as const) {
      await resizePage(page, { width, height });
      await page.waitForFunction(expected => innerWidth === expected, width);
      const names = page.locator('.printed .role-axis-label').getByText('Umbra Bank');
      assert.equal(await names.count(), 2);
      const drawn = await names.evaluateAll(texts =>
        texts.map(text => {
          const { a = NaN } = (text as SVGTextElement).getScreenCTM() ?? {};
          return a * parseFloat(getComputedStyle(text).fontSize) * 0.75;
        }),
      );
      sizes.push(...drawn);
    }
    assert.equal(await drawings.count(), 2);
    assert.ok(
      sizes.every(size => size >= 7 && size <= 12),
      sizes.map(size => size.toFixed(1)).join(', '),
    );
  });
});

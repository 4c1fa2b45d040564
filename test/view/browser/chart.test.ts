import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { JsonObject } from '../../../src/core/base/json';
import { mimeTypes } from '../../../src/core/protocol/mimeTypes';
import { mostSortValues } from '../../../src/core/visualise/sortList';
import { NotebookPage } from './notebookPage';
import { answerTo, askedIn, questionsIn } from './questions';
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
import { resizePage } from './resizePage';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

beforeEach(async () => {
  await notebook.dispose('c');
  await notebook.theme(themes.light);
  await resizePage(notebook.page, { width: 900, height: 700 });
});

function output(): Locator {
  return notebook.page.locator('#c');
}

test('charts draw marks as SVG', async () => {
  const charts = [
    { chart: lineChart(3), marks: '.mark-line path', count: 3 },
    { chart: barChart(), marks: '.mark-rect path', count: 12 },
    { chart: tileChart(), marks: '.mark-rect.role-mark path', count: 360 },
    { chart: facetChart(), marks: '.mark-line path', count: 6 },
  ];
  for (const { chart, marks, count } of charts) {
    await notebook.result('c', resultOutput({ chart }));
    assert.equal(await output().locator(marks).count(), count);
  }
});

test('axes and scales take intervals of time, also those shorter than a day', async () => {
  const columns = [{ name: 't', type: 'TIMESTAMP' }];
  const rows = [['2026-01-05T00:10:00'], ['2026-01-05T23:50:00']];
  for (const interval of ['millisecond', 'second', 'minute', 'hour', 'day']) {
    const spec: JsonObject = {
      data: { name: 'result' },
      mark: 'point',
      encoding: {
        x: {
          field: 't',
          type: 'temporal',
          axis: {
            tickCount: { interval: 'hour', step: 6 },
            labelExpr: "timeFormat(datum.value, '%H')",
          },
          scale: { nice: { interval, step: 1 } },
        },
      },
    };
    await notebook.result('c', resultOutput({ chart: chartOf(spec, columns, rows) }));
    const labels = await output().locator('.role-axis-label text').allTextContents();
    assert.deepEqual(
      labels.filter(label => label !== '').slice(-3),
      interval === 'day' || interval === 'hour' ? ['12', '18', '00'] : ['06', '12', '18'],
      interval,
    );
    assert.equal(await output().locator('.ms-chart-message').isVisible(), false, interval);
  }
});

test('an expression that is too long for Vega is told as such', async () => {
  const spec = {
    data: { name: 'result' },
    mark: 'bar',
    transform: [{ calculate: `${'('.repeat(4_000)}1${')'.repeat(4_000)}`, as: 'b' }],
    encoding: { x: { field: 'b', type: 'nominal' } },
  };
  const columns = [{ name: 'a', type: 'VARCHAR' }];
  await notebook.result('c', resultOutput({ chart: chartOf(spec, columns, [['v1'], ['v2']]) }));
  // Code that the page has compiled after many charts reads it, and draws its value.
  const shown = output().locator('.ms-chart-message, .role-axis-label text');
  assert.match(
    (await shown.filter({ visible: true }).first().textContent()) ?? '',
    /^(1|The chart could not be drawn\. A list of conditions or an expression of the specification is too long.*)$/,
  );
});

test('the first chart of a page can have the longest list of values to sort by', async () => {
  // Vega's code that is not compiled yet needs more of the stack.
  const opened = await NotebookPage.open();
  const sort = Array.from({ length: mostSortValues }, (_, index) => `v${index}`).reverse();
  const spec = {
    data: { name: 'result' },
    mark: 'bar',
    encoding: { x: { field: 'a', type: 'nominal', sort } },
  };
  const columns = [{ name: 'a', type: 'VARCHAR' }];
  try {
    await opened.result('c', resultOutput({ chart: chartOf(spec, columns, [['v1'], ['v2']]) }));
    const labels = opened.page.locator('#c .role-axis-label text');
    assert.deepEqual(await labels.allTextContents(), ['v2', 'v1']);
  } finally {
    await opened.close();
  }
});

test('many marks are drawn on a canvas', async () => {
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
  await notebook.result('c', resultOutput({ chart: chartOf(spec, columns, rows) }));
  const inked = await output()
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return pixels?.some(value => value > 0);
    });
  assert.equal(inked, true);
});

test('what is painted a part at a time is whole, and in its order', async () => {
  const covers = (count: number, colour: string, from: number): JsonObject => ({
    data: { sequence: { start: 0, stop: count, as: 'i' } },
    mark: { type: 'rect', color: colour, x: from, x2: 400, y: 0, y2: 300 },
  });
  // By their area, about four parts.
  const layer = [covers(1, 'blue', 0), covers(10_000, 'black', 100), covers(1, 'red', 300)];
  const spec = { width: 400, height: 300, padding: 0, layer, config: { view: { stroke: null } } };
  await notebook.result('c', resultOutput({ chart: chartOf(spec, [], []) }));
  const colours = await output()
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) =>
      [50, 200, 350].map(x => [
        ...(canvas.getContext('2d')?.getImageData(x, 150, 1, 1).data.slice(0, 3) ?? []),
      ]),
    );
  assert.deepEqual(colours, [
    [0, 0, 255],
    [0, 0, 0],
    [255, 0, 0],
  ]);
});

test('a path that is painted in pieces looks as one', async () => {
  const path = (mark: JsonObject, height: string, more: JsonObject = {}): JsonObject => ({
    width: 400,
    height: 300,
    data: { sequence: { start: 0, stop: 20_000, as: 'i' } },
    transform: [{ calculate: height, as: 'v' }],
    mark,
    encoding: {
      x: { field: 'i', type: 'quantitative', axis: null },
      y: { field: 'v', type: 'quantitative', axis: null },
      ...more,
    },
  });
  const noise = '(datum.i * 7919) % 997';
  // The first point says how the whole is painted.
  const colour = { condition: { test: 'datum.i < 100', value: 'red' }, value: 'blue' };
  const painted = {
    line: path({ type: 'line' }, noise, { color: colour }),
    area: path({ type: 'area' }, noise, { color: colour }),
    filled: path({ type: 'line', fill: 'red', stroke: null }, 'sin(datum.i / 6400)'),
  };
  for (const [name, spec] of Object.entries(painted)) {
    await notebook.result('c', resultOutput({ chart: chartOf(spec, [], []) }));
    const [red = 0, blue = 0] = await output()
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
        const counts = [0, 0];
        for (let at = 0; at < data.length; at += 4) {
          const [r = 0, g = 0, b = 0, opacity = 0] = data.slice(at, at + 4);
          const isStrong = opacity > 200 && g < 60;
          counts[0] = (counts[0] ?? 0) + Number(isStrong && r > 200 && b < 60);
          counts[1] = (counts[1] ?? 0) + Number(isStrong && b > 200 && r < 60);
        }
        return counts;
      });
    assert.ok(red > 20_000 && blue === 0, `${name}: ${red} red, ${blue} blue`);
  }
});

test('a pointer that moves over many marks while they are evaluated is followed after that', async () => {
  const spec = {
    data: { sequence: { start: 0, stop: 20_000, as: 'i' } },
    params: [{ name: 'h', select: { type: 'point', on: 'pointermove', nearest: true } }],
    transform: [{ calculate: '(datum.i * 7919) % 997', as: 'v' }],
    mark: { type: 'point', filled: true },
    encoding: {
      x: { field: 'i', type: 'quantitative' },
      y: { field: 'v', type: 'quantitative' },
      size: { condition: { param: 'h', value: 400, empty: false }, value: 4 },
      color: { condition: { param: 'h', value: 'red', empty: false }, value: '#ccc' },
    },
  };
  await notebook.result('c', resultOutput({ chart: chartOf(spec, [], []) }));
  const box = await output().locator('canvas').boundingBox();
  assert.ok(box);
  await notebook.page.mouse.move(box.x + 100, box.y + 60);
  await notebook.page.mouse.move(box.x + 400, box.y + 150, { steps: 8 });
  await notebook.page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('#c canvas');
    const { data = [] } = canvas?.getContext('2d')?.getImageData(380, 130, 40, 40) ?? {};
    return data.some((red, at) => at % 4 === 0 && red > 200 && (data[at + 1] ?? 0) < 60);
  });
  assert.equal(await output().locator('.ms-chart-message').textContent(), '');
});

test('a chart is as wide as its cell and follows it', async () => {
  for (const chart of [lineChart(2), facetChart(), barChart()]) {
    await resizePage(notebook.page, { width: 900, height: 700 });
    await notebook.result('c', resultOutput({ chart }));
    for (const width of [900, 620]) {
      await resizePage(notebook.page, { width, height: 700 });
      await notebook.page.waitForFunction(cell => {
        const drawn =
          document.querySelector('#c .ms-canvas svg')?.getBoundingClientRect().width ?? 0;
        return drawn <= cell && drawn > cell * 0.9;
      }, width - 32);
    }
  }
});

test('a chart can have the keyboard and has words for those who do not see it', async () => {
  await notebook.result('c', resultOutput({ chart: lineChart(2) }));
  const picture = output().getByRole('img', { name: 'A chart of synthetic scores.' });
  await picture.focus();
  assert.equal(await picture.getAttribute('tabindex'), '0');
});

test('a tooltip tells names and values as text', async () => {
  const chart = barChart();
  const [dataset] = chart.datasets;
  const rows = [['2026-11-19', '<img src=x onerror=alert(1)>', 5]];
  assert.ok(dataset);
  await notebook.result(
    'c',
    resultOutput({ chart: { ...chart, datasets: [{ ...dataset, rowCount: 1, rows }] } }),
  );
  await output().locator('.mark-rect path').first().hover();
  const tooltip = output().locator('.ms-tooltip');
  await tooltip.waitFor();
  assert.match(await tooltip.innerText(), /<img src=x onerror=alert\(1\)>/);
  assert.equal(await tooltip.locator('img').count(), 0);
});

test('a chart and its table are one button apart', async () => {
  await notebook.result('c', resultOutput({ chart: lineChart(2), table: overlayTable(20) }));
  assert.equal(await output().getByRole('grid').count(), 0);
  await output().hover();
  await output().getByRole('button', { name: 'Show table' }).click();
  await output().getByRole('grid').getByText('2026-11-03').waitFor();
  assert.equal(await output().locator('.ms-canvas').isVisible(), false);
  await output().getByRole('button', { name: 'Show chart' }).click();
  assert.equal(await output().locator('.ms-canvas').isVisible(), true);
  assert.equal(await output().getByRole('grid').isVisible(), false);
});

test('a chart that cannot be drawn says why, and its table is there', async () => {
  const chart = { ...lineChart(1), spec: { data: { name: 'result' }, mark: 'nonsense' } };
  await notebook.result('c', resultOutput({ chart, table: overlayTable(5) }));
  await output().getByText('The chart could not be drawn.').waitFor();
  await output().getByRole('button', { name: 'Show table' }).click();
  assert.equal(await output().getByRole('grid').isVisible(), true);
});

test('what fails while a chart is drawn is said below it', async () => {
  const chart = lineChart(1);
  const transform = [{ calculate: "datum.name.constructor('x')", as: 'made' }];
  const spec = { ...chart.spec, transform };
  await notebook.result('c', resultOutput({ chart: { ...chart, spec } }));
  await output()
    .getByText(/could not be drawn\./)
    .waitFor();
});

test('a chart asks for rows that did not come with it', async () => {
  const { spec, description, datasets } = barChart();
  const [dataset] = datasets;
  assert.ok(dataset?.rows);
  const without = resultOutput({
    chart: { spec, description, datasets: [{ ...dataset, rows: null }] },
  });
  const before = (await notebook.sent()).length;
  await notebook.start('c', mimeTypes.result, JSON.stringify(without));
  await notebook.page.waitForFunction(count => window.record.sent.length > count, before);
  const question = askedIn((await notebook.sent()).at(-1), 'page');
  assert.ok(question);
  const { requestId, ...params } = question;
  assert.deepEqual(params, { resultId: 'result-1', offset: 0, limit: 12 });
  const { rows } = dataset;
  await notebook.answer(answerTo(requestId, 'page', { rows, rowCount: 12 }));
  await output().locator('.mark-rect path').first().waitFor();
  assert.equal(await output().locator('.mark-rect path').count(), 12);
});

test('many rows are asked for at once, and taken in whatever order they come', async () => {
  const { spec, description, datasets } = barChart();
  const [dataset] = datasets;
  const row = dataset?.rows?.[0];
  assert.ok(dataset && row);
  const whole = { ...dataset, rows: null, rowCount: 25_000 };
  const waiting = resultOutput({ chart: { spec, description, datasets: [whole] } });
  const before = (await notebook.sent()).length;
  await notebook.start('c', mimeTypes.result, JSON.stringify(waiting));
  await notebook.page.waitForFunction(count => window.record.sent.length >= count, before + 3);
  const questions = questionsIn((await notebook.sent()).slice(before), 'page');
  assert.deepEqual(
    questions.map(({ offset, limit }) => [offset, limit]),
    [
      [0, 10_000],
      [10_000, 10_000],
      [20_000, 5_000],
    ],
  );
  for (const { requestId, limit } of questions.toReversed()) {
    assert.equal(await output().locator('.ms-canvas canvas').count(), 0);
    const rows = Array.from({ length: limit }, () => row);
    await notebook.answer(answerTo(requestId, 'page', { rows, rowCount: 25_000 }));
  }
  await output().locator('.ms-canvas canvas').waitFor();
});

test('a kept chart whose rows were not kept says so', async () => {
  const { spec, description, datasets } = barChart();
  const kept = datasets.map(dataset => ({ ...dataset, rows: null }));
  const chart = { spec, description, datasets: kept };
  await notebook.result('c', resultOutput({ chart, restored: true }));
  await output().getByText('The rows of this chart were not kept.').waitFor();
});

test('the text of a chart is the same in every time zone and language', async () => {
  const texts = async (page: NotebookPage): Promise<string[]> => {
    await page.result('z', resultOutput({ chart: lineChart(1) }));
    return page.page.locator('#z svg text').allTextContents();
  };
  const here = await texts(notebook);
  assert.ok(here.includes('27 Sep'), here.join());
  await notebook.dispose('z');
  for (const timezoneId of ['Pacific/Auckland', 'America/Los_Angeles']) {
    const elsewhere = await NotebookPage.open({ timezoneId, locale: 'de-DE' });
    try {
      assert.deepEqual(await texts(elsewhere), here);
    } finally {
      await elsewhere.close();
    }
  }
});

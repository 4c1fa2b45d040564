import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import type { ResultChart } from '../../../src/core/protocol/outcome';
import { countryNames } from '../../../src/core/service/countryNames';
import { legible, markContrast } from '../../../src/view/chart/contrast';
import { readRendererMessage } from '../../../src/core/protocol/rendererMessage';
import { colourDifference } from '../../support/colourDifference';
import { until } from '../../support/until';
import { NotebookPage } from './notebookPage';
import { chartOf, lineChart, overlayTable, resultOutput } from './outputs';
import { themes } from './themes';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

beforeEach(async () => {
  await notebook.dispose('c');
  await notebook.hear({ type: 'appearance', palette: 'colourBlind', exportColours: 'light' });
  await notebook.theme(themes.light);
});

/** No two colours of a palette differ by so little. */
const alike = 11;

const columns = [
  { name: 'event', type: 'VARCHAR' },
  { name: 'events', type: 'BIGINT' },
];

function bars(names: readonly (string | null)[], more: JsonObject = {}): ResultChart {
  const spec = {
    data: { name: 'result' },
    mark: 'bar',
    encoding: {
      x: { field: 'events', type: 'quantitative' },
      y: { field: 'event', type: 'nominal', sort: null },
      color: { field: 'event', type: 'nominal', ...more },
    },
  };
  return chartOf(
    spec,
    columns,
    names.map((name, at) => [name, at + 1]),
  );
}

/** The colours of the bars, from top to bottom. */
async function drawn(chart: ResultChart): Promise<string[]> {
  await notebook.dispose('c');
  await notebook.result('c', resultOutput({ chart, table: overlayTable(3) }));
  return notebook.page
    .locator('#c .mark-rect.role-mark path')
    .evaluateAll(paths => paths.map(path => path.getAttribute('fill') ?? ''));
}

async function saved(): Promise<string> {
  const before = (await notebook.sent()).length;
  await notebook.page.locator('#c .ms-result').hover();
  await notebook.page.getByRole('button', { name: 'Save chart as SVG…' }).click();
  await notebook.page.waitForFunction(count => window.record.sent.length > count, before);
  const message = readRendererMessage((await notebook.sent()).at(-1));
  assert.ok(message?.type === 'saveChart');
  return message.content;
}

const [blue = '', orange = ''] = ['charts-blue', 'charts-orange'].map(name =>
  legible(themes.light.variables[`--vscode-${name}`] ?? '', '#ffffff', markContrast),
);

test('a rise and a fall of the price have the colours of bull and bear, in every palette', async () => {
  const names = ['Lawsuit', 'Stock Price Down', 'other', 'Stock Price Up'];
  const [lawsuit, down, other, up] = await drawn(bars(names));
  assert.deepEqual([up, down], [blue, orange]);
  assert.equal(other, '#808080');
  assert.equal(new Set([lawsuit, down, other, up]).size, 4);
  await notebook.hear({ type: 'appearance', palette: 'greenUp', exportColours: 'light' });
  const [, red, , green] = await drawn(bars(names));
  assert.deepEqual([green, red], ['#1a7f37', '#cf222e']);
  await notebook.hear({ type: 'appearance', palette: 'redUp', exportColours: 'light' });
  const [, greenDown, , redUp] = await drawn(bars(names));
  assert.deepEqual([redUp, greenDown], ['#cf222e', '#1a7f37']);
});

test('a kind of event keeps its colour from chart to chart, and in the legend', async () => {
  const [first] = await drawn(bars(['Lawsuit', 'Acquisition', 'other']));
  const colours = await drawn(bars(['Acquisition', 'Data Breach', 'Lawsuit']));
  assert.equal(colours[2], first);
  const legend = await notebook.page
    .locator('#c .role-legend-symbol path')
    .evaluateAll(paths => paths.map(path => path.getAttribute('fill')));
  assert.deepEqual(legend, colours);
});

test('names that nobody fixed keep their colours in another order, and beside others', async () => {
  const groups = ['Core', 'Growth', 'Value'];
  const all = await drawn(bars(groups));
  assert.equal(new Set([...all, blue, orange]).size, 5, 'bull and bear are others');
  assert.deepEqual(await drawn(bars(groups.toReversed())), all.toReversed());
  const [, other, ...rest] = await drawn(bars(['Core', 'Other', 'Growth', 'Value']));
  assert.equal(other, '#808080');
  assert.deepEqual(rest, all.slice(1));
});

test('names have the colours that the session chose, on the page and in a picture', async () => {
  const names = ['Income', 'Momentum'];
  const [income, momentum] = await drawn(bars(names));
  const chosen = { ...bars(names), places: [['Momentum', 9]] as const };
  assert.deepEqual(await drawn(chosen), [income, '#4f7f1a']);
  assert.notEqual(momentum, '#4f7f1a');
  assert.ok((await saved()).includes('#4f7f1a'));
});

test('a country keeps its colour among few and among many', async () => {
  const few = await drawn(bars(['Norway', 'Chile', 'France']));
  const names = [...countryNames.values()].slice(0, 24);
  const many = await drawn(bars(names));
  assert.equal(many[names.indexOf('France')], few[2]);
  assert.equal(new Set(many).size, many.length);
});

test('categories keep their colours when a reader chooses some of them', async () => {
  const names = ['Core', 'Growth', 'Value'];
  const x = { field: 'events', type: 'quantitative' };
  const y = { field: 'event', type: 'nominal', sort: null };
  const spec = {
    data: { name: 'result' },
    vconcat: [
      { mark: 'bar', params: [{ name: 'chosen', select: 'point' }], encoding: { x, y } },
      {
        transform: [{ filter: { param: 'chosen' } }],
        mark: 'point',
        encoding: { x, y, stroke: { field: 'event', type: 'nominal' } },
      },
    ],
  };
  const rows = names.map((name, at) => [name, at + 1]);
  const all = await drawn(bars(names));
  await notebook.dispose('c');
  const chart = chartOf(spec, columns, rows);
  await notebook.result('c', resultOutput({ chart, table: overlayTable(3) }));
  const points = notebook.page.locator('#c .mark-symbol.role-mark path');
  const strokes = (): Promise<(string | null)[]> =>
    points.evaluateAll(paths => paths.map(path => path.getAttribute('stroke')));
  await until(async () => (await strokes()).join() === all.join());
  await notebook.page.locator('#c .mark-rect.role-mark path').nth(2).click();
  await until(async () => (await points.count()) === 1);
  await until(async () => (await strokes())[0] === all[2]);
});

test('the colours that an author lists stay', async () => {
  const range = ['#111111', '#222222'];
  const colours = await drawn(bars(['Stock Price Up', 'other'], { scale: { range } }));
  assert.deepEqual(colours, range);
});

test('a colour on the screen is that of the saved picture, as far as it is seen on white', async () => {
  for (const theme of [themes.light, themes.dark]) {
    await notebook.theme(theme);
    await drawn(lineChart(2));
    const strokes = await notebook.page
      .locator('#c .mark-line path')
      .evaluateAll(paths => paths.map(path => path.getAttribute('stroke') ?? ''));
    const picture = await saved();
    const printed = [...picture.matchAll(/stroke="(#[0-9a-f]{6})"/g)].map(
      ([, colour = '']) => colour,
    );
    for (const stroke of strokes) {
      const onWhite = legible(stroke, '#ffffff', markContrast);
      assert.ok(
        printed.some(colour => colourDifference(colour, onWhite) < alike),
        `${theme.kind}: ${stroke}`,
      );
    }
    // The blue of both themes is seen on white.
    const [up = ''] = await drawn(bars(['Stock Price Up', 'Lawsuit', 'other']));
    assert.ok((await saved()).includes(`fill="${up}"`));
    assert.equal(up, theme.variables['--vscode-charts-blue']);
  }
});

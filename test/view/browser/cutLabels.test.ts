import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import type { ResultChart } from '../../../src/core/protocol/outcome';
import { readRendererMessage } from '../../../src/core/protocol/rendererMessage';
import { NotebookPage } from './notebookPage';
import { chartOf, overlayTable, resultOutput } from './outputs';
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
  await resizePage(notebook.page, { width: 700, height: 700 });
});

const long = 'Halervik Marine Holdings and Northern Offshore Services Aktiengesellschaft';
const columns = [
  { name: 'name', type: 'VARCHAR' },
  { name: 'score', type: 'DOUBLE' },
];
const rows = [
  [long, 3],
  ['Short', 2],
];
const name = { field: 'name', type: 'nominal', title: null };
const score = { field: 'score', type: 'quantitative' };

function chart(spec: JsonObject): ResultChart {
  return chartOf({ data: { name: 'result' }, ...spec }, columns, rows);
}

const charts: Readonly<Record<string, ResultChart>> = {
  'role-axis-label': chart({ mark: 'bar', encoding: { x: score, y: name } }),
  'role-legend-label': chart({ mark: 'bar', encoding: { x: score, color: name } }),
  'mark-text.role-title-text': chart({
    facet: name,
    spec: { mark: 'bar', encoding: { x: score } },
  }),
};

for (const [role, shown] of Object.entries(charts)) {
  test(`a text of ${role} that is cut off is shown as a whole at the pointer`, async () => {
    await notebook.result('c', resultOutput({ chart: shown }));
    const cut = notebook.page.locator('#c svg text', { hasText: /^Halervik.*…$/ });
    assert.equal(await cut.count(), 1, 'the text is cut off');
    const box = await cut.boundingBox();
    assert.ok(box);
    await notebook.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const tooltip = notebook.page.locator('#c .ms-tooltip');
    assert.equal(await tooltip.innerText(), long);
    await notebook.page.mouse.move(box.x + box.width / 2, box.y - 40);
    assert.equal(await tooltip.isVisible(), false);
  });
}

test('a saved picture states the whole of a text that it cuts off', async () => {
  const shown = charts['role-axis-label'];
  assert.ok(shown);
  await notebook.result('c', resultOutput({ chart: shown, table: overlayTable(3) }));
  const before = (await notebook.sent()).length;
  await notebook.page.locator('#c .ms-result').hover();
  await notebook.page.getByRole('button', { name: 'Save chart as SVG…' }).click();
  await notebook.page.waitForFunction(count => window.record.sent.length > count, before);
  const message = readRendererMessage((await notebook.sent()).at(-1));
  assert.ok(message?.type === 'saveChart');
  assert.ok(message.content.includes(`<title>${long}</title></text>`));
  assert.ok(!message.content.includes('<title>Short</title>'));
});

test('the title of an axis is beside its names, however long they are', async () => {
  const titled = chart({ mark: 'bar', encoding: { x: score, y: { ...name, title: 'Company' } } });
  for (const width of [400, 900, 1400]) {
    await resizePage(notebook.page, { width, height: 700 });
    await notebook.result('c', resultOutput({ table: null, chart: titled }));
    const texts = notebook.page.locator('#c svg .role-axis-label text');
    const title = notebook.page.locator('#c svg .role-axis-title text', { hasText: 'Company' });
    const label = await texts.filter({ hasText: 'Halervik' }).boundingBox();
    const box = await title.boundingBox();
    assert.ok(box && label && box.x >= 0 && box.x + box.width <= label.x, `${width} px`);
    await notebook.dispose('c');
  }
});

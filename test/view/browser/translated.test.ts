import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inPseudoLanguage, pseudo } from '../../support/pseudoLanguage';
import { provenance } from '../../core/protocol/outcomes';
import { ExplorerPage } from './explorerPage';
import { NotebookPage } from './notebookPage';
import { chartOf, errorOutput, resultOutput } from './outputs';
import { englishTexts, pseudoAppearance } from './pseudoTexts';
import { openWritten, query } from './writtenPage';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
});
after(() => notebook.close());

/** Names and values without letters: every letter that is shown is of a text of ours. */
const columns = [
  { name: '1', type: 'DOUBLE' },
  { name: '2', type: 'VARCHAR' },
];
const table = {
  id: 'translated',
  columns,
  rowCount: 2,
  rows: [
    [1, '…'],
    [null, '–'],
  ],
};
const output = resultOutput({ table, provenance: { ...provenance, connection: '–' } });

async function isTranslated(where: string): Promise<void> {
  assert.deepEqual(await englishTexts(notebook.page), [], where);
}

test('outputs that were shown before the language is known are drawn again', async () => {
  await notebook.result('early', output);
  await notebook.page.getByRole('button', { name: 'Export result…' }).first().waitFor();
  await notebook.hear(pseudoAppearance());
  await notebook.page.getByRole('grid').waitFor();
  assert.equal(await notebook.page.getByRole('button', { name: 'Export result…' }).count(), 0);
  await isTranslated('the grid');
});

test('the menu of a column, its filters and what they leave are translated', async () => {
  const { page } = notebook;
  const header = page.getByRole('columnheader').last();
  await header.hover();
  await header.locator('.ms-menu-mark').click();
  await page.getByRole('menu').waitFor();
  await isTranslated('the menu');
  const choose = (label: string): Promise<void> =>
    page.getByRole('menu').getByText(pseudo(label), { exact: true }).click();
  await choose('Filter…');
  await page.getByRole('dialog').waitFor();
  await isTranslated('the filter of a column');
  await page.keyboard.press('Escape');
  await header.hover();
  await header.locator('.ms-menu-mark').click();
  await choose('Hide column');
  await page.getByText(pseudo('hidden column')).first().waitFor();
  await isTranslated('a grid with a hidden column');
});

test('an error and its buttons are translated, but not the words of DuckDB', async () => {
  await notebook.dispose(null);
  const actions = ['setToken', 'runAgain', 'showLog'] as const;
  await notebook.error('failed', {
    ...errorOutput({ message: '…', at: { line: 1, column: 2 } }),
    actions: [...actions],
  });
  await isTranslated('the error');
});

test('the explorer is translated', async () => {
  const explorer = await ExplorerPage.open(
    'SELECT i AS "1", DATE \'2026-01-01\' + i::INTEGER AS "2", CASE WHEN i < 10 THEN \'–\' ELSE \'…\' END AS "3" FROM range(20) t(i)',
  );
  try {
    await explorer.rows(20);
    await explorer.hear(pseudoAppearance());
    // The host sends the language before the result.
    await explorer.page.evaluate(() => window.tabReceives?.({ type: 'ready' }));
    const search = explorer.page.getByPlaceholder(pseudo('Search text'));
    await search
      .or(explorer.page.getByLabel(pseudo('Search text')))
      .first()
      .waitFor();
    await explorer.rows(20);
    const shown = () => englishTexts(explorer.page);
    assert.deepEqual(await shown(), [], 'timeline, grid and facets');
    assert.equal(await explorer.page.locator('html').getAttribute('lang'), pseudo('en'));
    await explorer.value('3', '–').click();
    await explorer.rows(10);
    assert.deepEqual(await shown(), [], 'a selected value');
    await explorer.page.getByRole('button', { name: pseudo('Compare two parts') }).click();
    await explorer.page.getByLabel(pseudo('One side')).first().waitFor();
    await explorer.page.getByText(pseudo('Difference')).first().waitFor();
    assert.deepEqual(await shown(), [], 'a comparison');
    await explorer.page.getByRole('button', { name: pseudo('Compare two parts') }).click();
    await explorer.page.getByRole('button', { name: pseudo('Details of the row (Space)') }).click();
    await explorer.page.getByText(pseudo('Row {0}').replace('{0}', '1')).first().waitFor();
    assert.deepEqual(await shown(), [], 'the details of a row');
  } finally {
    await explorer.close();
  }
});

test('a chart, the name of what it draws and its notes are translated', async () => {
  const { page } = notebook;
  await notebook.dispose(null);
  const shown = {
    ...table,
    rows: [
      [1, '…'],
      [2, '–'],
    ],
  };
  const spec = {
    data: { name: 'result' },
    mark: 'bar',
    encoding: {
      x: { field: '2', type: 'nominal' },
      y: { field: '1', aggregate: 'sum', type: 'quantitative' },
    },
  };
  const cut = chartOf(spec, columns, shown.rows);
  const datasets = cut.datasets.map(dataset => ({ ...dataset, rowCount: 3 }));
  await notebook.result('chart', {
    ...output,
    table: shown,
    chart: { ...cut, description: '–', datasets },
  });
  await page.locator('.ms-chart svg, .ms-chart canvas').first().waitFor();
  await page.getByText(pseudo('Only the first {0} of {1} are drawn.').slice(0, 12)).waitFor();
  await isTranslated('the chart');
  await notebook.dispose(null);
  const named = { ...spec, params: [{ name: 'cursor', value: 1 }] };
  const denied = { ...cut, description: '–', spec: named };
  await notebook.result('denied', { ...output, table: shown, chart: denied });
  await page.getByText(pseudo('A parameter may not be named "cursor".')).first().waitFor();
  await isTranslated('a chart that is refused');
});

test('a page in a file is in the language of its author, in which its script goes on', () =>
  inPseudoLanguage(async () => {
    const rows = Array.from({ length: 30 }, (_, at) => [at, '…']);
    const written = await openWritten(
      [
        query('–', { ...output, table: { ...table, rows, rowCount: rows.length } }),
        { ...query('–'), hasRun: false },
      ],
      { title: '–' },
    );
    const { page } = written;
    try {
      await page.getByRole('grid').waitFor();
      await page.getByRole('button', { name: pseudo('Print') }).waitFor();
      assert.deepEqual(await englishTexts(page), [], 'the page');
      assert.equal(await page.locator('html').getAttribute('lang'), pseudo('en'));
      await page.getByRole('columnheader').last().hover();
      await page.getByRole('columnheader').last().locator('.ms-menu-mark').click();
      await page.getByRole('menu').waitFor();
      assert.deepEqual(await englishTexts(page), [], 'the menu of a column');
    } finally {
      await written.close();
    }
  }));

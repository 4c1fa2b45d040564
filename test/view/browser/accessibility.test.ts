import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { PageQuestionName } from '../../../src/core/protocol/questions';
import type { RendererMessage } from '../../../src/core/protocol/rendererMessage';
import { NotebookPage } from './notebookPage';
import { answerTo, askedIn } from './questions';
import { overlayTable, resultOutput } from './outputs';
import { themes, type Theme } from './themes';
import { resizePage } from './resizePage';

interface Axe {
  run(node: Element, options: { runOnly?: string[] }): Promise<AxeResults>;
}

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
  await resizePage(notebook.page, { width: 1400, height: 800 });
  const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await notebook.page.evaluate(await readFile(file, 'utf8'));
});

after(async () => {
  await notebook.close();
});

/**
 * Fails where axe finds something serious or critical in the page as it is.
 *
 * @param rules All, or those that another theme can break.
 */
async function check(state: string, rules: 'all' | 'colours' = 'all'): Promise<void> {
  const { violations } = await notebook.page.evaluate(
    options => (window as unknown as { axe: Axe }).axe.run(document.body, options),
    rules === 'all' ? {} : { runOnly: ['color-contrast'] },
  );
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  assert.deepEqual(found, [], state);
}

async function openMenu(name: string): Promise<void> {
  const header = notebook.page.locator(`[role="columnheader"][title^="${name} ·"]`);
  await header.hover();
  await header.locator('.ms-menu-mark').click();
}

async function lastQuestion(name: PageQuestionName): Promise<number> {
  await notebook.page.waitForFunction(wanted => {
    const message = window.record.sent.at(-1) as RendererMessage | undefined;
    return message?.type === 'ask' && message.question.name === wanted;
  }, name);
  return askedIn((await notebook.sent()).at(-1), name)?.requestId ?? -1;
}

async function checkTheme(name: string, theme: Theme): Promise<void> {
  const rules = theme === themes.light ? 'all' : 'colours';
  await notebook.theme(theme);
  const table = { ...overlayTable(5000), id: `axe-${name}` };
  await notebook.result('t', resultOutput({ table }));
  const { page } = notebook;
  await check(`${name}, grid`, rules);
  await openMenu('name');
  await check(`${name}, menu of a header`, rules);
  await page.getByRole('menuitem', { name: 'Filter…' }).click();
  await page.getByRole('button', { name: 'Choose values…' }).click();
  const values = [
    { text: 'Northwind Energy', count: 1200 },
    { text: null, count: 3 },
  ];
  const asked = await lastQuestion('values');
  await notebook.answer(answerTo(asked, 'values', { values, hasMore: true }));
  await page.getByText('The 2 most frequent').waitFor();
  await check(`${name}, filter`, rules);
  await page.getByLabel('Text').fill('energy');
  await page.keyboard.press('Enter');
  const requestId = await lastQuestion('page');
  await page.getByText('Arranging').waitFor();
  await check(`${name}, waiting`, rules);
  const { rows } = table;
  await notebook.answer(answerTo(requestId, 'page', { rows, rowCount: 200 }));
  await page.getByText('200 of 5,000 rows', { exact: true }).waitFor();
  await page.locator('.ms-key').first().click();
  await check(`${name}, chips and the menu of a company`, rules);
  await page.keyboard.press('Escape');
  await notebook.dispose('t');
}

test('axe finds nothing serious in a grid, its menus, its dialog and its line', async () => {
  for (const [name, theme] of Object.entries(themes)) {
    await checkTheme(name, theme);
  }
});

test('axe finds nothing serious where rows failed', async () => {
  await notebook.theme(themes.light);
  await notebook.result('t', resultOutput({ table: { ...overlayTable(5000), id: 'axe-failed' } }));
  await notebook.page.getByRole('grid').evaluate(node => node.scrollTo({ top: 50_000 }));
  const alert = notebook.page.getByRole('alert');
  // Rows are asked for again where the grid moved on meanwhile: every question fails.
  while (!(await alert.isVisible())) {
    const requestId = await lastQuestion('page');
    await notebook.answer({ type: 'failed', requestId, message: 'The kernel has ended.' });
    await notebook.page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)));
  }
  await check('failed rows');
});

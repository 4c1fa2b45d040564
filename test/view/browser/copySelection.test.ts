import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NotebookPage } from './notebookPage';
import { overlayTable, resultOutput } from './outputs';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
  const { origin } = new URL(notebook.page.url());
  const permissions = ['clipboard-read', 'clipboard-write'];
  await notebook.page.context().grantPermissions(permissions, { origin });
});

after(async () => {
  await notebook.close();
});

async function show(rowCount: number): Promise<void> {
  const table = { ...overlayTable(rowCount), id: `rows-${rowCount}` };
  await notebook.result('t', resultOutput({ table }));
  await notebook.page.locator('[aria-rowindex="4"] [aria-colindex="2"]').click();
}

const press = (key: string): Promise<void> => notebook.page.keyboard.press(key);

async function copied(): Promise<string[]> {
  return (await notebook.page.evaluate(() => navigator.clipboard.readText())).split('\n');
}

/** What has the focus. */
async function focused(): Promise<string | null> {
  return notebook.page.locator(':focus').textContent();
}

test('more cells than a clipboard is for are not copied in part', async () => {
  await show(1_000_000);
  await press('Control+c');
  const before = await copied();
  await press('Control+a');
  await press('Control+c');
  await notebook.page.getByText(/^Nothing was copied: these are .* cells, and at most/).waitFor();
  assert.deepEqual(await copied(), before);
});

test('selecting all leaves the keyboard where it is, and Escape gives the selection up', async () => {
  await show(50);
  const before = await focused();
  await press('Control+a');
  assert.equal(await focused(), before);
  assert.ok((await notebook.page.locator('.ms-selected').count()) > 50);
  await press('Escape');
  assert.equal(await notebook.page.locator('.ms-selected').count(), 0);
  assert.equal(await focused(), before);
  await press('Shift+ArrowDown');
  assert.equal(await notebook.page.locator('.ms-selected').count(), 2);
});

test('Escape goes on to the notebook where one cell is selected', async () => {
  await show(10);
  const isTaken = await notebook.page.locator(':focus').evaluate(node => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    return !node.dispatchEvent(event);
  });
  assert.equal(isTaken, false);
});

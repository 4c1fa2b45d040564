import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { mimeTypes } from '../../../src/core/protocol/mimeTypes';
import type { ErrorOutput } from '../../../src/core/protocol/output';
import { NotebookPage } from './notebookPage';
import { answerTo } from './questions';
import { outputKey } from '../../../src/core/protocol/staleOutputs';
import { errorOutput, lineChart, overlayTable, resultOutput } from './outputs';
import { provenance } from '../../core/protocol/outcomes';
import { themes } from './themes';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

beforeEach(async () => {
  await notebook.dispose('o');
});

function output(): Locator {
  return notebook.page.locator('#o');
}

const refusedToken: ErrorOutput = {
  ...errorOutput({
    code: 'request',
    message: 'bullish_stocks on Desk: the service refused the token.',
    at: { line: 3, column: 14 },
    request: {
      kind: 'unauthorized',
      status: 401,
      url: null,
      operation: 'bullish_stocks',
      parameter: null,
      retryAfterMs: null,
    },
  }),
  actions: [
    'setToken',
    'selectConnection',
    'runAgain',
    'restartKernel',
    'manageTrust',
    'allowWriting',
    'showLog',
  ],
};

test('an error says what failed, where, and what can be done', async () => {
  await notebook.error('o', refusedToken);
  const card = output().getByRole('alert');
  assert.match(await card.innerText(), /the service refused the token\./);
  assert.match(await card.innerText(), /line 3, column 14 · operation bullish_stocks · status 401/);
  const labels = await card.getByRole('button').allInnerTexts();
  assert.deepEqual(labels, [
    'Set token',
    'Select connection',
    'Run again',
    'Restart kernel',
    'Manage workspace trust',
    'Allow this notebook to write files',
    'Show log',
  ]);
});

test('a button of an error asks the host for its step', async () => {
  await notebook.error('o', refusedToken);
  const before = (await notebook.sent()).length;
  const buttons = await output().getByRole('button').all();
  for (const made of buttons) {
    await made.click();
  }
  const sent = (await notebook.sent()).slice(before);
  assert.deepEqual(
    sent,
    refusedToken.actions.map(action => ({ type: 'action', action })),
  );
});

test('the footer says where a result comes from', async () => {
  await notebook.result('o', resultOutput({ table: overlayTable(50) }));
  assert.equal(
    await output().locator('.ms-footer').innerText(),
    'SANDBOX synthetic · bullish_stocks · 50 rows · [2026-11-01, 2026-11-20) · sandbox',
  );
  const interval = output().getByText('[2026-11-01, 2026-11-20)');
  assert.equal(await interval.getAttribute('title'), 'last day included: 2026-11-19');
});

test('the rights notice is one click away, with its line breaks and without markup', async () => {
  const copyright = {
    contact_email: 'rights@example.test',
    copyright_info: 'First paragraph.\n\n<b>Second</b> paragraph.',
  };
  await notebook.result('o', resultOutput({ table: overlayTable(1), copyright }));
  const toggle = output().getByRole('button', { name: 'Rights notice' });
  assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
  await toggle.click();
  const notice = output().locator('.ms-rights');
  assert.equal(
    await notice.innerText(),
    'First paragraph.\n\n<b>Second</b> paragraph.\nContact: rights@example.test',
  );
  await toggle.click();
  assert.equal(await notice.isVisible(), false);
});

test('notes stand under the result, and very many are counted', async () => {
  const notes = Array.from({ length: 25 }, (_, index) => `Note ${index + 1}.`);
  await notebook.result('o', resultOutput({ table: overlayTable(1), notes }));
  const lines = await output().getByRole('listitem').allInnerTexts();
  assert.equal(lines.length, 21);
  assert.equal(lines[20], 'and 5 more notes');
});

test('a cell without a result says that it is done', async () => {
  await notebook.result('o', resultOutput());
  await output().getByText('Done. No statement of the cell returned a result.').waitFor();
});

test('what is not ours is told in words', async () => {
  for (const mime of Object.values(mimeTypes)) {
    for (const text of ['not json', '{}', '{"version":2}', 'null', '[]']) {
      await notebook.render('o', mime, text);
      const words = 'This output cannot be read by this version. Run the cell again.';
      assert.equal(await output().innerText(), words);
    }
  }
});

test('a table is drawn without loading what draws charts', async () => {
  const apart = await NotebookPage.open();
  try {
    const loaded: string[] = [];
    apart.page.on('request', request => loaded.push(new URL(request.url()).pathname));
    await apart.result('o', resultOutput({ table: overlayTable(50) }));
    await apart.page.getByRole('grid').waitFor();
    assert.equal(loaded.length, 0);
    await apart.result('o', resultOutput({ chart: lineChart(1) }));
    assert.ok(loaded.some(name => name.startsWith('/view/drawing')));
  } finally {
    await apart.close();
  }
});

test('an output that goes leaves nothing behind', async () => {
  await notebook.result('warm', resultOutput({ chart: lineChart(1) }));
  await notebook.dispose('warm');
  const before = await notebook.leftOpen();
  await notebook.result('a', resultOutput({ chart: lineChart(2), table: overlayTable(500) }));
  await notebook.page.locator('#a').getByRole('button', { name: 'Show table' }).click();
  await notebook.result('b', resultOutput({ table: overlayTable(10_000) }));
  await notebook.error('c', refusedToken);
  assert.notDeepEqual(await notebook.leftOpen(), before);
  await notebook.dispose('b');
  await notebook.dispose(null);
  assert.deepEqual(await notebook.leftOpen(), before);
});

test('an output that goes while its chart waits for rows draws nothing', async () => {
  const { spec, description, datasets } = lineChart(1);
  const waiting = datasets.map(dataset => ({ ...dataset, rows: null }));
  const asked = (await notebook.sent()).length;
  const text = JSON.stringify(resultOutput({ chart: { spec, description, datasets: waiting } }));
  await notebook.start('o', mimeTypes.result, text);
  await notebook.page.waitForFunction(count => window.record.sent.length > count, asked);
  const { requestId } = (await notebook.sent()).at(-1) as { requestId: number };
  await notebook.dispose(null);
  const rows = datasets[0]?.rows ?? [];
  await notebook.answer(answerTo(requestId, 'page', { rows, rowCount: rows.length }));
  await notebook.result('later', resultOutput({ chart: lineChart(1) }));
  assert.equal(await output().locator('.ms-canvas svg path').count(), 0);
});

test('an output that is out of date is dimmed and says why, until it is fresh again', async () => {
  const shown = resultOutput({ table: overlayTable(5) });
  await notebook.result('o', shown);
  const reason = 'The parameter from changed since it ran: it was a and is b now.';
  const note = output().locator('.ms-stale-note');
  const opacity = () =>
    output()
      .locator('.ms-result')
      .evaluate(node => getComputedStyle(node).opacity);
  assert.equal(await note.isVisible(), false);
  await notebook.hear({ type: 'stale', outputs: [{ key: outputKey(shown), reasons: [reason] }] });
  assert.equal(await note.innerText(), `Stale. ${reason}`);
  assert.equal(await opacity(), '0.5');
  for (const theme of [themes.highContrast, themes.highContrastLight]) {
    await notebook.theme(theme);
    assert.equal(await opacity(), '0.75', theme.kind);
  }
  await notebook.theme(themes.light);
  await output().getByRole('grid').focus();
  assert.equal(await opacity(), '1');
  await notebook.result('o', { ...shown, provenance: { ...shown.provenance, fetchedAt: 'later' } });
  assert.equal(await note.isVisible(), false);
  assert.equal(await opacity(), '1');
});

test('a test says above its rows how many fail; one that passes is that line alone', async () => {
  const line = output().locator('.ms-test');
  const table = overlayTable(3);
  await notebook.result(
    'o',
    resultOutput({ table, test: { name: 'no\u202egaps', failedRows: 3 } }),
  );
  assert.equal(await line.innerText(), '✗ no\\u{202e}gaps: 3 rows fail');
  assert.ok(await output().getByRole('grid').isVisible());
  const colour = () =>
    line.locator('span').evaluate(mark => [mark.textContent, getComputedStyle(mark).color]);
  const failed = await colour();
  await notebook.dispose('o');
  const empty = { ...table, rows: [], rowCount: 0 };
  await notebook.result('o', resultOutput({ table: empty, test: { name: 'gaps', failedRows: 0 } }));
  assert.equal(await line.innerText(), '✓ gaps passed');
  assert.equal(await output().getByRole('grid').count(), 0);
  assert.deepEqual([failed[0], (await colour())[0]], ['✗', '✓']);
  assert.notEqual((await colour())[1], failed[1]);
});

test('a result that lacks rows says so above them, and asks the host for the rest', async () => {
  const table = overlayTable(3);
  const reason = 'The service answered 503 <b>now</b>.';
  const missing = [{ function: 'bullish_stocks', requests: 2, of: 5, reason }];
  const lacking = { ...provenance, missing };
  await notebook.result('o', resultOutput({ table, provenance: lacking }));
  const line = output().locator('.ms-incomplete');
  assert.match(
    await line.innerText(),
    /^Incomplete: 2 of 5 requests of bullish_stocks failed, and their rows are missing. Resume$/,
  );
  assert.equal(await line.locator('span').getAttribute('title'), reason);
  assert.match(await output().locator('.ms-footer').innerText(), / · incomplete · /);
  await line.getByRole('button', { name: 'Resume' }).click();
  const { fetchedAt } = provenance;
  assert.deepEqual((await notebook.sent()).at(-1), {
    type: 'resume',
    resultId: table.id,
    fetchedAt,
  });
  await notebook.dispose('o');
  // No kernel has the answers any more, or another cell requested them.
  for (const parts of [{ restored: true }, { provenance: { ...lacking, calls: [] } }]) {
    await notebook.result('o', resultOutput({ table, provenance: lacking, ...parts }));
    assert.equal(await line.getByRole('button').count(), 0);
    assert.match(await line.innerText(), /^Incomplete/);
    await notebook.dispose('o');
  }
});

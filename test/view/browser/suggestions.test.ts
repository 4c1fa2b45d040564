import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { suggestFor } from '../../../src/core/gallery/suggest';
import type { HostMessage } from '../../../src/core/protocol/hostMessage';
import type { RendererMessage } from '../../../src/core/protocol/rendererMessage';
import { GallerySession } from '../../support/galleryCharts';
import { NotebookPage } from './notebookPage';
import { answerTo, questionsIn } from './questions';
import { resultOutput } from './outputs';
import { themes } from './themes';
import { resizePage } from './resizePage';

const screenshots = 'out/screenshots/suggestions';
const several = "['demo0001', 'demo0002', 'demo0003', 'demo0004', 'demo0005']";
const quarter = 'date_from := current_date - 90';
const queries = {
  list: 'FROM bullish_stocks(amount := 10) UNION ALL FROM bearish_stocks(amount := 10)',
  scores: `FROM bull_bear_score_ts(${several}, ${quarter})`,
  events: `FROM events_ts(${several}, ${quarter})`,
};

let notebook: NotebookPage;
let session: GallerySession;
/** The charts that fit a result, by its id. */
const suggested = new Map<string, ReturnType<typeof suggestFor>>();
/** Suggestions whose preview is not answered. */
const unanswered = new Set<string>();
/** Questions that wait for a running cell; undefined: none runs. */
let waiting: RendererMessage[] | undefined;
/** A question for the charts that fit is held until this settles; undefined: it is answered at once. */
let held: Promise<void> | undefined;
/** The result whose kernel has ended. */
let lost: string | undefined;

before(async () => {
  await mkdir(screenshots, { recursive: true });
  [notebook, session] = await Promise.all([NotebookPage.open(), GallerySession.open()]);
  await notebook.answerWith(answer);
  await resizePage(notebook.page, { width: 900, height: 1100 });
});

after(async () => {
  await session.close();
  await notebook.close();
});

async function answer(message: RendererMessage): Promise<HostMessage | null> {
  if (message.type !== 'ask') {
    return null;
  }
  const { requestId, question } = message;
  const { resultId } = question.params;
  const suggestions = suggested.get(resultId);
  assert.ok(suggestions);
  if (question.name !== 'preview') {
    await held;
    return answerTo(requestId, 'suggestions', suggestions);
  }
  if (waiting) {
    waiting.push(message);
    return { type: 'waits', requestId };
  }
  const { suggestion } = question.params;
  const found = suggestions.find(({ id }) => id === suggestion);
  assert.ok(found);
  if (resultId === lost) {
    return { type: 'failed', requestId, message: 'The kernel that holds this result has ended.' };
  }
  return unanswered.has(suggestion)
    ? null
    : answerTo(requestId, 'preview', await session.preview(resultId, found.clause));
}

/** @returns How many charts are suggested for the result, which is drawn. */
async function show(query: string): Promise<number> {
  await notebook.dispose('s');
  const { table, provenance } = await session.run(query);
  assert.ok(table);
  const suggestions = suggestFor(table);
  suggested.set(table.id, suggestions);
  await notebook.result('s', resultOutput({ table, provenance }));
  return suggestions.length;
}

const output = () => notebook.page.locator('#s');
const opener = () => output().getByRole('button', { name: 'Suggest charts…' });
const cards = () => output().locator('.ms-card');

async function drawn(count: number): Promise<void> {
  await cards()
    .locator('svg')
    .nth(count - 1)
    .waitFor();
  assert.equal(await cards().locator('svg').count(), count);
}

for (const [name, query] of Object.entries(queries)) {
  test(`each chart that fits ${name} has a picture of itself, in every theme`, async () => {
    await notebook.theme(themes.light);
    const count = await show(query);
    await opener().click();
    await drawn(count);
    const marks = await cards().evaluateAll(all =>
      all.map(card => card.querySelectorAll('.role-mark :is(path, line), svg path').length),
    );
    assert.ok(
      marks.every(each => each > 1),
      marks.join(),
    );
    assert.equal((await cards().locator('svg text').allTextContents()).join(''), '');
    const pictures = await cards()
      .locator('svg')
      .evaluateAll(all => all.map(svg => svg.outerHTML));
    assert.equal(new Set(pictures).size, count);
    await output().screenshot({ path: `${screenshots}/${name}.png` });
    for (const theme of ['dark', 'highContrast', 'highContrastLight'] as const) {
      const before = await cards().last().innerHTML();
      await notebook.theme(themes[theme]);
      await notebook.page.waitForFunction(
        old => document.querySelector('#s .ms-card:last-child')?.innerHTML !== old,
        before,
      );
    }
  });
}

test('cards are chosen by keyboard, and Escape gives the keyboard back to the button', async () => {
  await notebook.theme(themes.light);
  const count = await show(queries.scores);
  await opener().focus();
  await notebook.page.keyboard.press('Enter');
  await drawn(count);
  const focused = (): Promise<string | null | undefined> =>
    notebook.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const first = await focused();
  assert.match(first ?? '', /^Lines: /);
  await notebook.page.keyboard.press('ArrowRight');
  await notebook.page.keyboard.press('ArrowRight');
  await notebook.page.keyboard.press('ArrowLeft');
  assert.match((await focused()) ?? '', /^Small multiples: /);
  await notebook.page.keyboard.press('Enter');
  const resultId = [...suggested.keys()].at(-1);
  assert.deepEqual((await notebook.sent()).at(-1), {
    ...{ type: 'useSuggestion', resultId, suggestion: 'panels', byKeyboard: true },
  });
  await notebook.page.keyboard.press('Escape');
  assert.equal(await cards().count(), 0);
  assert.equal(await focused(), 'Suggest charts…');
});

test('a key of the window leaves the cards, and no other does', async () => {
  const count = await show(queries.scores);
  await opener().click();
  await drawn(count);
  // As VS Code listens to what no output keeps.
  await notebook.page.evaluate(() => {
    const { dataset } = document.body;
    window.addEventListener('keydown', ({ key }) => {
      dataset['keys'] = `${dataset['keys'] ?? ''} ${key}`;
    });
  });
  for (const key of ['d', 'F1', 'ArrowDown', 'Escape']) {
    await notebook.page.keyboard.press(key);
  }
  assert.equal(await notebook.page.locator('body').getAttribute('data-keys'), ' F1');
});

test('a double click on a card draws it once', async () => {
  const count = await show(queries.list);
  await opener().click();
  await drawn(count);
  const before = (await notebook.sent()).length;
  await cards().first().dblclick();
  const sent = (await notebook.sent(before)) as RendererMessage[];
  assert.deepEqual(
    sent.map(message => [message.type, 'byKeyboard' in message && message.byKeyboard]),
    [['useSuggestion', false]],
  );
  await notebook.page.keyboard.press('Escape');
});

test('the cards say that the charts are being found until they are there', async () => {
  const count = await show(queries.list);
  let release = (): void => {};
  held = new Promise(resolve => {
    release = resolve;
  });
  await opener().click();
  const finding = output().getByText('Finding the charts that fit');
  await finding.waitFor();
  release();
  held = undefined;
  await drawn(count);
  assert.equal(await finding.count(), 0);
  await notebook.page.keyboard.press('Escape');
});

test('cards whose pictures cannot be had say why', async () => {
  await show(queries.list);
  lost = [...suggested.keys()].at(-1);
  await opener().click();
  await output().getByText('The kernel that holds this result has ended.').waitFor();
  lost = undefined;
  await output().getByText('Close', { exact: true }).click();
  assert.equal(await cards().count(), 0);
});

test('cards say that they wait for the running cell, and are drawn when it has ended', async () => {
  waiting = [];
  const count = await show(queries.list);
  await opener().click();
  await output().getByText('Previews appear when the running cell').waitFor();
  assert.deepEqual(
    [...new Set(await cards().locator('.ms-card-picture').allTextContents())],
    ['Waiting for the running cell'],
  );
  const [first] = waiting;
  assert.ok(first);
  waiting = undefined;
  await notebook.hear(await answer(first));
  await drawn(count);
  assert.equal(await output().getByText('running cell').count(), 0);
  await notebook.page.keyboard.press('Escape');
});

test('the command opens the cards, also of an output that is drawn after it', async () => {
  const { table, provenance } = await session.run(queries.events);
  assert.ok(table);
  const suggestions = suggestFor(table);
  suggested.set(table.id, suggestions);
  await notebook.dispose('s');
  await notebook.hear({ type: 'showSuggestions', resultId: table.id });
  await notebook.result('s', resultOutput({ table, provenance }));
  await drawn(suggestions.length);
  await notebook.dispose('s');
  await notebook.result('s', resultOutput({ table, provenance }));
  assert.equal(await cards().count(), 0);
});

test('a preview that is not there yet is cancelled when the cards are closed', async () => {
  await show(queries.list);
  unanswered.add('ranked-bars');
  const before = (await notebook.sent()).length;
  await opener().click();
  await notebook.page.waitForFunction(
    from =>
      window.record.sent
        .slice(from)
        .some(message => JSON.stringify(message).includes('"suggestion":"ranked-bars"')),
    before,
  );
  const waiting = questionsIn(await notebook.sent(), 'preview').at(-1);
  await opener().click();
  assert.deepEqual((await notebook.sent()).at(-1), {
    ...{ type: 'cancel', requestId: waiting?.requestId },
  });
  unanswered.clear();
});

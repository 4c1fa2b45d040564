/**
 * The grid with many rows, in the real renderer in Chromium with a real session: first paint of a million rows against
 * a thousand, a page of a sorted result against one in the result's own order, and the longest time that rows were
 * blank while scrolling.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ResultTable } from '../src/core/protocol/outcome';
import type { Session } from '../src/kernel/session/session';
import { NotebookPage } from '../test/view/browser/notebookPage';
import { resultOutput } from '../test/view/browser/outputs';
import { answerOf, openSession, resultOf } from './gridSession';
import { median } from './median';

const REPEATS = 7;
const PLACES = 40;

async function main(): Promise<void> {
  const spillDirectory = await mkdtemp(path.join(tmpdir(), 'market-signals-bench-'));
  const session = await openSession(spillDirectory);
  const notebook = await NotebookPage.open();
  try {
    const [few, many] = [await resultOf(session, 1_000), await resultOf(session, 1_000_000)];
    await firstPaints(notebook, few, many);
    await pages(session, many);
    await blanks(notebook, session, many);
  } finally {
    await notebook.close();
    await session.close();
    await rm(spillDirectory, { recursive: true, force: true });
  }
}

async function firstPaints(notebook: NotebookPage, few: ResultTable, many: ResultTable) {
  const [ofFew, ofMany]: number[][] = [[], []];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    ofFew?.push(await firstPaint(notebook, few, repeat));
    ofMany?.push(await firstPaint(notebook, many, repeat));
  }
  const [short, long] = [median(ofFew ?? []), median(ofMany ?? [])];
  console.log(`first paint, 1,000,000 rows: ${long.toFixed(0)} ms (target: under 300 ms)`);
  console.log(`first paint, 1,000,000 rows against 1,000: ${(long / short).toFixed(2)}`);
}

/** @returns ms from the output to the frame after the one that shows it. */
async function firstPaint(notebook: NotebookPage, table: ResultTable, repeat: number) {
  await notebook.dispose('t');
  const output = resultOutput({ table: { ...table, id: `${table.id}-${repeat}` } });
  const begun = performance.now();
  await notebook.result('t', output);
  await notebook.page.evaluate(
    () =>
      new Promise<void>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
  return performance.now() - begun;
}

async function pages(session: Session, { id: resultId, rowCount }: ResultTable): Promise<void> {
  const arrangement = { sort: [{ column: 1, descending: true }], filters: [] };
  const begun = performance.now();
  await session.ask('page', { resultId, offset: 0, limit: 200, arrangement });
  console.log(`sorting 1,000,000 rows, first page: ${(performance.now() - begun).toFixed(0)} ms`);
  const times: { plain: number[]; sorted: number[] } = { plain: [], sorted: [] };
  for (let place = 0; place < PLACES; place++) {
    const question = { resultId, offset: (place * 97_001) % (rowCount - 200), limit: 200 };
    const start = performance.now();
    await session.ask('page', question);
    const middle = performance.now();
    await session.ask('page', { ...question, arrangement });
    times.plain.push(middle - start);
    times.sorted.push(performance.now() - middle);
  }
  const [plain, sorted] = [median(times.plain), median(times.sorted)];
  console.log(`a page: ${plain.toFixed(1)} ms as made, ${sorted.toFixed(1)} ms sorted`);
  console.log(`a sorted page against one as made: ${(sorted / plain).toFixed(2)}`);
}

/** Jumps and scrolls through the result while a frame loop watches for visible blank rows. */
async function blanks(notebook: NotebookPage, session: Session, table: ResultTable): Promise<void> {
  await notebook.dispose('t');
  await notebook.answerWith(message => answerOf(session, message));
  await notebook.result('t', resultOutput({ table }));
  const { jumps, wheel, frameMs } = await notebook.page.evaluate(watchBlanks);
  const longest = Math.max(...jumps, wheel);
  console.log(`longest time of blank rows: ${longest.toFixed(0)} ms (target: under 150 ms)`);
  console.log(`  after a jump of the scroll bar: ${median(jumps).toFixed(0)} ms in the middle`);
  console.log(`  while the wheel turns: ${wheel.toFixed(0)} ms at most`);
  console.log(`longest frame meanwhile: ${frameMs.toFixed(0)} ms`);
}

/** In ms: how long rows were blank after each jump, and at most between jumps; and the longest frame. */
async function watchBlanks(): Promise<{ jumps: number[]; wheel: number; frameMs: number }> {
  const grid = document.querySelector('[role="grid"]');
  const frame = () => new Promise<number>(resolve => requestAnimationFrame(resolve));
  const jumps: number[] = [];
  let [wheel, frameMs, last] = [0, 0, performance.now()];
  let since: number | undefined;
  let hasSettled = false;
  for (let step = 0; step < 600; step++) {
    const place = (step * 7_919) % 9_973;
    const isJump = step % 20 === 0;
    // No position twice, so that none is cached. Every twentieth frame a jump of the scroll bar, otherwise a step of
    // the wheel.
    if (grid) {
      grid.scrollTop = isJump ? (grid.scrollHeight * place) / 9_973 : grid.scrollTop + 120;
    }
    if (isJump) {
      jumps.push(0);
      hasSettled = false;
    }
    const now = await frame();
    frameMs = Math.max(frameMs, now - last);
    last = now;
    const seen = grid?.getBoundingClientRect();
    const isBlank = [...document.querySelectorAll('.ms-awaited')].some(row => {
      const { top, bottom } = row.getBoundingClientRect();
      return seen !== undefined && bottom > seen.top + 24 && top < seen.bottom;
    });
    since = isBlank ? (since ?? now) : undefined;
    const blankMs = since === undefined ? 0 : now - since;
    if (hasSettled) {
      wheel = Math.max(wheel, blankMs);
    } else {
      jumps[jumps.length - 1] = Math.max(jumps.at(-1) ?? 0, blankMs);
      hasSettled = !isBlank && !isJump;
    }
  }
  return { jumps, wheel, frameMs };
}

void main();

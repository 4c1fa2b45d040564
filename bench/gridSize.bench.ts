/**
 * The grid on a result of ten million rows against one of a million: pages from anywhere, sorted and not, and the page's
 * memory after many places against that after few.
 *
 *   SIGNALS_BENCH_ROWS=100000000    on so many rows instead; a hundred million take some minutes
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

const FEW = 1_000_000;
const MANY = Number(process.env['SIGNALS_BENCH_ROWS'] ?? 10_000_000);
const PAGES = 15;
/** More places than the page keeps rows of. */
const PLACES = 120;
const arrangement = { sort: [{ column: 1, descending: true }], filters: [] };

async function main(): Promise<void> {
  const spillDirectory = await mkdtemp(path.join(tmpdir(), 'market-signals-bench-'));
  const session = await openSession(spillDirectory);
  const notebook = await NotebookPage.open();
  try {
    const few = await resultOf(session, FEW);
    const begun = performance.now();
    const many = await resultOf(session, MANY);
    const rows = MANY.toLocaleString('en');
    console.log(`${rows} rows made: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    await compare(session, few, many, false);
    await compare(session, few, many, true);
    const { rss } = process.memoryUsage();
    console.log(
      `memory of the kernel: ${(rss / 2 ** 20).toFixed(0)} MiB, ${rows} rows and an order`,
    );
    await heap(notebook, session, many);
  } finally {
    await notebook.close();
    await session.close();
    await rm(spillDirectory, { recursive: true, force: true });
  }
}

async function compare(session: Session, few: ResultTable, many: ResultTable, isSorted: boolean) {
  const what = isSorted ? 'a sorted page' : 'a page';
  const first = [await firstPage(session, few, isSorted), await firstPage(session, many, isSorted)];
  const ofFew = await pageMs(session, few, isSorted);
  const ofMany = await pageMs(session, many, isSorted);
  console.log(`${what}, first: ${first.map(ms => `${ms.toFixed(0)} ms`).join(' and ')}`);
  for (const where of ['anywhere', 'next'] as const) {
    const [short, long] = [ofFew[where], ofMany[where]];
    console.log(`${what}, ${where}: ${short.toFixed(1)} ms and ${long.toFixed(1)} ms`);
    console.log(`${what}, ${where}, many rows against few: ${(long / short).toFixed(2)}`);
  }
}

async function firstPage(session: Session, table: ResultTable, isSorted: boolean) {
  const begun = performance.now();
  await session.ask('page', questionAt(table, 0, isSorted));
  return performance.now() - begun;
}

/** ms of a page that was not read before, and of the next one. */
async function pageMs(session: Session, table: ResultTable, isSorted: boolean) {
  const times: { anywhere: number[]; next: number[] } = { anywhere: [], next: [] };
  for (let place = 1; place <= PAGES; place++) {
    const offset = Math.floor(((table.rowCount - 400) * place) / PAGES);
    const begun = performance.now();
    await session.ask('page', questionAt(table, offset, isSorted));
    const middle = performance.now();
    await session.ask('page', questionAt(table, offset + 200, isSorted));
    times.anywhere.push(middle - begun);
    times.next.push(performance.now() - middle);
  }
  return { anywhere: median(times.anywhere), next: median(times.next) };
}

function questionAt({ id: resultId }: ResultTable, offset: number, isSorted: boolean) {
  const question = { resultId, offset, limit: 200 };
  return isSorted ? { ...question, arrangement } : question;
}

/** The page's memory, after so many places that it lets go of rows, against that after as many again. */
async function heap(notebook: NotebookPage, session: Session, table: ResultTable): Promise<void> {
  await notebook.answerWith(message => answerOf(session, message));
  await notebook.result('t', resultOutput({ table }));
  await visit(notebook, 0);
  const few = await heapBytes(notebook);
  await visit(notebook, 1);
  const many = await heapBytes(notebook);
  const sizes = [few, many].map(bytes => `${(bytes / 2 ** 20).toFixed(1)} MiB`);
  console.log(
    `memory of the page: ${sizes.join(' and ')} after ${PLACES} and ${2 * PLACES} places`,
  );
  console.log(`memory of the page, many places against few: ${(many / few).toFixed(2)}`);
}

async function visit(notebook: NotebookPage, half: number): Promise<void> {
  for (let place = 0; place < PLACES; place++) {
    const share = (place + half / 2) / PLACES;
    await notebook.page.getByRole('grid').evaluate((node, part) => {
      node.scrollTop = part * (node.scrollHeight - node.clientHeight);
    }, share);
    await notebook.page.waitForFunction(
      () =>
        new Promise(resolve => {
          const isThere = () => document.querySelector('.ms-awaited') === null;
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(isThere())));
        }),
    );
  }
}

async function heapBytes({ page }: NotebookPage): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  await client.detach();
  return usedSize;
}

void main();

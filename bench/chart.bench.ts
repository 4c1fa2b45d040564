/**
 * From a result to a drawn chart: a million rows and ten million against ten thousand, and against the same million drawn as notebooks
 * draw `application/vnd.vegalite`, with every row in the specification.
 *
 * Ours: the built kernel, its messages, the renderer in Chromium. Making the result itself is not counted.
 */

import * as esbuild from 'esbuild';
import { uncancellable } from '../src/core/base/cancellation';
import type { RunCellParams } from '../src/core/protocol/kernelRpc';
import type { CellOutcome } from '../src/core/protocol/outcome';
import type { RendererMessage } from '../src/core/protocol/rendererMessage';
import { startKernel, type KernelHandle } from '../src/io/kernelProcess';
import { startProcess } from '../src/io/startProcess';
import type { Page } from 'playwright-core';
import { launchHeadlessShell } from '../scripts/chromium.mjs';
import { NotebookPage } from '../test/view/browser/notebookPage';
import { resultOutput } from '../test/view/browser/outputs';
import { answerTo, askedIn, type Asked } from '../test/view/browser/questions';
import { median } from './median';
import { kernelOptions } from '../test/support/kernelOptions';

const ROUNDS = 9;
/** Of ten million rows: the first chart of so many rows takes a sixth longer than later ones. */
const LONG_ROUNDS = 5;
const FEW = 10_000;
const MANY = 1_000_000;
const MOST = 10_000_000;
const PAGE_ROWS = 100_000;
/** The time limit for the chart with all rows in the page. */
const INLINED_MOST_MS = 45_000;
const CLAUSE = 'VISUALISE at AS x, price AS y DRAW line';

interface Drawn {
  readonly ms: number;
  /** The kernel's part of that time. */
  readonly kernelMs: number;
  /** Bytes of JSON that reach the page. */
  readonly bytes: number;
  readonly rows: number;
}

interface Inlined {
  readonly ms: number;
  /** Null if it was drawn in time; otherwise why it was aborted. */
  readonly givenUp: string | null;
  readonly bytes: number;
}

async function run(kernel: KernelHandle, text: string): Promise<CellOutcome> {
  const params: RunCellParams = {
    language: 'signals-sql',
    cell: null,
    text,
    connection: { name: 'bench', synthetic: true, epoch: '1' },
    useCache: true,
    access: 'session',
    portfolios: {},
    firstPageRows: 100,
  };
  const outcome = await kernel.runCell(params, {
    cancellation: uncancellable,
    onProgress: () => undefined,
  });
  if (outcome.status !== 'ok') {
    throw new Error(outcome.error?.message);
  }
  return outcome;
}

async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const started = performance.now();
  const value = await work();
  return [value, performance.now() - started];
}

/** Draws the rows of `prices` once, as a cell does. */
async function ours(kernel: KernelHandle, notebook: NotebookPage, rows: number): Promise<Drawn> {
  const cell = `FROM prices LIMIT ${rows}`;
  const [, resultMs] = await timed(() => run(kernel, cell));
  const [outcome, wholeMs] = await timed(() => run(kernel, `${cell} ${CLAUSE}`));
  const { chart } = outcome;
  const kernelMs = Math.max(0, wholeMs - resultMs);
  let bytes = JSON.stringify(chart).length;
  answering = async question => {
    const page = await kernel.ask('page', question, uncancellable);
    bytes += JSON.stringify(page.rows).length;
    return answerTo(question.requestId, 'page', page);
  };
  const [, pageMs] = await timed(() => notebook.result('c', resultOutput({ chart })));
  await notebook.dispose('c');
  const sent = chart?.datasets.reduce((sum, { rowCount }) => sum + rowCount, 0) ?? 0;
  return { ms: kernelMs + pageMs, kernelMs, bytes, rows: sent };
}

/** One after another, so that neither pays for the garbage of the other; the first is a warm-up. */
async function rounds(
  kernel: KernelHandle,
  notebook: NotebookPage,
  rows: number,
  count: number,
): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  for (let round = 0; round <= count; round++) {
    drawn.push(await ours(kernel, notebook, rows));
  }
  return drawn.slice(1);
}

let answering: (question: Asked<'page'>) => Promise<unknown> = () => Promise.resolve(null);

/** The page's questions go to the kernel as soon as they are asked; answers come as JSON, as VS Code carries them. */
async function connect(notebook: NotebookPage): Promise<void> {
  await notebook.page.exposeFunction('askKernel', async (message: RendererMessage) => {
    const asked = askedIn(message, 'page');
    return asked ? JSON.stringify(await answering(asked)) : null;
  });
  await notebook.page.evaluate(() => {
    const { askKernel } = window as unknown as {
      askKernel: (message: unknown) => Promise<string | null>;
    };
    window.record.sent.push = message => {
      void askKernel(message).then(answer => {
        if (answer !== null) {
          window.postMessage({ do: 'host', message: JSON.parse(answer) as unknown }, '*');
        }
      });
      return 0;
    };
  });
}

/** Every row in the specification, which Vega-Lite compiles and Vega draws on a canvas. */
async function inlined(kernel: KernelHandle): Promise<Inlined> {
  const { table, chart } = await run(kernel, `FROM prices LIMIT ${MANY} ${CLAUSE}`);
  const rows: string[] = [];
  for (let offset = 0; table && offset < MANY; offset += PAGE_ROWS) {
    const question = { resultId: table.id, offset, limit: PAGE_ROWS };
    const page = await kernel.ask('page', question, uncancellable);
    rows.push(...page.rows.map(([at, price]) => JSON.stringify({ at, price })));
  }
  const { encoding } = (chart?.spec ?? {}) as { encoding?: unknown };
  const mark = '"mark": "line", "width": 800, "height": 260';
  const text = `{${mark}, "encoding": ${JSON.stringify(encoding)}, "data": {"values": [${rows.join(',')}]}}`;
  const built = await esbuild.build({
    entryPoints: ['bench/page/inlined.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const browser = await launchHeadlessShell();
  const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  await page.route('http://bench.test/**', route =>
    route.request().url().endsWith('/spec.json')
      ? route.fulfill({ contentType: 'application/json', body: text })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }),
  );
  await page.goto('http://bench.test/');
  await page.addScriptTag({ content: built.outputFiles[0]?.text ?? '', type: 'module' });
  await page.waitForFunction(() => 'drawInlined' in window);
  const outcome = await drawnInTime(page);
  await browser.close();
  return { ...outcome, bytes: text.length };
}

async function drawnInTime(page: Page): Promise<Omit<Inlined, 'bytes'>> {
  const started = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Omit<Inlined, 'bytes'>>(resolve => {
    const givenUp = 'not waited for longer';
    timer = setTimeout(() => resolve({ ms: INLINED_MOST_MS, givenUp }), INLINED_MOST_MS);
  });
  const drawn = page
    .evaluate(() => window.drawInlined('/spec.json'))
    .then(
      ms => ({ ms, givenUp: null }),
      (error: unknown) => ({ ms: performance.now() - started, givenUp: String(error) }),
    );
  try {
    return await Promise.race([drawn, late]);
  } finally {
    clearTimeout(timer);
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

async function main(): Promise<void> {
  const kernel = await startKernel({
    process: startProcess('dist/kernel.js'),
    kernel: {
      ...kernelOptions,
      cacheTtlMs: 0,
    },
    ask: () => Promise.reject(new Error('no request is expected')),
  });
  await run(
    kernel,
    `CREATE TABLE prices AS SELECT TIMESTAMP '2026-01-01' + INTERVAL 1 SECOND * i AS at, sum((hash(i) % 2001)::DOUBLE / 1000 - 1) OVER (ORDER BY i ROWS UNBOUNDED PRECEDING) AS price FROM range(${MOST}) r(i)`,
  );
  const notebook = await NotebookPage.open();
  await connect(notebook);
  const few = await rounds(kernel, notebook, FEW, ROUNDS);
  const many = await rounds(kernel, notebook, MANY, ROUNDS);
  const most = await rounds(kernel, notebook, MOST, LONG_ROUNDS);
  await notebook.close();
  report(few, many, most);
  const whole = await inlined(kernel);
  await kernel.dispose();
  reportInlined(many, whole);
}

function report(few: Drawn[], many: Drawn[], most: Drawn[]): void {
  for (const [name, drawn] of [
    ['10 k rows', few],
    ['1 M rows', many],
    ['10 M rows', most],
  ] as const) {
    const [one] = drawn;
    console.log(
      `${name}: ${middle(drawn, 'ms').toFixed(0)} ms (kernel ${middle(drawn, 'kernelMs').toFixed(0)} ms), ${one?.rows} rows, ${megabytes(one?.bytes ?? 0)} to the page`,
    );
  }
  const ratio = middle(many, 'ms') / middle(few, 'ms');
  console.log(`ratio 1 M to 10 k rows: ${ratio.toFixed(2)} (at most 2)`);
  const longest = middle(most, 'ms') / middle(few, 'ms');
  console.log(`ratio 10 M to 10 k rows: ${longest.toFixed(2)}`);
}

function reportInlined(many: Drawn[], { ms, givenUp, bytes }: Inlined): void {
  const least = givenUp === null ? '' : 'more than ';
  if (givenUp !== null) {
    console.log(`1 M rows inlined were not drawn: ${givenUp}`);
  }
  console.log(`1 M rows inlined: ${least}${ms.toFixed(0)} ms, ${megabytes(bytes)} to the page`);
  console.log(`ratio inlined to ours, time: ${least}${(ms / middle(many, 'ms')).toFixed(1)}`);
  console.log(`ratio inlined to ours, bytes: ${(bytes / (many[0]?.bytes ?? 1)).toFixed(1)}`);
}

function middle(drawn: readonly Drawn[], part: 'ms' | 'kernelMs'): number {
  return median(drawn.map(one => one[part]));
}

void main();

/**
 * From a key to the findings of a notebook of 500 lines, against the 300 ms after which they come late: the time of the
 * typing pause, and of the request to the language process, which is started as the host starts it. The cell that was
 * typed in is reported first if the cells below it take longer.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { CancellationSource, uncancellable } from '../src/core/base/cancellation';
import type { NotebookAnalysis } from '../src/core/language/analysis';
import type { NotebookText } from '../src/core/language/notebookText';
import { typingRestMs } from '../src/core/protocol/languageRpc';
import { startLanguage, type LanguageHandle } from '../src/io/languageProcess';
import { median } from './median';

const BUDGET_MS = 300;
const ROUNDS = 40;
const CELLS = 50;
/** Keys of one burst, and the time between them. */
const BURST = 4;
const KEY_MS = 40;

/** Ten lines a cell: each makes a table of an answer and of the table before it, and draws it. */
function cellText(index: number): string {
  const earlier = index === 0 ? '0' : `(SELECT max(earlier) FROM t${index - 1})`;
  return `-- Cell ${index}
CREATE OR REPLACE TABLE t${index} AS
WITH picks AS (
  FROM bullish_stocks(industry := 'technology', amount := ${index + 1})
)
SELECT entity, name, price, ${index} AS step,
  ${earlier} AS earlier
FROM picks WHERE price > 0;
SELECT step, avg(price) AS mean_price
FROM t${index} GROUP BY step VISUALISE step AS x, mean_price AS y DRAW line`;
}

/** What a person does to a cell, and the code of what is found then; null: nothing is wrong. */
interface Edit {
  readonly what: string;
  readonly cell: number;
  readonly text: (round: number) => string;
  readonly code: string | null;
}

/** A different type each time, since a repeated one is cached. */
function typeOf(round: number): string {
  return `DECIMAL(${18 + (round % 20)}, ${Math.floor(round / 20)})`;
}

const middle = CELLS / 2;
const edits: readonly Edit[] = [
  {
    what: 'a comment in the middle',
    cell: middle,
    text: round => `${cellText(middle)} -- ${round}`,
    code: null,
  },
  {
    what: 'a wrong value in the middle',
    cell: middle,
    text: round => cellText(middle).replace("'technology'", `'tech${round}'`),
    code: 'argument.unknownValue',
  },
  {
    what: 'a syntax error in the last cell',
    cell: CELLS - 1,
    text: round => cellText(CELLS - 1).replace('WHERE', `WHER${round}E 1`),
    code: 'syntax',
  },
  {
    what: 'a column more in the first cell, which every other needs',
    cell: 0,
    text: round => cellText(0).replace('name,', `name, ${round} AS n${round},`),
    code: null,
  },
  {
    what: 'a type in the first cell, which every other takes over',
    cell: 0,
    text: round => cellText(0).replace('0 AS earlier', `0::${typeOf(round)} AS earlier`),
    code: null,
  },
  {
    what: 'a statement more in the middle',
    cell: middle,
    text: round => `${cellText(middle)}; SET VARIABLE v${round} = ${round}`,
    code: null,
  },
];

function notebook(cell: number, text: string): NotebookText {
  const cells = Array.from({ length: CELLS }, (_, index) => ({
    id: String(index),
    language: 'signals-sql' as const,
    text: index === cell ? text : cellText(index),
  }));
  return { id: 'bench', cells, parameters: [], portfolios: [], session: [], folder: null };
}

/** Milliseconds from the last key to the findings of the typed cell, and of all. */
interface Times {
  readonly typed: number;
  readonly all: number;
}

/** A burst of keys as in the host: each cancels the analysis before it; the last one counts. */
async function foundAfter(
  language: LanguageHandle,
  { cell, text, code }: Edit,
  round: number,
): Promise<Times> {
  let reportedAt: number | undefined;
  const onTyped = (): void => void (reportedAt ??= performance.now());
  let found: Promise<NotebookAnalysis> | undefined;
  let typed = 0;
  for (let key = 0; key < BURST; key++) {
    const source = new CancellationSource();
    typed = performance.now();
    const isLast = key === BURST - 1;
    await delay(isLast ? typingRestMs : KEY_MS);
    const wanted = notebook(cell, text(round * BURST + key));
    found = language.analyse(
      { notebook: wanted },
      isLast ? uncancellable : source,
      isLast ? onTyped : undefined,
    );
    if (!isLast) {
      found.catch(() => undefined); // Cancelled, as intended by the next key.
      source.cancel();
    }
  }
  const analysis = await found;
  const answeredAt = performance.now();
  const errors = analysis?.cells[cell]?.problems.filter(({ severity }) => severity === 'error');
  if (errors?.[0]?.code !== (code ?? undefined)) {
    throw new Error(`expected ${code}, found ${JSON.stringify(errors)}`);
  }
  return { typed: (reportedAt ?? answeredAt) - typed, all: answeredAt - typed };
}

function summary(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  return [median(times), p95, sorted.at(-1) ?? 0]
    .map(time => `${time.toFixed(0)} ms (${(time / BUDGET_MS).toFixed(2)})`)
    .join(', ');
}

function report(what: string, times: readonly Times[]): void {
  console.log(`  ${what}`);
  console.log(`    its own cell: ${summary(times.map(({ typed }) => typed))}`);
  console.log(`    all cells: ${summary(times.map(({ all }) => all))}`);
}

async function main(): Promise<void> {
  const started = performance.now();
  const language = await startLanguage('dist/language.js', { readableDirectories: [] });
  await language.analyse({ notebook: notebook(0, cellText(0)) }, uncancellable);
  const opened = performance.now() - started;
  console.log(
    `From the last of ${BURST} keys to the findings, ${typingRestMs} ms of rest included;`,
  );
  console.log(`median, 95 of 100, worst, each with its ratio to ${BUDGET_MS} ms:`);
  const every: Times[] = [];
  for (const edit of edits) {
    const times: Times[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      times.push(await foundAfter(language, edit, round));
    }
    every.push(...times);
    report(edit.what, times);
  }
  report('every edit', every);
  console.log(`Opened, from starting the process to the first findings: ${opened.toFixed(0)} ms`);
  await language.dispose();
}

void main();

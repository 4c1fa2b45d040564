/**
 * Completion at every keystroke of cells that are typed in a notebook of 500 lines with 5,000 entities, against the
 * 20 ms after which typing feels slow. The analysis is that of the notebook before the cell was begun; the language
 * process is a process of its own, and one keystroke in twelve comes while it analyses, as after a pause; each keystroke
 * completes, where an editor does so once a word. Words of the grammar that come too late are left out, as in the editor.
 */

import path from 'node:path';
import { uncancellable } from '../src/core/base/cancellation';
import { parsePlainDate } from '../src/core/base/plainDate';
import { defaultPlanLimits } from '../src/core/client/plan';
import type { AssistFacts } from '../src/core/language/assist';
import { completeCell } from '../src/core/language/completion/completeCell';
import { grammarTextAt } from '../src/core/language/grammarText';
import { NextWords, WORDS_PATIENCE_MS } from '../src/core/language/nextWords';
import type { NotebookText } from '../src/core/language/notebookText';
import { startLanguage, type LanguageHandle } from '../src/io/languageProcess';
import { median } from './median';

const BUDGET_MS = 20;
const CELLS = 50;
/** Each round uses other names in the cells, so that no text is cached. */
const ROUNDS = 3;

/** A person pauses after this many keystrokes, and the notebook is analysed. */
const REST = 12;

function cellText(at: number): string {
  return `CREATE OR REPLACE TABLE scores_${at} AS
SELECT entity, date, score, ticker
FROM bull_bear_score_ts(['company:A', 'company:B'], date_from := current_date - 90);
WITH ranked AS (
  SELECT *, row_number() OVER (ORDER BY score) AS place
  FROM scores_${at}
)
SELECT r.date, r.score, r.place
FROM ranked r JOIN scores_${Math.max(0, at - 1)} s USING (entity, date)
VISUALISE date AS x, score AS y DRAW line`;
}

/** The typed text; `#` is the number of the round. */
const typed = [
  `WITH moves_# AS (
  SELECT s.entity, s.date, s.score, s.score - lag(s.score) OVER (PARTITION BY s.entity ORDER BY s.date) AS step_#
  FROM scores_3# s
  WHERE s.date >= current_date - 30 AND s.entity IN ('company:1#', 'company:2')
), busy AS (
  SELECT entity, date, sum(count) AS news FROM events_ts(['company:12', 'company:345'], date_from := current_date - 30, factuality := 'FACT') GROUP BY ALL
)
SELECT m.date, m.score, m.step_#, coalesce(b.news, 0) AS news, CASE WHEN m.step_# > 0 THEN 'up' ELSE 'down' END AS side
FROM moves_# m LEFT JOIN busy b USING (entity, date)
WHERE m.score IS NOT NULL
ORDER BY m.date DESC
LIMIT 500
VISUALISE date AS x, score AS y
DRAW line MAPPING side AS stroke
DRAW point SETTING size => 3 FILTER news > 0
SCALE y FROM [-1, 1]
LABEL title => 'Which moves came with news?'`,
  `SELECT name, ticker, bull_bear_score FROM bullish_stocks(time_horizon := '1W', industry := 'technology', amount := 2#)
WHERE ticker IS NOT NULL AND lower(name) LIKE '%a#%' ORDER BY rank`,
  `FROM company_events('company:77#', event_ids := ['E53_A', 'E1_A'], date_from := '2026-01-0#', date_through := '2026-03-09') SELECT * EXCLUDE (cache_key)`,
];

const notebook: NotebookText = {
  id: 'bench',
  cells: Array.from({ length: CELLS }, (_, at) => ({
    ...{ id: String(at), language: 'signals-sql' as const, text: cellText(at) },
  })),
  ...{ parameters: [], portfolios: ['core'], session: [], folder: null },
};

const entities = Array.from({ length: 5000 }, (_, at) => ({
  ...{ entity: `company:${at}`, name: `Company ${at}`, ticker: `C${at}.US`, isin: `US${at}` },
  ...{ vendor_id: null, country: null, industry: null, exchange_code: null, currency: null },
}));

type Known = Omit<AssistFacts, 'text' | 'notebook'>;

interface Typing {
  /** Milliseconds of each keystroke's completion. */
  readonly times: number[];
  /** How many of them had no words of the grammar. */
  late: number;
}

async function type(language: LanguageHandle, known: Known, text: string): Promise<Typing> {
  const words = new NextWords(each => language.nextWords({ text: each }, uncancellable));
  const typing: Typing = { times: [], late: 0 };
  for (let offset = 1; offset <= text.length; offset++) {
    const facts = { ...known, notebook, text: text.slice(0, offset) };
    const cells = [...notebook.cells.slice(0, -1), { ...cell(known.cell), text: facts.text }];
    const analysing =
      offset % REST === 0
        ? language.analyse({ notebook: { ...notebook, cells } }, uncancellable)
        : null;
    const started = performance.now();
    const grammar = grammarTextAt(facts, offset);
    const next = grammar === null ? null : await inTime(words.after(grammar));
    completeCell(facts, offset, next ?? null);
    typing.times.push(performance.now() - started);
    typing.late += next === undefined ? 1 : 0;
    await analysing;
  }
  return typing;
}

/** The answer, or undefined if it takes longer than the editor waits. */
async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), WORDS_PATIENCE_MS);
  });
  const first = await Promise.race([answer, late]);
  clearTimeout(timer);
  return first;
}

function cell(at: number): NotebookText['cells'][number] {
  return notebook.cells[at] ?? { id: 'new', language: 'signals-sql', text: '' };
}

function report(what: string, typings: readonly Typing[]): void {
  const times = typings.flatMap(typing => typing.times);
  const late = typings.reduce((sum, typing) => sum + typing.late, 0);
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  const [high, worst] = [at(0.95), at(1)];
  console.log(
    [
      `ratio to ${BUDGET_MS} ms: ${(high / BUDGET_MS).toFixed(3)} at the 95th percentile`,
      `(median ${median(times).toFixed(2)} ms, 95th percentile ${high.toFixed(2)} ms, worst ${worst.toFixed(2)} ms,`,
      `${times.length} keystrokes, ${late} without the words of the grammar) ${what}`,
    ].join(' '),
  );
}

async function main(): Promise<void> {
  const language = await startLanguage(path.resolve('dist/language.js'), {
    readableDirectories: [],
  });
  try {
    const analysis = await language.analyse({ notebook }, uncancellable);
    const vocabulary = await language.vocabulary();
    const today = parsePlainDate('2026-03-10');
    if (!today) {
      throw new Error('The day of the benchmark is no day.');
    }
    const session = { connection: 'live', entities, eventNames: [], variables: [] };
    const limits = defaultPlanLimits;
    const known = {
      analysis,
      cell: CELLS - 1,
      session,
      companies: null,
      vocabulary,
      limits,
      today,
    };
    await type(language, known, 'SELECT '); // As the host does when a window's first notebook is analysed.
    report('the first cell of a window', [await type(language, known, typed[1] ?? '')]);
    const all: Typing[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      for (const text of typed) {
        all.push(await type(language, known, text.replaceAll('#', String(round))));
      }
    }
    report('cells typed after it', all);
  } finally {
    await language.dispose();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

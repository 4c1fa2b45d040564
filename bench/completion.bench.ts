/** Completion in a notebook of 500 lines, against the 20 ms after which typing feels slow. */

import { parsePlainDate } from '../src/core/base/plainDate';
import { CancellationSource } from '../src/core/base/cancellation';
import { defaultPlanLimits } from '../src/core/client/plan';
import { completeCell } from '../src/core/language/completion/completeCell';
import type { AssistFacts } from '../src/core/language/assist';
import type { NotebookText } from '../src/core/language/notebookText';
import { Analyst } from '../src/kernel/language/analyst';
import { WordSource } from '../src/kernel/language/vocabulary';
import { median } from './median';

const ROUNDS = 200;
const BUDGET_MS = 20;
const CELLS = 50;

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

const notebook: NotebookText = {
  id: 'bench',
  cells: Array.from({ length: CELLS }, (_, at) => ({
    ...{ id: String(at), language: 'signals-sql' as const, text: cellText(at) },
  })),
  ...{ parameters: [], portfolios: [], session: [], folder: null },
};

const entities = Array.from({ length: 5000 }, (_, at) => ({
  ...{ entity: `company:${at}`, name: `Company ${at}`, ticker: `C${at}.US`, isin: `US${at}` },
  ...{ vendor_id: null, country: null, industry: null, exchange_code: null, currency: null },
}));

/** Where a person types, each as `text|text`. */
const places = [
  'FROM |',
  'SELECT r.| FROM scores_3 r',
  "FROM events_ts('c|')",
  "FROM company_events('company:A', event_ids := '|')",
  'FROM bullish_stocks(|)',
  'SELECT | FROM scores_1 a JOIN scores_2 b USING (entity)',
  'FROM scores_1 VISUALISE date AS x DRAW line MAPPING score AS |',
];

async function main(): Promise<void> {
  const analyst = new Analyst({ readableDirectories: [], folder: null }, { now: Date.now });
  const analysis = await analyst.analyse(notebook, new CancellationSource());
  const vocabulary = await new WordSource().vocabulary();
  const today = parsePlainDate('2026-03-10');
  if (!today) {
    throw new Error('no day');
  }
  const session = { entities, eventNames: [], variables: [] };
  for (const place of places) {
    const text = `${cellText(7)};\n${place}`;
    const cell = CELLS - 1;
    const facts: AssistFacts = {
      ...{ notebook, analysis, cell, session, vocabulary, limits: defaultPlanLimits, today },
      text: text.replace('|', ''),
    };
    const offset = text.indexOf('|');
    const times: number[] = [];
    let count = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      count = completeCell(facts, offset).length;
      times.push(performance.now() - started);
    }
    const ms = median(times);
    const worst = Math.max(...times.slice(10));
    console.log(
      `ratio to ${BUDGET_MS} ms: ${(ms / BUDGET_MS).toFixed(3)} (median ${ms.toFixed(2)} ms, worst ${worst.toFixed(2)} ms, ${count} items) ${place}`,
    );
  }
  analyst.close();
}

void main();

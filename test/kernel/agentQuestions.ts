/**
 * Thirty questions about the sandbox of 2026-11-20, for an evaluation of agents: how to ask the tools, and the answer, which is computed
 * here from the service's own answers, without SQL and without the tools.
 *
 * `scripts/evaluateAgents.mjs` gives them to a model and marks what it answers.
 */

import assert from 'node:assert/strict';
import { eventIds, eventNames } from '../../src/core/service/eventTypes';
import { ask, at, demo, itemsAt, numbers, sum, targets, texts } from '../sandbox/asking';

export interface Question {
  /** What is asked; it says to how many decimals. */
  readonly question: string;
  /** The calls of tools that answer it: the last answer has it. */
  readonly calls: readonly (readonly [tool: string, input: object])[];
  /** The answer: a number as it is to be written, or a text that an answer has to contain. */
  readonly answer: string;
}

const october = { from: '2026-10-01', to: '2026-11-01' };
const inOctober = "date_from := DATE '2026-10-01', date_to := DATE '2026-11-01'";
const rosomont = 'demo0048';
const three = ['demo0002', 'demo0004', 'demo0005'];
const threeKeys = "['company:demo0002', 'company:demo0004', 'company:demo0005']";

export const questions: readonly Question[] = [
  {
    question: 'What is the name of the most bullish stock today?',
    calls: [overlay('bullish', 1)],
    answer: textAt(listed('bullish', 1)[0], 'name'),
  },
  {
    question: 'What is the ticker of the fifth most bearish stock today?',
    calls: [overlay('bearish', 5)],
    answer: textAt(listed('bearish', 5)[4], 'ticker'),
  },
  {
    question: 'How many of the 50 most bullish stocks are from the United States?',
    calls: [sql("SELECT count(*) AS n FROM bullish_stocks(amount := 50) WHERE country_id = 'us'")],
    answer: String(listed('bullish', 50).filter(stock => at(stock, 'country_id') === 'us').length),
  },
  {
    question: 'What is the highest bull/bear score among technology stocks today, to 3 decimals?',
    calls: [
      sql(
        "SELECT round(max(bull_bear_score), 3) AS highest FROM bullish_stocks(amount := 1, industry := 'technology')",
      ),
    ],
    answer: decimals(
      Number(at(listed('bullish', 1, 'industry=technology')[0], 'bull_bear_score')),
      3,
    ),
  },
  {
    question: 'Which German company is the most bullish today?',
    calls: [overlay('bullish', 1, { source_country: 'de' })],
    answer: textAt(listed('bullish', 1, 'source_country=de')[0], 'name'),
  },
  {
    question: 'How many of the 100 most bearish stocks are in the industry financials?',
    calls: [
      sql(
        "SELECT count(*) AS n FROM bearish_stocks(amount := 100) WHERE industry = 'industry.financials'",
      ),
    ],
    answer: String(
      listed('bearish', 100).filter(stock => at(stock, 'industry') === 'industry.financials')
        .length,
    ),
  },
  {
    question: 'What is the ISIN of Rosomont Bank?',
    calls: [
      sql(
        "SELECT isin FROM (FROM bullish_stocks(amount := 300) UNION ALL FROM bearish_stocks(amount := 300)) WHERE name = 'Rosomont Bank'",
      ),
    ],
    answer: textAt(
      [...listed('bullish', 300), ...listed('bearish', 300)].find(
        stock => at(stock, 'name') === 'Rosomont Bank',
      ),
      'isin',
    ),
  },
  {
    question: 'How many different countries do the 30 most bullish stocks come from?',
    calls: [sql('SELECT count(DISTINCT country_id) AS n FROM bullish_stocks(amount := 30)')],
    answer: String(new Set(texts(listed('bullish', 30), 'country_id')).size),
  },
  {
    question: 'What was the mean score of company:demo0048 in October 2026, to 3 decimals?',
    calls: [
      sql(
        `SELECT round(avg(score), 3) AS mean FROM bull_bear_score_ts('${rosomont}', ${inOctober})`,
      ),
    ],
    answer: decimals(mean(scores(rosomont).map(({ value }) => value)), 3),
  },
  {
    question: 'On which day of October 2026 was the score of company:demo0048 highest?',
    calls: [
      sql(
        `SELECT arg_max(date, score) AS day FROM bull_bear_score_ts('${rosomont}', ${inOctober})`,
      ),
    ],
    answer: highest(scores(rosomont)).day,
  },
  {
    question: 'On how many days of October 2026 was the score of company:demo0048 negative?',
    calls: [
      sql(
        `SELECT count(*) AS n FROM bull_bear_score_ts('${rosomont}', ${inOctober}) WHERE score < 0`,
      ),
    ],
    answer: String(scores(rosomont).filter(({ value }) => value < 0).length),
  },
  {
    question:
      'What was the sample standard deviation of the daily scores of company:demo0048 in October 2026, to 4 decimals?',
    calls: [
      sql(
        `SELECT round(stddev_samp(score), 4) AS deviation FROM bull_bear_score_ts('${rosomont}', ${inOctober})`,
      ),
    ],
    answer: decimals(deviation(scores(rosomont).map(({ value }) => value)), 4),
  },
  {
    question:
      'Which of company:demo0002, company:demo0004 and company:demo0005 had the highest mean score in October 2026?',
    calls: [
      sql(
        `SELECT entity FROM bull_bear_score_ts(${threeKeys}, ${inOctober}) GROUP BY entity ORDER BY avg(score) DESC LIMIT 1`,
      ),
    ],
    answer: `company:${highest(three.map(id => ({ day: id, value: mean(scores(id).map(({ value }) => value)) }))).day}`,
  },
  {
    question:
      'By how much was the mean score of company:demo0002 in October 2026 above that of company:demo0004, to 3 decimals? (Negative: below.)',
    calls: [
      sql(
        `SELECT round(avg(score) FILTER (entity = 'company:demo0002') - avg(score) FILTER (entity = 'company:demo0004'), 3) AS difference FROM bull_bear_score_ts(${threeKeys}, ${inOctober})`,
      ),
    ],
    answer: decimals(
      mean(scores('demo0002').map(({ value }) => value)) -
        mean(scores('demo0004').map(({ value }) => value)),
      3,
    ),
  },
  {
    question: 'What was the last score of company:demo0010 before 2026-11-01, to 3 decimals?',
    calls: [
      sql(
        `SELECT round(arg_max(score, date), 3) AS last FROM bull_bear_score_ts('demo0010', ${inOctober})`,
      ),
    ],
    answer: decimals(scores('demo0010').at(-1)?.value ?? NaN, 3),
  },
  {
    question: 'How many shares of company:demo0002 were traded in October 2026 in all?',
    calls: [
      sql(
        `SELECT sum(trading_volume)::BIGINT AS shares FROM trading_volume_ts('demo0002', ${inOctober})`,
      ),
    ],
    answer: String(sum(volumes('demo0002').map(({ value }) => value))),
  },
  {
    question: 'On which day of October 2026 was the trading volume of company:demo0002 highest?',
    calls: [
      sql(
        `SELECT arg_max(date, trading_volume) AS day FROM trading_volume_ts('demo0002', ${inOctober})`,
      ),
    ],
    answer: highest(volumes('demo0002')).day,
  },
  {
    question: 'How many trading days did company:demo0048 have in September 2026?',
    calls: [
      sql(
        `SELECT count(*) AS days FROM trading_volume_ts('${rosomont}', date_from := DATE '2026-09-01', date_through := DATE '2026-09-30')`,
      ),
    ],
    answer: String(volumes(rosomont, { from: '2026-09-01', to: '2026-10-01' }).length),
  },
  {
    question:
      'How many shares of company:demo0048 were traded on the days of October 2026 on which its score was positive?',
    calls: [
      sql(
        `SELECT sum(trading_volume)::BIGINT AS shares FROM bull_bear_score_ts('${rosomont}', ${inOctober}) JOIN trading_volume_ts('${rosomont}', ${inOctober}) USING (entity, date) WHERE score > 0`,
      ),
    ],
    answer: String(
      sum(
        volumes(rosomont)
          .filter(({ day }) => scores(rosomont).some(score => score.day === day && score.value > 0))
          .map(({ value }) => value),
      ),
    ),
  },
  {
    question:
      'How many events were detected for company:demo0048 in October 2026, by the daily counts?',
    calls: [sql(`SELECT sum(count) AS events FROM events_ts('${rosomont}', ${inOctober})`)],
    answer: String(sum(numbers(counts(rosomont), 'count'))),
  },
  {
    question: 'Which type of event was the most frequent for company:demo0002 in October 2026?',
    calls: [
      sql(
        `SELECT event_name, sum(count) AS events FROM events_ts('demo0002', ${inOctober}) GROUP BY event_name ORDER BY events DESC LIMIT 1`,
      ),
    ],
    answer: mostFrequent(counts('demo0002')),
  },
  {
    question: 'On how many days of October 2026 was no event detected for company:demo0048?',
    calls: [
      sql(`SELECT 31 - count(DISTINCT date) AS days FROM events_ts('${rosomont}', ${inOctober})`),
    ],
    answer: String(31 - new Set(texts(counts(rosomont), 'date')).size),
  },
  {
    question:
      'On which day was the latest event of company:demo0048 before 2026-11-01, by the daily counts?',
    calls: [
      [
        'signals_company_events',
        { company: `company:${rosomont}`, date_from: '2026-10-01', date_through: '2026-10-31' },
      ],
    ],
    answer: texts(counts(rosomont), 'date').sort().at(-1) ?? '',
  },
  {
    question: 'How many mentions of events of company:demo0048 were published in October 2026?',
    calls: [sql(`SELECT count(*) AS mentions FROM company_events('${rosomont}', ${inOctober})`)],
    answer: String(mentions(rosomont).length),
  },
  {
    question:
      'How many of the mentions of company:demo0048 in October 2026 have the factuality fact?',
    calls: [
      sql(
        `SELECT count(*) AS facts FROM company_events('${rosomont}', ${inOctober}) WHERE factuality = 'fact'`,
      ),
    ],
    answer: String(mentions(rosomont).filter(row => at(row, 'factuality') === 'fact').length),
  },
  {
    question: 'What is the id of the event type Lawsuit?',
    calls: [['signals_describe', { name: 'event_types', search: 'lawsuit' }]],
    answer: [...eventNames].find(([, name]) => name === 'Lawsuit')?.[0] ?? '',
  },
  {
    question: 'How many event ids does the argument event_ids accept?',
    calls: [sql('SELECT count(*) AS ids FROM event_types')],
    answer: String(eventIds.length),
  },
  {
    question: 'How is the argument stock_index of bullish_stocks written for the S&P 500?',
    calls: [['signals_describe', { name: 'bullish_stocks' }]],
    answer: 'SP 500',
  },
  {
    question:
      'On how many days of October 2026 did company:demo0002, company:demo0004 and company:demo0005 all have a positive score?',
    calls: [
      sql(
        `SELECT count(*) AS days FROM (SELECT date FROM bull_bear_score_ts(${threeKeys}, ${inOctober}) WHERE score > 0 GROUP BY date HAVING count(*) = 3)`,
      ),
    ],
    answer: String(
      scores('demo0002').filter(({ day }) =>
        three.every(id => scores(id).some(score => score.day === day && score.value > 0)),
      ).length,
    ),
  },
  {
    question:
      'Which of the ten most bullish stocks of today had the lowest score on 2026-10-15? Answer with its key.',
    calls: [
      sql(
        "SELECT entity FROM bull_bear_score_ts((SELECT list(entity) FROM bullish_stocks(amount := 10)), date_from := DATE '2026-10-15', date_through := DATE '2026-10-15') ORDER BY score LIMIT 1",
      ),
    ],
    answer: lowestOn('2026-10-15', texts(listed('bullish', 10), 'entity_info', 'alpha_id')),
  },
];

/** @returns Whether a model's answer has the right one: a number with its digits, grouped or not, or the text. */
export function isRight({ answer }: Pick<Question, 'answer'>, given: string): boolean {
  if (/^-?\d+(\.\d+)?$/.test(answer)) {
    const plain = given
      .replaceAll(/(?<=\d)[,\u202f\u00a0](?=\d{3}(?!\d))/g, '')
      .replaceAll('−', '-');
    return (plain.match(/-?\d+(\.\d+)?/g) ?? []).some(number => Number(number) === Number(answer));
  }
  return given.toLowerCase().includes(answer.toLowerCase());
}

function sql(statement: string): readonly [string, object] {
  return ['signals_run_sql', { sql: statement }];
}

function overlay(
  side: 'bullish' | 'bearish',
  amount: number,
  more: object = {},
): readonly [string, object] {
  return ['signals_list_overlays', { side, amount, ...more }];
}

function listed(side: 'bullish' | 'bearish', amount: number, more = ''): unknown[] {
  return itemsAt(ask(demo, `${targets[side]}?amount=${amount}&${more}`).json, `${side}_stocks`);
}

interface Observation {
  readonly day: string;
  readonly value: number;
}

function observations(
  target: string,
  series: string,
  field: string,
  range = october,
): Observation[] {
  const { json } = ask(demo, `${target}?date_from=${range.from}&date_to=${range.to}`);
  const items = itemsAt(json, series);
  const values = numbers(items, field);
  return texts(items, 'date').map((day, index) => ({ day, value: values[index] ?? NaN }));
}

function scores(id: string): Observation[] {
  return observations(targets.score(id), 'score_ts', 'score');
}

function volumes(id: string, range = october): Observation[] {
  return observations(targets.volume(id), 'trading_volume_ts', 'trading_volume', range);
}

function counts(id: string): unknown[] {
  const target = `${targets.counts(id)}?date_from=${october.from}&date_to=${october.to}`;
  return itemsAt(ask(demo, target).json, 'events_ts');
}

function mentions(id: string): unknown[] {
  const target = `${targets.rows}?date_from=${october.from}&date_to=${october.to}`;
  return itemsAt(ask(demo, target, { body: [`company:${id}`] }).json, 'entries');
}

function lowestOn(wanted: string, keys: readonly string[]): string {
  const ofDay = keys.flatMap(key =>
    scores(key.replace('company:', ''))
      .filter(({ day }) => day === wanted)
      .map(({ value }) => ({ day: key, value: -value })),
  );
  return highest(ofDay).day;
}

function mostFrequent(items: readonly unknown[]): string {
  const byName = new Map<string, number>();
  for (const item of items) {
    const name = String(at(item, 'sub_event', 'name'));
    byName.set(name, (byName.get(name) ?? 0) + Number(at(item, 'count')));
  }
  const [first, second] = [...byName].sort((a, b) => b[1] - a[1]);
  assert.ok(first && second && first[1] > second[1], 'one type is the most frequent');
  return first[0];
}

function highest(all: readonly Observation[]): Observation {
  const [first, second] = all.toSorted((a, b) => b.value - a.value);
  assert.ok(first && second && first.value > second.value, 'one value is the highest');
  return first;
}

function textAt(value: unknown, field: string): string {
  const found = at(value, field);
  assert.ok(typeof found === 'string' && found !== '', field);
  return found;
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(sum(values.map(value => (value - middle) ** 2)) / (values.length - 1));
}

function decimals(value: number, digits: number): string {
  return value.toFixed(digits);
}

/** The cells that actions of the side bar write: SQL as a person would write it. */

import type { PlainDate } from '../base/plainDate';
import { textLiteral } from '../base/quoted';
import { counted } from '../base/text';
import { visibleText } from '../base/visibleText';
import { countsOf, type Portfolio } from '../portfolios/portfolios';
import { entitiesSql, type EntityKey } from '../protocol/entityLink';
import type { OverlayQuery } from '../overlays/overlayQuery';
import { parametersText } from '../overlays/snapshot';
import type { EventType } from './eventTypeRows';

/** A company by its canonical key, and how a reader knows it. */
export interface NamedCompany {
  readonly entity: string;
  readonly name: string | null;
}

const days = 90;
/** Days whose events a portfolio counts, today included. */
export const eventDays = 7;
/** Lines in one chart that a reader can still follow. */
export const mostCompared = 12;
/** Days before and after the day whose events are listed. */
const daysAround = { before: 3, after: 1 } as const;

/** @returns `FROM bullish_stocks(…)` with the parameters that the query sends. */
export function listCell(query: OverlayQuery): string {
  return `FROM ${query.operation}(${parametersText(query)})`;
}

/** @returns A chart of the companies' scores. */
export function scoreCell(companies: readonly NamedCompany[]): string {
  const [first, ...others] = companies;
  const since = `date_from := current_date - ${days}`;
  if (!first) {
    throw new RangeError('There is no company to draw.');
  }
  if (others.length === 0) {
    return [
      `FROM bull_bear_score_ts(${textLiteral(first.entity)}, ${since})`,
      'VISUALISE date AS x, score AS y',
      'DRAW line',
      `LABEL title => ${textLiteral(nameOf(first))}`,
    ].join('\n');
  }
  const keys = companies.map(({ entity }) => textLiteral(entity)).join(', ');
  const names = companies.map(
    company => `${textLiteral(company.entity)} => ${textLiteral(nameOf(company))}`,
  );
  return [
    `FROM bull_bear_score_ts([${keys}], ${since})`,
    'VISUALISE date AS x, score AS y, entity AS stroke',
    'DRAW line',
    `SCALE stroke RENAMING ${names.join(', ')}`,
    "LABEL title => 'How do the scores compare?'",
  ].join('\n');
}

/** @returns The event rows of a company around a day. */
export function eventsAroundCell(company: NamedCompany, day: PlainDate): string {
  return eventsAround({ column: 'entity', value: company.entity }, nameOf(company), day);
}

/** @returns The same of a company as a row of a result names it. */
export function eventsAroundKey(key: EntityKey, day: PlainDate): string {
  return eventsAround(key, nameOf({ entity: key.value, name: null }), day);
}

function eventsAround(key: EntityKey, name: string, day: PlainDate): string {
  const { before, after } = daysAround;
  const range = `date_from := DATE '${day}' - ${before}, date_to := DATE '${day}' + ${after + 1}`;
  return [
    `-- ${name}: events from ${before} days before ${day} to ${after} day after, date_to excluded`,
    `FROM company_events(${entitiesSql(key)}, ${range})`,
    'ORDER BY news_publish_time',
  ].join('\n');
}

/** @param sql How a cell names the table, view or file. */
export function summariseCell(sql: string): string {
  return `SUMMARIZE ${sql}`;
}

/** Stocks whose events are counted where none are selected. */
const countedStocks = 50;

/** @returns A chart of the days' events of one type, of the most bullish stocks. */
export function countCell({ id, name }: EventType): string {
  const stocks = `(SELECT list(entity) FROM bullish_stocks(amount := ${countedStocks}))`;
  const title = `${name ?? id}: events a day of the ${countedStocks} most bullish stocks`;
  return [
    'SELECT date, sum(count) AS events',
    `FROM events_ts(${stocks}, date_from := current_date - ${days})`,
    `WHERE event_id = ${textLiteral(id)}`,
    'GROUP BY date',
    'VISUALISE date AS x, events AS y',
    'DRAW bar',
    `LABEL title => ${textLiteral(visibleText(title))}`,
  ].join('\n');
}

/** What a cell about a portfolio says of it. */
type WrittenPortfolio = Pick<Portfolio, 'name' | 'members' | 'problems'>;

/** Names and problems that a comment lists. */
const mostLeftOut = 5;

/** @returns Comments on the names of a portfolio without a company and on its problems: `portfolio` leaves them out. */
function leftOutLines(portfolio: WrittenPortfolio): readonly string[] {
  const { companies, unknown } = countsOf(portfolio);
  const left = portfolio.members.flatMap(({ entity, name, weight }) =>
    entity === null ? [`${name ?? ''}${weight === null ? '' : ` (weight ${weight})`}`] : [],
  );
  const listed = (texts: readonly string[], separator: string): string => {
    const more = texts.length - mostLeftOut;
    const shown = texts.slice(0, mostLeftOut).map(text => visibleText(text.replace(/\s+/g, ' ')));
    return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(separator);
  };
  return [
    ...(unknown === 0
      ? []
      : [
          `-- ${counted(companies, 'company', 'companies')}; left out: ${counted(unknown, 'name')} without a company: ${listed(left, ', ')}`,
        ]),
    ...(portfolio.problems.length === 0 ? [] : [`-- Not read: ${listed(portfolio.problems, ' ')}`]),
  ];
}

/** @returns Each company of a portfolio with its weight and its latest score; one without a score is there too. */
export function portfolioCell(portfolio: WrittenPortfolio): string {
  const name = textLiteral(portfolio.name);
  return [
    ...leftOutLines(portfolio),
    'SELECT p.name, entity, p.weight, max(date) AS date, arg_max(score, date) AS score',
    `FROM portfolio_weights(${name}) AS p`,
    `  LEFT JOIN bull_bear_score_ts(portfolio(${name}), date_from := current_date - 7)`,
    '    USING (entity)',
    'GROUP BY ALL',
    'ORDER BY score DESC',
  ].join('\n');
}

/** @returns A chart of a portfolio's scores: lines, or a tile a week where a reader could not follow so many lines. */
export function portfolioScoresCell(portfolio: WrittenPortfolio): string {
  const name = textLiteral(portfolio.name);
  const source = `FROM bull_bear_score_ts(portfolio(${name}), date_from := current_date - ${days})`;
  const title = textLiteral(visibleText(`How do the scores of ${portfolio.name} compare?`));
  return countsOf(portfolio).companies <= mostCompared
    ? [
        ...leftOutLines(portfolio),
        'SELECT entity, date, coalesce(ticker, entity) AS company, score',
        source,
        'VISUALISE date AS x, score AS y, company AS stroke',
        'DRAW line',
        `LABEL title => ${title}`,
      ].join('\n')
    : [
        ...leftOutLines(portfolio),
        // With the company's key and the score's day, a tile leads to the events around it.
        "SELECT entity, coalesce(ticker, entity) AS company, date_trunc('week', date)::DATE AS week,",
        '  max(date) AS date, arg_max(score, date) AS score',
        source,
        'GROUP BY entity, company, week',
        'VISUALISE week AS x, company AS y, score AS fill',
        'DRAW tile',
        'SCALE fill TO diverging',
        `LABEL title => ${title},`,
        "      subtitle => 'Last score of each week', x => null, y => null, fill => 'Score'",
      ].join('\n');
}

/** @returns The event rows of a portfolio's companies in the last days. */
export function portfolioEventsCell(portfolio: WrittenPortfolio): string {
  return [
    ...leftOutLines(portfolio),
    `-- ${visibleText(portfolio.name)}: events of the last ${eventDays} days, date_to excluded`,
    `FROM company_events(portfolio(${textLiteral(portfolio.name)}),`,
    `  date_from := current_date - ${eventDays - 1}, date_to := current_date + 1)`,
    'ORDER BY news_publish_time DESC',
  ].join('\n');
}

/** On one line, as a comment and a title need it. */
function nameOf({ name, entity }: NamedCompany): string {
  return visibleText((name ?? entity).replace(/\s+/g, ' ').trim());
}

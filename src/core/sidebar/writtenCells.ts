/** The cells that actions of the side bar write: SQL as a person would write it. */

import type { PlainDate } from '../base/plainDate';
import { textLiteral } from '../base/quoted';
import { visibleText } from '../base/visibleText';
import { entitiesSql, type EntityKey } from '../protocol/entityLink';
import type { OverlayQuery } from '../overlays/overlayQuery';
import { parametersText } from '../overlays/snapshot';
import type { EventType } from './eventTypeRows';

/** A company by its canonical key, and how a reader knows it. */
export interface NamedCompany {
  readonly entity: string;
  readonly name: string | null;
}

/** Days that a cell with a chart over time asks for. */
export const seriesDays = 90;
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
  const since = `date_from := current_date - ${seriesDays}`;
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
    `FROM events_ts(${stocks}, date_from := current_date - ${seriesDays})`,
    `WHERE event_id = ${textLiteral(id)}`,
    'GROUP BY date',
    'VISUALISE date AS x, events AS y',
    'DRAW bar',
    `LABEL title => ${textLiteral(visibleText(title))}`,
  ].join('\n');
}

/** On one line, as a comment and a title need it. */
function nameOf({ name, entity }: NamedCompany): string {
  return visibleText((name ?? entity).replace(/\s+/g, ' ').trim());
}

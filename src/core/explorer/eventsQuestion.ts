/** Which events are asked for before they are explored: companies and days, the requests that this takes, and the cell. */

import { addDays, type PlainDate } from '../base/plainDate';
import { textLiteral } from '../base/quoted';
import { counted } from '../base/text';
import { planCall, type PlanLimits } from '../client/plan';
import { signalFunctionNamed } from '../service/functions';

/** Companies of which events are asked for. */
export interface EventCompanies {
  /** How a call names them. */
  readonly sql: string;
  /** Of a list that is not requested yet, as many as it will have. */
  readonly entities: readonly string[];
  /** Whether the list of companies takes a request of its own. */
  readonly isListed: boolean;
}

/** Days back from today, today included. */
export const eventPeriods = [7, 30, 60, 90, 365] as const;

/** Companies of a ranked list. */
const mostListed = 50;
const perLine = 6;

export function companiesOfPortfolio(name: string, entities: readonly string[]): EventCompanies {
  return { sql: `portfolio(${textLiteral(name)})`, entities, isListed: false };
}

/** The first companies of a ranked list. */
export function companiesOfList(list: 'bullish_stocks' | 'bearish_stocks'): EventCompanies {
  return {
    sql: `(SELECT list(entity) FROM ${list}(amount := ${mostListed}))`,
    entities: Array.from({ length: mostListed }, (_, place) => `company:${place}`),
    isListed: true,
  };
}

export function namedCompanies(entities: readonly string[]): EventCompanies {
  const keys = entities.map(textLiteral);
  const lines = Array.from({ length: Math.ceil(keys.length / perLine) }, (_, line) =>
    keys.slice(line * perLine, (line + 1) * perLine).join(', '),
  );
  const list = lines.length > 1 ? `[\n    ${lines.join(',\n    ')}\n  ]` : `[${keys.join(', ')}]`;
  return { sql: list, entities, isListed: false };
}

/** @returns `12 companies × 60 days: 2 requests`. */
export function plannedText(
  { entities, isListed }: EventCompanies,
  { days, today, limits }: { days: number; today: PlainDate; limits: PlanLimits },
): string {
  const call = signalFunctionNamed('company_events');
  if (!call) {
    throw new RangeError('The service has no events.');
  }
  const range = { date_from: addDays(today, 1 - days), date_to: addDays(today, 1) };
  const { requests } = planCall({ function: call, entities, parameters: range }, limits);
  const companies = counted(entities.length, 'company', 'companies');
  const sent = counted(requests.length + (isListed ? 1 : 0), 'request');
  return `${companies} × ${counted(days, 'day')}: ${sent}`;
}

/** @returns The call of the events, as a person would write it. */
export function eventsCell({ sql }: EventCompanies, days: number): string {
  return [
    `-- Events of the last ${days} days, date_to excluded`,
    `FROM company_events(${sql},`,
    `  date_from := current_date - ${days - 1}, date_to := current_date + 1)`,
  ].join('\n');
}

/** Completions beside a comparison, or within a call that takes one kind of text. */

import { nameOfIdentifier } from '../../base/quoted';
import { nameKey } from '../../sql/names';
import type { Token } from '../../sql/tokens';
import { sides } from '../../visualise/sideColours';
import { openBrackets } from '../callAt';
import { companyFacts } from '../companies';
import { builtInCallables } from '../callables';
import { sourcesOf } from './calls';
import { literalAt, typedText, type Offer, type Place } from './item';
import { portfolioOffers, tableOffers, variableOffers } from './names';
import { dateOffers, entityOffers, eventOffer, searchOffers } from './values';

const within: ReadonlyMap<string, (place: Place) => Offer[]> = new Map([
  ['getvariable', variableOffers],
  ['portfolio', portfolioOffers],
  ['portfolio_weights', portfolioOffers],
  ['query_table', tableOffers],
]);

/** @returns Completions of the first argument of `getvariable` and similar functions; null elsewhere. */
export function textsWithin(place: Place): Offer[] | null {
  const { before } = place.cursor;
  const [name, open] = [before.at(-2), before.at(-1)];
  return (open?.text === '(' ? within.get(name?.text ?? '') : undefined)?.(place) ?? null;
}

/** @returns Texts that are values of the compared column. */
export function comparedTexts(place: Place): Offer[] {
  const { before } = place.cursor;
  const column = comparedColumn(before, equalities);
  if (isDate(place)) {
    return dateOffers(place, '');
  }
  switch (column) {
    case 'entity':
      return [...entityOffers(place), ...searchOffers(place)];
    case 'event_id':
      return eventOffers(place);
    case 'side':
      return sides.map(side => valueOffer(place, side, ''));
    case 'ticker':
    case 'isin':
    case 'name':
      return factOffers(place, column);
    default:
      return [];
  }
}

/** @returns Days where a date is compared; nothing elsewhere. */
export function comparedDates(place: Place): Offer[] {
  return place.cursor.quote === null && isDate(place) ? dateOffers(place, '') : [];
}

const equalities = ['=', '==', '<>', '!='];
const orders = [...equalities, '<', '>', '<=', '>='];

/** Whether a date is expected: after the word DATE, or compared with a column of dates. */
function isDate(place: Place): boolean {
  const { before, quote } = place.cursor;
  const last = before.at(-1);
  if (last?.text === 'date' && quote === "'") {
    return true;
  }
  const column = comparedColumn(before, orders);
  const types = column === undefined ? [] : typesOf(place, column);
  return types.some(type => /^(DATE|TIMESTAMP)/.test(type));
}

function typesOf(place: Place, column: string): string[] {
  return sourcesOf(place).flatMap(({ columns }) =>
    (columns ?? []).flatMap(({ name, type }) =>
      nameKey(name) === nameKey(column) && type !== null ? [type] : [],
    ),
  );
}

/** The column of `column = …`, `column IN (…, …)` and `column BETWEEN … AND …`. */
function comparedColumn(
  before: readonly Token[],
  operators: readonly string[],
): string | undefined {
  const last = before.at(-1)?.text === 'date' ? before.slice(0, -1) : before;
  const open = openBrackets(last).at(-1) ?? -1;
  if (last[open - 1]?.text === 'in') {
    return named(last[open - 2]);
  }
  const word = last.at(-1)?.text ?? '';
  if (operators.includes(word) || word === 'between') {
    return named(last.at(-2));
  }
  const between = last.findLastIndex(({ text }) => text === 'between');
  const isUpper = word === 'and' && between > 0 && !last.slice(between, -1).some(isAnd);
  return isUpper && operators.includes('<') ? named(last[between - 1]) : undefined;
}

function isAnd({ text }: Token): boolean {
  return text === 'and' || text === 'or';
}

function named(token: Token | undefined): string | undefined {
  return token && nameOfIdentifier(token.text);
}

const eventArgument = builtInCallables
  .flatMap(callable => callable.arguments)
  .find(({ name }) => name === 'event_ids');

function eventOffers(place: Place): Offer[] {
  return (eventArgument?.values ?? []).map(({ value, label }) => eventOffer(place, value, label));
}

function factOffers(place: Place, field: 'ticker' | 'isin' | 'name'): Offer[] {
  return companyFacts(place.facts).flatMap(fact => {
    const value = fact[field];
    return value === null
      ? []
      : [valueOffer(place, value, (field === 'name' ? fact.ticker : fact.name) ?? '')];
  });
}

function valueOffer(place: Place, value: string, detail: string): Offer {
  return {
    ...{ label: value, kind: 'value', detail, insert: literalAt(place.cursor, value) },
    filter: typedText(place.cursor, `${value} ${detail}`.trim()),
  };
}

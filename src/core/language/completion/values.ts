/** Completions of values: of enumerations, event ids, entities and dates. */

import { t } from '../../base/translations';
import { fromQuotes, textLiteral } from '../../base/quoted';
import { addDays, type PlainDate } from '../../base/plainDate';
import type { EntityFact } from '../../service/entityFact';
import { eventFamily } from '../../service/eventTypes';
import { counted } from '../../base/text';
import { companiesPerList, companySearch } from '../../client/companySearch';
import { beginsWord, companyFacts, companySource, searchable } from '../companies';
import type { AllowedValue, CallableArgument } from '../callables';
import { escaped } from '../markdown';
import { literalAt, typedText, type Offer, type Place } from './item';
import { variableValues } from './variables';

/** @returns The values of an argument, as far as they can be listed. */
export function valueOffers(place: Place, argument: CallableArgument): Offer[] {
  switch (argument.kind) {
    case 'values':
      return argument.values.map(value => allowedOffer(place, argument, value));
    case 'date':
      return dateOffers(place, argument.name);
    case 'entities':
      return [...entityOffers(place), ...searchOffers(place)];
    default:
      return argument.default === null ? [] : [defaultOffer(place, argument.default)];
  }
}

function allowedOffer(
  place: Place,
  argument: CallableArgument,
  { value, label }: AllowedValue,
): Offer {
  if (argument.name === 'event_ids') {
    return eventOffer(place, value, label);
  }
  const isStandard = argument.default === value;
  return {
    label: value,
    kind: 'value',
    detail: [label === value ? null : label, isStandard ? 'default' : null]
      .filter(Boolean)
      .join(', '),
    insert: literalAt(place.cursor, value),
    filter: label === null ? value : `${value} ${label}`,
  };
}

/** @returns The event id with its name, found by either. */
export function eventOffer(place: Place, id: string, known: string | null): Offer {
  const name = known ?? learnedName(place, id);
  return {
    label: id,
    kind: 'event',
    detail: name ?? t('family {0}, name not documented', eventFamily(id)),
    insert: literalAt(place.cursor, id),
    filter: name === null ? id : `${id} ${name}`,
  };
}

function learnedName({ facts }: Place, id: string): string | null {
  return facts.session.eventNames.find(([known]) => known === id)?.[1] ?? null;
}

/** At most so many entities are offered at once; typing narrows the list. */
const MOST_ENTITIES = 500;

/**
 * @returns The companies that are known of the connection, in the order of their names, found by name, ticker, ISIN or
 *   key: first those whose name begins with what is typed, then those of which a word does; the key is inserted.
 */
export function entityOffers({ cursor, facts }: Place): Offer[] {
  const typed = cursor.written.toLowerCase();
  const wanted = cursor.quote === "'" ? fromQuotes(typed, "'") : typed;
  const source = companySource(facts);
  const first: Offer[] = [];
  const begin: Offer[] = [];
  const hold: Offer[] = [];
  for (const { fact, known, lower } of searchable(companyFacts(facts))) {
    if (first.length >= MOST_ENTITIES) {
      break;
    }
    if (holds(lower, wanted)) {
      const group = lower.startsWith(wanted) ? first : beginsWord(lower, wanted) ? begin : hold;
      group.push({
        label: fact.name ?? fact.entity,
        kind: 'entity',
        // The list cuts the end.
        detail: [fact.name === null ? null : fact.entity, fact.ticker, source, fact.isin]
          .filter(Boolean)
          .join(', '),
        insert: literalAt(cursor, fact.entity),
        filter: typedText(cursor, known),
      });
    }
  }
  return [...first, ...begin, ...hold].slice(0, MOST_ENTITIES);
}

/**
 * @returns The item that finds more companies, on a connection where that takes requests and was not done yet.
 */
export function searchOffers({ cursor, facts: { companies } }: Place): Offer[] {
  if (!companies || companies.synthetic || companies.isSearched) {
    return [];
  }
  const requests = counted(companySearch.length, 'request');
  return [
    {
      label: t('Find more companies…'),
      kind: 'companySearch',
      detail: t('{0} to {1}', requests, companies.connection),
      documentation: t(
        'The service has no search. This requests its bullish and bearish stocks, up to {0} of each ({1}), and completion then offers the companies in the answers.',
        companiesPerList,
        requests,
      ),
      insert: '',
      // Replaces nothing, so that it is always offered, below the matching items.
      span: { from: cursor.offset, to: cursor.offset },
      then: 'findCompanies',
    },
  ];
}

/** Whether the letters of `wanted` are in `text` in this order, as editors compare. */
function holds(text: string, wanted: string): boolean {
  let at = 0;
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) {
      return false;
    }
  }
  return true;
}

const entityLabels: readonly (readonly [keyof EntityFact, () => string])[] = [
  ['ticker', () => t('Ticker')],
  ['isin', () => 'ISIN'],
  ['country', () => t('Country')],
  ['industry', () => t('Industry')],
  ['exchange_code', () => t('Exchange')],
  ['currency', () => t('Currency')],
];

/** @returns The hover of the entity. @param origin The origin, as a sentence in Markdown. */
export function entityMarkdown(fact: EntityFact, origin: string): string {
  const lines = entityLabels.flatMap(([field, label]) => {
    const value = fact[field];
    return value === null ? [] : [`- ${label()}: ${escaped(value)}`];
  });
  const title = fact.name === null ? escaped(fact.entity) : escaped(fact.name);
  const heading = `**${title}** ${escaped(fact.entity)}`;
  return [heading, lines.join('\n'), origin].filter(part => part !== '').join('\n\n');
}

/** @returns The portfolios that the notebook knows, each as a call. */
export function portfolioCalls({ cursor, facts }: Place): Offer[] {
  if (cursor.quote !== null) {
    return [];
  }
  return (facts.notebook.portfolios ?? []).map(name => ({
    label: `portfolio('${name}')`,
    kind: 'portfolio' as const,
    detail: t('the entities of the portfolio'),
    insert: `portfolio(${textLiteral(name)})`,
  }));
}

const daysBack = [7, 30, 90, 365];

interface UsefulDate {
  readonly sql: string;
  readonly day: PlainDate;
  readonly what: string;
}

/** @returns Useful days: as SQL, or between quotes as dates. */
export function dateOffers(place: Place, argument: string): Offer[] {
  const { cursor, facts } = place;
  const { today } = facts;
  const useful: UsefulDate[] = [
    { sql: 'current_date', day: today, what: t('today') },
    ...daysBack.map(days => ({
      sql: `current_date - ${days}`,
      day: addDays(today, -days),
      what: t('{0} days ago', days),
    })),
    ...(['month', 'year'] as const).map(unit => ({
      sql: `date_trunc('${unit}', current_date)::DATE`,
      day: `${today.slice(0, unit === 'year' ? 4 : 7)}${unit === 'year' ? '-01' : ''}-01` as PlainDate,
      what: unit === 'month' ? t('start of this month') : t('start of this year'),
    })),
  ];
  const isEnd = argument === 'date_to';
  if (cursor.quote !== null) {
    return useful.map(({ day, what }) => ({
      label: day,
      kind: 'date' as const,
      detail: what,
      insert: literalAt(cursor, day),
      filter: `${day} ${what}`,
    }));
  }
  return [
    ...useful.map(({ sql, day, what }) => ({
      label: sql,
      kind: 'date' as const,
      detail: isEnd ? t('{0}, {1}, excluded', what, day) : `${what}, ${day}`,
    })),
    {
      label: `DATE '${today}'`,
      kind: 'date',
      detail: t('a day'),
      insert: `DATE '\${1:${today}}'`,
      isSnippet: true,
    },
    ...variableValues(place, { kind: 'date', repeatable: false, default: null }, false),
  ];
}

function defaultOffer({ cursor }: Place, standard: string): Offer {
  const isNumber = /^[\d.]+$/.test(standard);
  const isLiteral = isNumber || /^'.*'$|^(true|false|null)$/i.test(standard);
  const insert = isLiteral ? standard : `'${standard}'`;
  const content = insert.replace(/^'|'$/g, '');
  return {
    label: cursor.quote === null ? insert : content,
    kind: 'value',
    detail: 'default',
    insert: cursor.quote === null ? insert : literalAt(cursor, content),
  };
}

/** Finding a company among those that are known of a connection, and what can be done with it. */

import { t } from '../base/translations';
import { betweenQuotes, textLiteral } from '../base/quoted';
import { beginsWord, searchable, type KnownCompanies } from '../language/companies';
import type { EntityFact } from '../service/entityFact';

/** The most companies that are shown at once; typing narrows them. */
const mostShown = 200;

/**
 * @returns The companies that have all words of the text in their name, ticker, ISIN or key: first the one whose ticker,
 *   ISIN or key it is, then those whose name begins with it, then those of which a word does; each in the order of names.
 */
export function foundCompanies(
  companies: readonly EntityFact[],
  text: string,
): readonly EntityFact[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const groups: [EntityFact[], EntityFact[], EntityFact[], EntityFact[]] = [[], [], [], []];
  for (const { fact, lower } of searchable(companies)) {
    if (words.every(word => lower.includes(word))) {
      const ids = [fact.ticker, fact.isin, fact.entity].map(id => id?.toLowerCase());
      const group = ids.includes(wanted)
        ? 0
        : lower.startsWith(wanted)
          ? 1
          : beginsWord(lower, wanted)
            ? 2
            : 3;
      groups[group].push(fact);
    }
  }
  return groups.flat().slice(0, mostShown);
}

/** Where fewer are found, a search for more is offered. */
const fewFound = 5;

/** @returns Whether a search for more companies is offered: not on the sandbox, which lists all of its own. */
export function offersLearning(
  { synthetic }: Pick<KnownCompanies, 'synthetic'>,
  foundCount: number,
): boolean {
  return !synthetic && foundCount < fewFound;
}

/** @returns That no company has the words, and what to do. */
export function nothingFound(
  {
    connection,
    entities,
    synthetic,
  }: Pick<KnownCompanies, 'connection' | 'entities' | 'synthetic'>,
  text: string,
): { readonly label: string; readonly detail: string } {
  const words = text.trim();
  return {
    label:
      words === ''
        ? t('No company of {0} is known yet', connection)
        : t('No known company has “{0}”', words),
    // Below it on a live connection, learning is offered.
    detail: synthetic
      ? t('Clear the text: all {0} companies of the sandbox are known', entities.length)
      : t('The service has no search: ranked lists name further companies'),
  };
}

/** How a company is shown in a list: its name, and what it is known by. */
export function companyTexts({ entity, name, ticker, isin, country, industry }: EntityFact): {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
} {
  const parts = (texts: readonly (string | null)[]): string => texts.filter(Boolean).join(' · ');
  return {
    label: name ?? entity,
    description: parts([ticker, isin]),
    detail: parts([entity, country, industry?.replace(/^industry\./, '') ?? null]),
  };
}

/** A company by its key, and what it is known by. */
export type NamedStock = Pick<EntityFact, 'entity' | 'name' | 'ticker' | 'isin'>;

export type CompanyAction =
  | 'scoreHistory'
  | 'eventsAround'
  | 'addToPortfolio'
  | 'insertKey'
  | 'copyEntity'
  | 'copyTicker'
  | 'copyIsin';

/** Of an action: its label and what it writes or copies. */
export interface ActionTexts {
  readonly action: CompanyAction;
  readonly label: string;
  readonly description: string;
}

/**
 * @param hasEditor Whether there is an editor in which a key can be inserted.
 * @returns What can be done with the company; a ticker or ISIN that is not known cannot be copied.
 */
export function companyActions(
  { entity, ticker, isin }: NamedStock,
  hasEditor: boolean,
): readonly ActionTexts[] {
  const copies = [
    ['copyEntity', t('Copy Entity'), entity],
    ['copyTicker', t('Copy Ticker'), ticker],
    ['copyIsin', t('Copy ISIN'), isin],
  ] as const;
  return [
    { action: 'scoreHistory', label: t('Score History'), description: t('a chart of 90 days') },
    { action: 'eventsAround', label: t('Events Around a Day…'), description: t('a table') },
    {
      action: 'addToPortfolio',
      label: t('Add to Portfolio…'),
      description: t('a file or the settings'),
    },
    ...(hasEditor
      ? [
          {
            action: 'insertKey',
            label: t('Insert Key at the Cursor'),
            description: entity,
          } as const,
        ]
      : []),
    ...copies.flatMap(([action, label, value]) =>
      value === null ? [] : [{ action, label, description: value }],
    ),
  ];
}

/** @returns The key as SQL after this text of its line: between quotes that are open there, or with its own. */
export function keyAfter(entity: string, before: string): string {
  const isOpen = before.split("'").length % 2 === 0;
  return isOpen ? betweenQuotes(entity, "'") : textLiteral(entity);
}

/** The companies that completion offers: those of the notebook's session, and others known of its connection. */

import { t } from '../base/translations';
import { mergedFact, type EntityFact } from '../service/entityFact';
import type { AssistFacts } from './assist';
import { escaped } from './markdown';

/** The known companies of a connection, whether or not this notebook requested them. */
export interface KnownCompanies {
  /** The connection's name. */
  readonly connection: string;
  /** Whether these are all the companies of the sandbox; otherwise they are those named in answers. */
  readonly synthetic: boolean;
  /** A search for more companies succeeded: searching again would find the same. */
  readonly isSearched: boolean;
  readonly entities: readonly EntityFact[];
}

type Sources = Pick<AssistFacts, 'session' | 'companies'>;

/** @returns The companies that the notebook's connection is known to have, those of the session first. */
export function companyFacts(facts: Sources): readonly EntityFact[] {
  const own = ownEntities(facts);
  const others = facts.companies?.entities ?? none;
  if (own.length === 0 || others.length === 0) {
    return own.length === 0 ? others : own;
  }
  const known = merged.get(own)?.get(others) ?? mergedFacts(own, others);
  merged.set(own, new WeakMap([[others, known]]));
  return known;
}

/** @returns The origin of the company, in a few words. */
export function companySource({ companies }: Sources): string {
  return companies
    ? companies.synthetic
      ? 'sandbox'
      : t('seen at {0}', companies.connection)
    : '';
}

/** @returns The origin of the company, as a sentence in Markdown. */
export function companyOrigin(facts: Sources, { entity }: EntityFact): string {
  const { companies } = facts;
  if (!companies || ownEntities(facts).some(own => own.entity === entity)) {
    return t('As last seen in an answer of this session.');
  }
  return companies.synthetic
    ? t('A made-up company of the sandbox.')
    : t('As last seen in an answer of {0}.', escaped(companies.connection));
}

const none: readonly EntityFact[] = [];

/** Companies seen at another connection are not known at this one. */
function ownEntities({ session, companies }: Sources): readonly EntityFact[] {
  return companies && companies.connection !== session.connection ? none : session.entities;
}

type Merged = WeakMap<readonly EntityFact[], readonly EntityFact[]>;

/** Both lists stay the same while the user types, and can have thousands of companies. */
const merged = new WeakMap<readonly EntityFact[], Merged>();

function mergedFacts(
  own: readonly EntityFact[],
  others: readonly EntityFact[],
): readonly EntityFact[] {
  const older = new Map(others.map(fact => [fact.entity, fact]));
  const first = own.map(fact => mergedFact(fact, older.get(fact.entity)));
  own.forEach(({ entity }) => older.delete(entity));
  return [...first, ...older.values()];
}

/** A company with the text by which it is found. */
export interface Searchable {
  readonly fact: EntityFact;
  /** The searchable text, as it is and in lower case. */
  readonly known: string;
  readonly lower: string;
}

const searched = new WeakMap<readonly EntityFact[], readonly Searchable[]>();

/** @returns The companies in the order of their names. The same list is prepared once: it can have thousands. */
export function searchable(entities: readonly EntityFact[]): readonly Searchable[] {
  const found =
    searched.get(entities) ??
    entities
      .map(fact => {
        const known = [fact.name, fact.ticker, fact.isin, fact.entity].filter(Boolean).join(' ');
        return { fact, known, lower: known.toLowerCase() };
      })
      .sort(byName);
  searched.set(entities, found);
  return found;
}

const names = new Intl.Collator('en');

/** Companies without a name come last; equal names keep their order. */
function byName({ fact: one }: Searchable, { fact: other }: Searchable): number {
  const isLast = Number(one.name === null) - Number(other.name === null);
  return isLast || names.compare(one.name ?? one.entity, other.name ?? other.entity);
}

/** @returns Whether a word of `text` begins so; the parts of a key are words. */
export function beginsWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (at === 0 || ' :'.includes(text.charAt(at - 1))) {
      return true;
    }
  }
  return false;
}

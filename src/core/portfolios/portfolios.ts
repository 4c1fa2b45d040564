/** The user's portfolios: names of companies with optional weights, from a notebook, a file or the settings. */

import { t } from '../base/translations';
import { canonicalKeyOf } from '../service/entityKey';

/** A company of a portfolio. */
export interface Holding {
  /** Canonical key. */
  readonly entity: string;
  /** As written: nothing is normalised. Null: none is given. */
  readonly weight: number | null;
  readonly name: string | null;
}

/** What a portfolio lists: a holding, or a name whose company has not been found, without a key. */
export interface Member extends Omit<Holding, 'entity'> {
  readonly entity: string | null;
}

/** What a cell can name: name to holdings. */
export type Portfolios = Readonly<Record<string, readonly Holding[]>>;

/** The sources, the one that takes precedence first. */
export type PortfolioSource = 'notebook' | 'file' | 'setting';

/** Where a file is, and how a reader knows it. */
export interface PortfolioFile {
  readonly address: string;
  readonly path: string;
}

export interface Portfolio {
  readonly name: string;
  readonly source: PortfolioSource;
  /** Null for other sources. */
  readonly file: PortfolioFile | null;
  /** Each company once. */
  readonly members: readonly Member[];
  /** Why nothing of it can be read, in a few words: it has no members, and cannot be changed. Absent: it is read. */
  readonly unreadable?: string;
  /** A sentence for each entry or line that is not usable, or only in part. */
  readonly problems: readonly string[];
  /** Where else there is a portfolio of that name, which is not used. */
  readonly hides: readonly string[];
}

/** A portfolio as its source has it. */
export type ReadPortfolio = Omit<Portfolio, 'hides'>;

/** The functions of SQL whose first argument is the name of a portfolio. */
export const portfolioFunctions: readonly string[] = ['portfolio', 'portfolio_weights'];

/** The table of a session that holds all of them. */
export const portfoliosTable = {
  name: 'portfolios',
  doc: 'The portfolios of the setting `signals.portfolios`, of the files `*.portfolio.csv` and of the notebook. `portfolio_weights` reads one as rows.',
  columns: [
    { name: 'name', type: 'VARCHAR', doc: "The name, as in `portfolio('name')`." },
    { name: 'entities', type: 'VARCHAR[]', doc: 'Its entities, each `<type>:<id>`.' },
    { name: 'weights', type: 'DOUBLE[]', doc: 'The weight of each, NULL where none is given.' },
    { name: 'names', type: 'VARCHAR[]', doc: 'The name of each, NULL where none is given.' },
  ],
} as const;

const precedence: readonly PortfolioSource[] = ['notebook', 'file', 'setting'];

/**
 * A notebook's portfolio comes before a file's, and that before one of the settings, so that a notebook means the same for
 * every reader.
 *
 * @param all Of two files of the same name, the first one is used.
 * @returns One of each name, in the order of `all`.
 */
export function portfoliosInForce(all: readonly ReadPortfolio[]): readonly Portfolio[] {
  const byName = new Map<string, ReadPortfolio[]>();
  for (const portfolio of all) {
    byName.set(portfolio.name, [...(byName.get(portfolio.name) ?? []), portfolio]);
  }
  return [...byName.values()].flatMap(same => {
    const [used, ...hidden] = same.toSorted(
      (a, b) => precedence.indexOf(a.source) - precedence.indexOf(b.source),
    );
    return used ? [{ ...used, hides: hidden.map(sourceText) }] : [];
  });
}

/** @returns The portfolios for `portfolio('name')`: without the names whose company is not known. */
export function holdingsByName(
  portfolios: readonly Pick<Portfolio, 'name' | 'members'>[],
): Portfolios {
  return Object.fromEntries(portfolios.map(each => [each.name, holdingsOf(each)]));
}

export function holdingsOf({ members }: Pick<Portfolio, 'members'>): readonly Holding[] {
  return members.flatMap(({ entity, ...rest }) => (entity === null ? [] : [{ entity, ...rest }]));
}

/** The numbers of a portfolio's companies and of its names without one, the same wherever they are shown. */
export function countsOf({ members }: Pick<Portfolio, 'members'>): {
  readonly companies: number;
  readonly unknown: number;
} {
  const companies = members.filter(({ entity }) => entity !== null).length;
  return { companies, unknown: members.length - companies };
}

/**
 * Weights of one kind add up to about 1 or about 100, or are all on one side of 1.
 *
 * @returns Whether some weights seem to be fractions and others percent, such as 0.01 beside 3.
 */
export function hasMixedWeights({ members }: Pick<Portfolio, 'members'>): boolean {
  const weights = members.flatMap(({ weight }) => weight ?? []);
  const sizes = weights.map(Math.abs).filter(size => size > 0);
  // Short positions count against the others, or as sizes.
  const isWhole = [weights, sizes].some(all => {
    const sum = all.reduce((total, weight) => total + weight, 0);
    return [1, 100].some(whole => Math.abs(sum - whole) <= whole / 50);
  });
  return !isWhole && sizes.some(size => size < 1) && sizes.some(size => size > 1);
}

/** @returns Whether companies can be added: not in the front matter of a notebook, nor where nothing can be read. */
export function isChangeable({ source, unreadable }: Portfolio): boolean {
  return source !== 'notebook' && unreadable === undefined;
}

/** @returns `the file lists/core.portfolio.csv`: where a portfolio is. */
export function sourceText({ source, file }: Pick<Portfolio, 'source' | 'file'>): string {
  switch (source) {
    case 'notebook':
      return t('the notebook');
    case 'file':
      return t('the file {0}', file?.path ?? '');
    case 'setting':
      return t('the settings');
  }
}

/** @returns What tells a member from the others of its portfolio. */
export function memberKey({ entity, name }: Pick<Member, 'entity' | 'name'>): string {
  return entity ?? `?${name ?? ''}`;
}

/** @returns The entities of a list as members. */
export function membersOf(entities: readonly string[]): readonly Member[] {
  return entities.map(entity => ({ entity: canonicalKeyOf(entity), weight: null, name: null }));
}

/** @returns The portfolios of a notebook's front matter. */
export function notebookPortfolios(
  own: Readonly<Record<string, readonly string[]>>,
): readonly ReadPortfolio[] {
  return Object.entries(own).map(([name, entities]) => {
    const listed = membersOf(entities).map((member, at) => ({
      member,
      place: t('Entry {0}', at + 1),
    }));
    return { name, source: 'notebook', file: null, ...eachOnce(listed) };
  });
}

/**
 * @param listed Members with the place that a problem names, such as `Line 4`.
 * @returns The members without those that are there before, which are reported.
 */
export function eachOnce(
  listed: readonly { readonly member: Member; readonly place: string }[],
): Pick<Portfolio, 'members' | 'problems'> {
  const members = new Map<string, Member>();
  const problems: string[] = [];
  for (const { member, place } of listed) {
    const key = memberKey(member);
    if (members.has(key)) {
      problems.push(t('{0} repeats {1}: it counts once.', place, member.entity ?? member.name));
    } else {
      members.set(key, member);
    }
  }
  return { members: [...members.values()], problems };
}

const maxNameLength = 60;
const forbiddenCharacters = '/ \\ : * ? " < > |';

/** @returns A sentence that explains why a portfolio cannot have the name; undefined if it can. */
export function portfolioNameProblem(name: string, others: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') {
    return t('The name is empty.');
  }
  if (trimmed.length > maxNameLength) {
    return t(
      'The name has {0} characters; it can have at most {1}.',
      trimmed.length,
      maxNameLength,
    );
  }
  if (trimmed.startsWith('.')) {
    return t('The name cannot begin with a dot.');
  }
  const [forbidden] = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/u.exec(trimmed) ?? [];
  if (forbidden !== undefined) {
    const found = forbiddenCharacters.includes(forbidden) ? forbidden : t('an invisible character');
    return t(
      'The name cannot contain {0} since it may name a file. Letters, digits, spaces and all other signs but {1} are allowed.',
      found,
      forbiddenCharacters,
    );
  }
  return others.some(other => other.toLowerCase() === trimmed.toLowerCase())
    ? t('There is already a portfolio named {0}.', trimmed)
    : undefined;
}

/** @returns The portfolios in the user's order of names; those that it does not have come last. */
export function inOrder(
  portfolios: readonly Portfolio[],
  names: readonly string[],
): readonly Portfolio[] {
  const place = ({ name }: Portfolio): number =>
    names.includes(name) ? names.indexOf(name) : names.length;
  return portfolios.toSorted((a, b) => place(a) - place(b));
}

/** Completions of keywords, and contexts without them. */

import type { Token } from '../../sql/tokens';
import { openBrackets } from '../callAt';
import type { Offer, Place } from './item';

/** The likeliest words at the beginning of a query and within it, in order; other words follow in their order. */
const first = rankedWords('select from with values create set pivot describe insert drop');
const later = rankedWords(
  'from where join left group order limit visualise select and or by as on using asc desc union having qualify in not between is null like case when then else end distinct',
);
/** Words that are never used alone, with those that follow them. */
const pairs: Readonly<Record<string, string>> = {
  group: 'GROUP BY',
  order: 'ORDER BY',
  partition: 'PARTITION BY',
};

/**
 * A placeholder word: if the grammar accepts it, it accepts any name, and the list of its words is cut off before those
 * that matter.
 */
const ANY_NAME = 'absolute';

/** @returns Keywords: those that DuckDB's grammar accepts next, or all possible ones; the likeliest first. */
export function wordOffers(place: Place): Offer[] {
  const { before, clause } = place.cursor;
  const grammar = grammarWords(place);
  if (!grammar && before.length > 0 && wantsOperand(before)) {
    return operandWords(before).map(word => wordOffer(word, undefined));
  }
  const words = grammar ?? reservedWords(place);
  const takesClause = grammar ? endsQuery(before, grammar) : before.length > 0;
  const own = takesClause && clause === null ? ['visualise'] : [];
  const ranks = beginsQuery(before) ? first : later;
  const rank = (word: string): number => ranks.get(word) ?? ranks.size;
  const isWindow = before.at(-1)?.text === 'within';
  return [...new Set([...words, ...own])]
    .sort((one, other) => rank(one) - rank(other))
    .map(word => wordOffer(word, isWindow ? undefined : pairs[word]));
}

/** @returns Keywords where a relation is named. */
export function relationWords(place: Place): Offer[] {
  return (grammarWords(place) ?? ['lateral']).map(word => wordOffer(word, undefined));
}

/** @returns The types that DuckDB knows, the likeliest first. */
export function typeOffers({ facts }: Place): Offer[] {
  const rank = (type: string): number => likelyTypes.get(type) ?? likelyTypes.size;
  return [...facts.vocabulary.types]
    .sort((one, other) => rank(one) - rank(other))
    .map(type => ({ ...wordOffer(type, undefined), detail: 'type' }));
}

const likelyTypes = rankedWords('varchar date double integer bigint boolean timestamp decimal');

/** @returns The words with which a query in brackets begins. */
export function queryWords(): Offer[] {
  return queryStarts.map(word => wordOffer(word, undefined));
}

/** Null if the grammar was not queried, or if any name is possible. */
function grammarWords({ nextWords }: Place): readonly string[] | null {
  return nextWords?.includes(ANY_NAME) === true ? null : nextWords;
}

function reservedWords({ facts }: Place): readonly string[] {
  return facts.vocabulary.keywords.filter(({ isReserved }) => isReserved).map(({ name }) => name);
}

const operands = 'case cast not exists null true false interval coalesce extract try_cast'.split(
  ' ',
);
const queryStarts = ['select', 'from', 'with', 'values'];
/** The likeliest words after some words, besides those that begin an operand. */
const operandsBehind: Readonly<Record<string, string>> = {
  select: 'distinct',
  distinct: 'on',
  case: 'when',
  by: 'all',
};

/** The words that can begin an expression, or a query in its place. */
function operandWords(before: readonly Token[]): readonly string[] {
  const last = before.at(-1)?.text ?? '';
  if (last !== '(') {
    return [...(operandsBehind[last] ?? '').split(' ').filter(Boolean), ...operands];
  }
  const name = before.at(-2);
  if (name?.text === 'filter') {
    return ['where', ...operands];
  }
  return opensQuery(before) ? [...queryStarts, ...operands] : ['distinct', ...operands];
}

/** @returns Whether the tokens end with a bracket that may contain a query: not the bracket of a call. */
export function opensQuery(before: readonly Token[]): boolean {
  const name = before.at(-2);
  const isName = name?.kind === 'quoted' || (name?.kind === 'word' && !queryTakers.has(name.text));
  return before.at(-1)?.text === '(' && !isName;
}

function wordOffer(word: string, pair: string | undefined): Offer {
  return pair === undefined
    ? { label: word.toUpperCase(), kind: 'keyword', filter: word }
    : { label: pair, kind: 'keyword', filter: word, insert: `${pair} `, then: 'suggest' };
}

function rankedWords(words: string): ReadonlyMap<string, number> {
  return new Map(words.split(' ').map((word, rank) => [word, rank]));
}

function beginsQuery(before: readonly Token[]): boolean {
  const last = before.at(-1)?.text;
  return last === undefined || ['(', 'as', 'union', 'all', 'except', 'intersect'].includes(last);
}

/** Whether the query may end here and a clause follow: DuckDB accepts LIMIT, and no bracket is open. */
function endsQuery(before: readonly Token[], nextWords: readonly string[]): boolean {
  const isEnd = ['limit', 'offset', 'union'].some(word => nextWords.includes(word));
  return isEnd && openBrackets(before).length === 0;
}

/** @returns Whether an operand comes next: otherwise a keyword is likelier, as after a table's name. */
export function wantsOperand(before: readonly Token[]): boolean {
  const last = before.at(-1);
  const isEnd = ['close', 'quoted', 'number', 'string'].includes(last?.kind ?? '');
  return !isEnd && (last?.kind !== 'word' || operandOpeners.has(last.text));
}

const operandOpeners = new Set(
  'select where and or not by on having when then else case in between qualify distinct set like ilike using limit offset returning from join filter'.split(
    ' ',
  ),
);

const queryTakers = new Set([
  ...operandOpeners,
  ...'from as exists any some all array lateral materialized union except intersect'.split(' '),
]);

/**
 * @returns Whether a new name is typed, which cannot be completed: after AS, after CREATE TABLE, and the first letter
 * after a relation, which is more often its alias than a keyword.
 */
export function isNewName({ cursor: { before, written } }: Place): boolean {
  const last = before.at(-1);
  if (last?.kind !== 'word') {
    return last?.kind === 'close' && written.length === 1 && endsRelation(before);
  }
  const isCreating = before[0]?.text === 'create' && createdKinds.has(last.text);
  const isAlias = last.text === 'as' && !takesType(before) && before[0]?.text !== 'create';
  return isCreating || isAlias || (written.length === 1 && endsRelation(before));
}

const createdKinds = new Set(['table', 'view', 'macro', 'function', 'schema', 'sequence', 'type']);

/** @returns Whether a type comes next: after `::`, and after the AS of `CAST(… AS type)`. */
export function takesType(before: readonly Token[]): boolean {
  const last = before.at(-1)?.text;
  if (last !== 'as') {
    return last === '::';
  }
  const open = openBrackets(before).at(-1) ?? 0;
  return /^(try_)?cast$/.test(before[open - 1]?.text ?? '');
}

/** Whether the tokens end with the name, the call or the subquery after FROM or JOIN. */
function endsRelation(before: readonly Token[]): boolean {
  let at = before.length - 1;
  if (before[at]?.kind === 'close') {
    const { depth } = before[at] ?? { depth: 0 };
    at = before.findLastIndex(({ kind, depth: own }) => kind === 'open' && own === depth);
    at -= before[at - 1]?.kind === 'word' && !isOpener(before[at - 1]) ? 1 : 0;
  }
  while (before[at - 1]?.text === '.') {
    at -= 2;
  }
  return isOpener(before[at - 1]) && !isOpener(before[at]);
}

function isOpener(token: Token | undefined): boolean {
  return token?.text === 'from' || token?.text === 'join';
}

/** Offers of keywords, and where none of them helps. */

import type { Token } from '../../sql/tokens';
import { openBrackets } from '../callAt';
import type { Offer, Place } from './item';

/** Words in the order in which they are likeliest, where a query begins and where it goes on; others as they come. */
const first = rankedWords('select from with create set pivot describe insert drop');
const later = rankedWords(
  'from where join left group order limit visualise select and or by as on using asc desc union having qualify in not between is null like case when then else end distinct',
);
/** Words that never stand alone, with those that follow them. */
const pairs: Readonly<Record<string, string>> = {
  group: 'GROUP BY',
  order: 'ORDER BY',
  partition: 'PARTITION BY',
};

/** @returns Keywords: those that DuckDB's grammar takes next, or all that are reserved; the likeliest first. */
export function wordOffers(place: Place): Offer[] {
  const { nextWords, facts, cursor } = place;
  const words =
    nextWords ??
    facts.vocabulary.keywords.filter(({ isReserved }) => isReserved).map(({ name }) => name);
  const takesClause =
    nextWords === null ? cursor.before.length > 0 : endsQuery(cursor.before, nextWords);
  const clause = takesClause ? ['visualise'] : [];
  const ranks = beginsQuery(cursor.before) ? first : later;
  const rank = (word: string): number => ranks.get(word) ?? ranks.size;
  const isWindow = cursor.before.at(-1)?.text === 'within';
  return [...new Set([...words, ...clause])]
    .sort((one, other) => rank(one) - rank(other))
    .map(word => wordOffer(word, isWindow ? undefined : pairs[word]));
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

/** Whether the query may end here, and a clause follow: DuckDB would take LIMIT, and no bracket is open. */
function endsQuery(before: readonly Token[], nextWords: readonly string[]): boolean {
  const isEnd = ['limit', 'offset', 'union'].some(word => nextWords.includes(word));
  return isEnd && openBrackets(before).length === 0;
}

/** @returns Whether an operand comes next: otherwise a keyword is likelier, as behind a table's name. */
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

/**
 * @returns Whether a new name is typed, which no list can know: behind AS, behind CREATE TABLE, and the first letter
 * behind a relation, which more often is its alias than a keyword.
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

/** Whether the AS is that of `CAST(… AS type)`. */
function takesType(before: readonly Token[]): boolean {
  const open = openBrackets(before).at(-1) ?? 0;
  return /^(try_)?cast$/.test(before[open - 1]?.text ?? '');
}

/** Whether the tokens end with the name, the call or the subquery behind FROM or JOIN. */
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

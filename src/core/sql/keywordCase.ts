/**
 * Which words of a query may be written in upper case without changing what it means.
 *
 * A word that DuckDB reserves cannot be the name of a column, so its case has no meaning. Any other word may name a
 * column of the result, and keeps its case unless the words beside it make it a keyword.
 */

import type { Token } from './tokens';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** DuckDB's reserved words; a test compares them with the engine. */
export const reservedWords = words(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default
  deferrable desc describe distinct do else end except false fetch for foreign from group having in initially
  intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider
  placing primary qualify references returning select show some summarize symmetric table then to trailing true
  union unique unpivot using variadic when where window with`,
);

/** Words that name a function or type where a bracket follows, and are keywords elsewhere. */
export const operatorWords = words(
  `anti asof by cross full ilike inner is isnull join left like natural notnull outer positional right semi similar
  tablesample`,
);

/** A context in which a word that DuckDB does not reserve is always a keyword: all given conditions have to hold. */
interface Place {
  /** Words before it, which are keywords themselves. */
  readonly after?: ReadonlySet<string>;
  /** After a value, where no name is possible. */
  readonly afterValue?: true;
  readonly ahead?: ReadonlySet<string>;
}

const created: Place = {
  after: words('create replace temp temporary drop alter unique persistent'),
};
const lasting: Place = { after: words('create replace') };
const column: Place = { ahead: words('column') };

const places = new Map<string, readonly Place[]>(
  Object.entries({
    ...{ view: [created], macro: [created], function: [created], schema: [created] },
    ...{ sequence: [created], type: [created], index: [created] },
    ...{ temp: [lasting], temporary: [lasting] },
    ...{ add: [column], drop: [column], alter: [column], rename: [{ ahead: words('column to') }] },
    replace: [{ after: words('or') }],
    recursive: [{ after: words('with') }],
    variable: [{ after: words('set reset') }],
    if: [
      {
        after: words('table view macro function schema sequence type index column'),
        ahead: words('exists not'),
      },
    ],
    exists: [{ after: words('if') }, { ahead: words('(') }, { after: words('not') }],
    key: [{ after: words('primary foreign') }],
    values: [{ ahead: words('(') }],
    conflict: [{ after: words('on'), ahead: words('do (') }],
    ...{ nothing: [{ after: words('do') }], update: [{ after: words('do') }] },
    transaction: [{ after: words('begin') }],
    partition: [{ ahead: words('by') }],
    nulls: [{ afterValue: true, ahead: words('first last') }],
    ...{ first: [{ after: words('nulls') }], last: [{ after: words('nulls') }] },
    ...{ between: [{ afterValue: true }], over: [{ afterValue: true }] },
    within: [{ afterValue: true, ahead: words('group') }],
    at: [{ afterValue: true, ahead: words('time') }],
    time: [{ after: words('at with'), ahead: words('zone') }],
    zone: [{ after: words('time') }],
    ...{ grouping: [{ ahead: words('sets') }], sets: [{ after: words('grouping') }] },
  }),
);

/** Keywords as the first word of a statement only. */
const leading = words(
  `set reset drop insert update delete explain values call use alter attach detach copy pragma begin commit rollback
  checkpoint export import install load truncate comment merge prepare execute deallocate vacuum`,
);

/** @returns Whether the word at `index` of a statement's tokens can be nothing but a keyword. */
export function isKeyword(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== 'word' || isName(tokens, index)) {
    return false;
  }
  const next = tokens[index + 1];
  const opensBracket = next?.kind === 'open' && next.text === '(';
  return (
    reservedWords.has(token.text) ||
    (operatorWords.has(token.text) && (!opensBracket || isJoining(token.text))) ||
    (places.get(token.text) ?? []).some(place => matches(tokens, index, place)) ||
    (index === 0 && leading.has(token.text)) ||
    isOfItsStatement(tokens, index)
  );
}

function matches(tokens: readonly Token[], index: number, place: Place): boolean {
  const { after, afterValue, ahead } = place;
  const [previous, next] = [tokens[index - 1], tokens[index + 1]];
  return (
    (after === undefined || (after.has(previous?.text ?? '') && isKeyword(tokens, index - 1))) &&
    (afterValue === undefined || endsValue(previous) || isDirection(previous)) &&
    (ahead === undefined || ahead.has(next?.text ?? ''))
  );
}

/** `ORDER BY a DESC`. */
function isDirection(token: Token | undefined): boolean {
  return token?.kind === 'word' && (token.text === 'asc' || token.text === 'desc');
}

/** Contexts that need more than the words beside it. */
function isOfItsStatement(tokens: readonly Token[], index: number): boolean {
  const { text = '' } = tokens[index] ?? {};
  switch (text) {
    case 'set':
      return tokens[0]?.text === 'update' ? isFirst(tokens, index) : isUpsert(tokens, index);
    case 'filter':
      return tokens[index + 1]?.text === '(' && tokens[index + 2]?.text === 'where';
    case 'name':
      return /^by (union|all)$/.test(`${tokens[index - 1]?.text} ${tokens[index - 2]?.text}`);
    case 'interval':
      return ['number', 'string'].includes(tokens[index + 1]?.kind ?? '');
    case 'exclude':
    case 'replace':
    case 'rename':
      return isBehindStar(tokens, index) || isInFrame(tokens, index);
    case 'rows':
    case 'range':
    case 'groups':
      return beginsFrame(tokens, index);
    default:
      return (
        (units.has(text) && isUnit(tokens, index)) ||
        (frameWords.has(text) && tokens[index + 1]?.text !== '(' && isInFrame(tokens, index))
      );
  }
}

/** The SET of `UPDATE t SET`, which is in no bracket. */
function isFirst(tokens: readonly Token[], index: number): boolean {
  const set = ({ text, depth }: Token): boolean => text === 'set' && depth === 0;
  return index === tokens.findIndex((token, at) => at > 1 && set(token));
}

/** `ON CONFLICT DO UPDATE SET`. */
function isUpsert(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.text === 'update' && tokens[index - 2]?.text === 'do';
}

const starWords = words('exclude replace rename');

/** After the star of all columns, which is no multiplication, or after the brackets of another such word there. */
function isBehindStar(tokens: readonly Token[], index: number): boolean {
  const previous = tokens[index - 1];
  if (previous?.kind !== 'close') {
    return previous?.text === '*' && !endsValue(tokens[index - 2]);
  }
  const open = tokens.findLastIndex(
    ({ kind, depth }, at) => at < index && kind === 'open' && depth === previous.depth,
  );
  return starWords.has(tokens[open - 1]?.text ?? '') && isBehindStar(tokens, open - 1);
}

const units = words(
  `microsecond microseconds millisecond milliseconds second seconds minute minutes hour hours day days week weeks
  month months quarter quarters year years decade decades century centuries millennium millennia`,
);

/** `INTERVAL 3 DAY`. */
function isUnit(tokens: readonly Token[], index: number): boolean {
  const isCount = ['number', 'string'].includes(tokens[index - 1]?.kind ?? '');
  return isCount && tokens[index - 2]?.text === 'interval';
}

const frameWords = words('unbounded preceding following current row exclude ties others no');

/** Whether the frame of a window begins: `ROWS BETWEEN …`, `RANGE UNBOUNDED PRECEDING`, `ROWS 3 PRECEDING`. */
function beginsFrame(tokens: readonly Token[], index: number): boolean {
  const [opener, previous, next] = [tokens[index - 2], tokens[index - 1], tokens[index + 1]];
  const isOpen = previous?.text === '(' && (opener?.text === 'over' || opener?.text === 'as');
  return (
    (isOpen || endsValue(previous) || isDirection(previous)) &&
    (next?.kind === 'number' || /^(between|unbounded|current|interval)$/.test(next?.text ?? ''))
  );
}

/** Whether a frame begins before the word, in the same brackets. */
function isInFrame(tokens: readonly Token[], index: number): boolean {
  const depth = tokens[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at--) {
    const token = tokens[at];
    if (!token || token.depth < depth) {
      return false;
    }
    const isFrame = token.depth === depth && /^(rows|range|groups)$/.test(token.text);
    if (isFrame && beginsFrame(tokens, at)) {
      return true;
    }
  }
  return false;
}

/** A word after a dot or `AS`, and the key of an argument or a struct, is a name even if DuckDB reserves it. */
function isName(tokens: readonly Token[], index: number): boolean {
  const previous = tokens[index - 1];
  const next = tokens[index + 1];
  const isKey = next?.kind === 'operator' && [':=', '=>', ':'].includes(next.text);
  const behindDot = previous?.kind === 'operator' && previous.text === '.';
  const behindAs = previous?.kind === 'word' && previous.text === 'as';
  return isKey || behindDot || (behindAs && !beginsDefinition(tokens, index));
}

/** The first `AS` of a `CREATE` is followed by what is created. */
function beginsDefinition(tokens: readonly Token[], index: number): boolean {
  const first = tokens.findIndex(({ text, depth }) => depth === 0 && text === 'as');
  return tokens[0]?.text === 'create' && first === index - 1;
}

function isJoining(word: string): boolean {
  return word === 'join' || word === 'by';
}

/** @returns Whether the token is the left operand of the operator after it. */
export function endsValue(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (['close', 'number', 'string', 'quoted'].includes(token.kind) ||
      (token.kind === 'word' && !reservedWords.has(token.text)))
  );
}

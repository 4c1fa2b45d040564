/**
 * Which words of a query may be written in upper case without changing what it means.
 *
 * A word that DuckDB reserves cannot be the name of a column, so its case says nothing. Any other word may name a
 * column of the result, and keeps its case unless what stands beside it makes it a keyword.
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

/** Keywords behind one of these words only. */
const behind: Readonly<Record<string, ReadonlySet<string>>> = {
  view: words('create replace temp temporary drop'),
  macro: words('create replace temp temporary drop'),
  replace: words('or'),
  recursive: words('with'),
  variable: words('set reset'),
  first: words('nulls'),
  last: words('nulls'),
};

/** Keywords behind a value only, where no name can stand. */
const behindValue = words('between over');

/** Keywords as the first word of a statement only. */
const leading = words('set reset drop insert update delete explain values call use');

/** @returns Whether the word at `index` of a statement's tokens can be nothing but a keyword. */
export function isKeyword(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== 'word' || isName(tokens, index)) {
    return false;
  }
  const previous = tokens[index - 1];
  const next = tokens[index + 1];
  const opensBracket = next?.kind === 'open' && next.text === '(';
  return (
    reservedWords.has(token.text) ||
    (operatorWords.has(token.text) && (!opensBracket || isJoining(token.text))) ||
    (previous?.kind === 'word' && behind[token.text]?.has(previous.text) === true) ||
    (behindValue.has(token.text) && endsValue(previous)) ||
    (index === 0 && leading.has(token.text))
  );
}

/** A word behind a dot or `AS`, and the key of an argument or a struct, is a name even where DuckDB reserves it. */
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

/** @returns Whether an operator behind the token has it as its left side. */
export function endsValue(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (['close', 'number', 'string', 'quoted'].includes(token.kind) ||
      (token.kind === 'word' && !reservedWords.has(token.text)))
  );
}

/**
 * Shortens the beginning of a statement before DuckDB's grammar is queried for the next words: names and literals in
 * their shortest form, lists as their last item, closed brackets nearly empty. Statements of the same structure become
 * the same text, whose words are cached.
 */

import { closing } from '../sql/calls';
import type { Token } from '../sql/tokens';
import { callAt } from './callAt';
import { filterBefore } from './clausePlace';
import type { AssistFacts, Vocabulary } from './assist';
import { catalogueAt } from './catalogue';
import { callableNamed } from './callables';
import { cursorAt } from './cursor';

/** @returns The text, which ends with a blank; null if no keyword is possible at `offset`. */
export function grammarTextAt(facts: AssistFacts, offset: number): string | null {
  const cursor = cursorAt(facts.text, offset);
  const filter = cursor && filterBefore(cursor);
  if (!cursor || cursor.quote !== null || (cursor.clause !== null && !filter)) {
    return null;
  }
  const before = filter?.slice(1) ?? cursor.before;
  const last = before.at(-1)?.text;
  const catalogue = catalogueAt(facts, cursor.sql.from);
  const isArgument = callAt(cursor, name => callableNamed(name, catalogue) !== undefined) !== null;
  if (last === '.' || isArgument) {
    return null;
  }
  const words = keywordsOf(facts.vocabulary);
  const texts = kept(before).map(token => shortest(token, words));
  const start = filter ? FILTER_START : '';
  return texts.length === 0 ? start : `${start}${texts.join(' ')} `;
}

/** In brackets nothing but operators can follow an expression, as in a FILTER. */
const FILTER_START = 'select ( ';

const keywords = new WeakMap<Vocabulary, ReadonlySet<string>>();

function keywordsOf(vocabulary: Vocabulary): ReadonlySet<string> {
  const known = keywords.get(vocabulary) ?? new Set(vocabulary.keywords.map(({ name }) => name));
  keywords.set(vocabulary, known);
  return known;
}

function shortest({ kind, text }: Token, words: ReadonlySet<string>): string {
  switch (kind) {
    case 'word':
      return words.size === 0 || words.has(text) ? text : 'a';
    case 'quoted':
      return 'a';
    case 'string':
      return "'a'";
    case 'number':
      return '1';
    default:
      return text;
  }
}

/** More tokens in brackets than these are left out. */
const MOST_TOKENS = 8;
/** Words that a list of items follows. */
const listOpeners = new Set(['select', 'distinct', 'from', 'by', 'set', 'values', 'with']);

function kept(tokens: readonly Token[]): Token[] {
  const found: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const end = token?.kind === 'open' ? closing(tokens, at) : at;
    const [first, close] = [tokens[at + 1], tokens[end]];
    if (token && first && close && end - at > MOST_TOKENS) {
      found.push(token, ...within(first), close);
      at = end;
    } else if (token?.kind === 'comma') {
      dropItem(found, token.depth);
    } else if (token) {
      found.push(token);
    }
  }
  return found;
}

/** Leaves out the item of a list that is over, back to the word or the bracket that the list began with. */
function dropItem(found: Token[], depth: number): void {
  for (let last = found.at(-1); last; last = found.at(-1)) {
    const isOpener = last.kind === 'word' && last.depth === depth && listOpeners.has(last.text);
    if (isOpener || (last.kind === 'open' && last.depth === depth - 1)) {
      return;
    }
    found.pop();
  }
}

/** Replaces the content of closed brackets, by its first word. */
function within(first: Token): Token[] {
  const word = (text: string): Token => ({ ...first, kind: 'word', text });
  switch (first.text) {
    case 'select':
    case 'from':
    case 'with':
    case 'values':
    case 'pivot':
      return [word('select'), word('column_')];
    case 'where':
      return [first, word('column_')];
    case 'partition':
    case 'order':
      return [first, word('by'), word('column_')];
    default:
      return [word('column_')];
  }
}

/**
 * Finds PIVOTs whose columns are known only at run time: those without a list after IN.
 *
 * DuckDB parses them as several statements, of which one binds only after another has run.
 */

import type { Span } from '../base/span';
import { closing } from './calls';
import type { Replacement } from './composedText';
import { splitAtCommas, type Token } from './tokens';

export interface OpenPivot {
  /** From PIVOT to the end of its USING or GROUP BY: the part that can only name columns of its source. */
  readonly span: Span;
  /** Replacements that give it the columns of one made-up value, which makes it a single statement. */
  readonly closed: readonly Replacement[];
}

const ends = new Set(['order', 'limit', 'offset', 'union', 'except', 'intersect']);
const VALUES = "('x')";

/** @returns Those of the statement, in the order in which they begin. */
export function openPivotsOf(tokens: readonly Token[]): OpenPivot[] {
  return tokens.flatMap((token, at) => {
    const isPivot = token.kind === 'word' && /^pivot(_wider)?$/.test(token.text);
    return isPivot && !isInfix(tokens, at) ? openPivot(tokens, at) : [];
  });
}

/** `FROM t PIVOT (… FOR …)`, which always has its list. */
function isInfix(tokens: readonly Token[], at: number): boolean {
  const open = tokens[at + 1];
  const inner = tokens.slice(at + 2, closing(tokens, at + 1));
  return (
    open?.text === '(' && inner.some(each => each.text === 'for' && each.depth === open.depth + 1)
  );
}

function openPivot(tokens: readonly Token[], at: number): OpenPivot[] {
  const depth = tokens[at]?.depth ?? 0;
  const end = tokens.findIndex(
    (token, index) =>
      index > at &&
      (token.depth < depth ||
        (token.depth === depth && token.kind === 'word' && ends.has(token.text))),
  );
  const own = tokens.slice(at, end < 0 ? tokens.length : end);
  const isOwn = (token: Token, ...words: string[]): boolean =>
    token.depth === depth && token.kind === 'word' && words.includes(token.text);
  // A join in the source has its own ON before it.
  const on = own.findLastIndex(token => isOwn(token, 'on'));
  const rest = own.slice(on + 1);
  const stop = rest.findIndex(token => isOwn(token, 'using', 'group'));
  const items = splitAtCommas(stop < 0 ? rest : rest.slice(0, stop), depth);
  const closed = items.flatMap(item => closedItem(item, depth));
  const last = own.at(-1);
  return on > 0 && last && closed.length > 0
    ? [{ span: { from: own[0]?.from ?? 0, to: last.to }, closed }]
    : [];
}

/** The item with generated values, if it has none or those of a query. */
function closedItem(item: readonly Token[], depth: number): Replacement[] {
  const last = item.at(-1);
  const at = item.findIndex(
    ({ text, kind, depth: own }) => text === 'in' && kind === 'word' && own === depth,
  );
  const open = item[at + 1];
  if (!last) {
    return [];
  }
  if (at < 0) {
    return [{ span: { from: last.to, to: last.to }, text: ` IN ${VALUES}` }];
  }
  const isQuery =
    open?.text === '(' && /^(select|from|with|values)$/.test(item[at + 2]?.text ?? '');
  return isQuery ? [{ span: { from: open.from, to: last.to }, text: VALUES }] : [];
}

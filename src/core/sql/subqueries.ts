/** Queries within the arguments of a call. */

import type { Span } from '../base/span';
import { tokenizeWithin } from './tokens';

const queryWords = new Set(['select', 'from', 'with', 'values', 'pivot', 'unpivot', 'describe']);

/** @returns Whether the unit `offset` of the cell's text is in brackets of the call that hold a query. */
export function isInSubquery(
  offset: number,
  { span }: { readonly span: Span },
  text: string,
): boolean {
  const tokens = tokenizeWithin(text, span);
  const open: boolean[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.from >= offset) {
      break;
    }
    if (token.text === '(') {
      open.push(queryWords.has(tokens[at + 1]?.text ?? ''));
    } else if (token.text === ')') {
      open.pop();
    }
  }
  return open.includes(true);
}

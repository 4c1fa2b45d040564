/** Quick fixes for an argument that is a list, must be one, or must not be one. */

import type { Span } from '../base/span';
import { closing } from '../sql/calls';
import { tokenize } from '../sql/tokens';
import { callAround } from './callAround';
import { textLiteral } from '../base/quoted';
import { fix } from './fixParts';
import type { Fix } from './problems';

/** @returns The one element of a list without its brackets. */
export function firstOfList(text: string, span: Span): Fix[] {
  const tokens = tokenize(text.slice(span.from, span.to));
  const [open, only, close] = tokens;
  return tokens.length === 3 && open?.text === '[' && close?.text === ']' && only
    ? [fix('Write the value alone', span, text.slice(span.from + only.from, span.from + only.to))]
    : [];
}

/**
 * @param isElement Whether the value is one of a list's.
 * @returns The value that is meant, or the list without it where it is NULL.
 */
export function valueFixes(
  isElement: boolean,
  near: string | null,
  span: Span,
  text: string,
): readonly Fix[] {
  const [first, second] = tokenize(text.slice(span.from, span.to));
  if (isElement && second) {
    return []; // Its position in the list is unknown.
  }
  if (isElement && first?.text === 'null') {
    return elementRemoval(text, span);
  }
  return near === null
    ? listInBrackets(text, span)
    : [fix(`Change to '${near}'`, span, textLiteral(near))];
}

/** Takes the element of a list away, with the comma before or after it. */
function elementRemoval(text: string, { from, to }: Span): Fix[] {
  const tokens = tokenize(text);
  const at = tokens.findIndex(token => token.from === from);
  const [before, after, next] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
  const span =
    before?.kind === 'comma'
      ? { from: before.from, to }
      : { from, to: after?.kind === 'comma' && next ? next.from : to };
  return [fix('Remove NULL', span, '')];
}

/** @returns The list that is meant by `('a', 'b')`, a row of two columns, where the argument takes one. */
export function listInBrackets(text: string, span: Span): Fix[] {
  const call = callAround(text, span);
  const argument = call?.arguments.find(({ value }) => value.from === span.from);
  const name = argument?.name?.toLowerCase() ?? call?.function.first;
  const takes = call && 'arguments' in call.function ? call.function : undefined;
  const takesList =
    name !== undefined &&
    (name === takes?.first ||
      takes?.arguments.some(parameter => parameter.repeatable && parameter.name === name));
  const tokens = tokenize(text.slice(span.from, span.to));
  const isRow = tokens[0]?.text === '(' && closing(tokens, 0) === tokens.length - 1;
  const inner = tokens.slice(1, -1);
  const hasComma = inner.some(({ kind, depth }) => kind === 'comma' && depth === 1);
  if (!takesList || !isRow || !hasComma || inner[0]?.kind !== 'string') {
    return [];
  }
  return [fix('Write a list', span, `[${text.slice(span.from + 1, span.to - 1)}]`)];
}

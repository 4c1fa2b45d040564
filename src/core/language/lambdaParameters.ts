import { writtenIdentifier } from '../sql/names';
import type { Token } from '../sql/tokens';
import type { Cursor } from './cursor';

/**
 * @returns The parameters of the lambdas whose bodies the cursor is in, each once: `x` in `list_filter(xs, x -> x > |` and
 * in `list_filter(xs, lambda x: x > |`. A column whose JSON is read with `->` looks the same.
 */
export function lambdaParameters({ text, before }: Cursor): string[] {
  const names: Token[] = [];
  // A body ends with its bracket, and at a comma beside its arrow.
  let depth = depthAfter(before);
  let isOver = false;
  for (let at = before.length - 1; at >= 0; at--) {
    const token = before[at];
    if (token?.kind === 'open' && token.depth < depth) {
      [depth, isOver] = [token.depth, false];
    } else if (token?.depth !== depth || isOver) {
      continue;
    } else if (token.kind === 'comma') {
      isOver = true;
    } else if (depth > 0 && token.text === '->') {
      names.push(...namesBefore(before, at));
    } else if (depth > 0 && token.text === ':') {
      names.push(...namesOfLambda(before, at));
    }
  }
  return [...new Set(names.map(name => writtenIdentifier(text, name) ?? ''))].filter(Boolean);
}

function depthAfter(tokens: readonly Token[]): number {
  const last = tokens.at(-1);
  return last ? last.depth + (last.kind === 'open' ? 1 : 0) : 0;
}

/** `x` or `(x, y)`. */
function namesBefore(tokens: readonly Token[], arrow: number): readonly Token[] {
  const last = tokens[arrow - 1];
  if (last?.kind !== 'close') {
    return last && isName(last) ? [last] : [];
  }
  const open = tokens
    .slice(0, arrow)
    .findLastIndex(({ kind, depth }) => kind === 'open' && depth === last.depth);
  return tokens.slice(open + 1, arrow - 1).filter(isName);
}

/** `lambda x, y`. */
function namesOfLambda(tokens: readonly Token[], colon: number): readonly Token[] {
  const start = tokens.slice(0, colon).findLastIndex(({ text }) => text === 'lambda');
  const parts = tokens.slice(start + 1, colon);
  return start >= 0 && parts.every(part => isName(part) || part.kind === 'comma')
    ? parts.filter(isName)
    : [];
}

function isName({ kind }: Token): boolean {
  return kind === 'word' || kind === 'quoted';
}

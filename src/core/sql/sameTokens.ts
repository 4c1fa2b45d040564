/** Compares texts by their significant tokens and the gaps between them. */

import { commentsOf } from './comments';
import { isKeyword } from './keywordCase';
import { tokenize, type Token } from './tokens';

/** @returns Whether two texts differ only in white space and the case of bare words. */
export function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [tokenize(one), tokenize(other)];
  return (
    a.length === b.length &&
    a.every((token, index) => token.kind === b[index]?.kind && token.text === b[index].text) &&
    a.every((_, index) => joint(one, a, index) === joint(other, b, index)) &&
    commentsIn(one, a) === commentsIn(other, b)
  );
}

/**
 * @param tokens Of one statement of `text`, or of a stretch of one.
 * @param folds Whether to ignore the case of the word at that index; by default that of keywords.
 * @returns Equal keys for equivalent tokens: white space, comments and the case of keywords are ignored. Strings,
 * quoted names and other words are compared exactly.
 */
export function tokensKey(
  text: string,
  tokens: readonly Token[],
  folds: (index: number) => boolean = index => isKeyword(tokens, index),
): string {
  const parts = tokens.map(({ from, to, kind }, index) => {
    const written = text.slice(from, to);
    const counts = kind === 'word' && folds(index) ? written.toUpperCase() : written;
    return joint(text, tokens, index) + counts;
  });
  return JSON.stringify(parts);
}

/**
 * How a token depends on the one before it: DuckDB reads adjacent ones as one token (`e'…'`, operators of several
 * characters), and strings as one if a line break separates them.
 */
function joint(text: string, tokens: readonly Token[], index: number): '' | '+' | '\n' {
  const [previous, token] = [tokens[index - 1], tokens[index]];
  if (!previous || !token) {
    return '';
  }
  if (previous.to === token.from) {
    const isSigned = /^[-+]$/.test(token.text) && /^[-+*/%=<>:]+$/.test(previous.text);
    const isOne =
      token.kind === 'string'
        ? previous.kind === 'word'
        : token.kind === 'operator' && previous.kind === 'operator' && !isSigned;
    return isOne ? '+' : '';
  }
  const areStrings = previous.kind === 'string' && token.kind === 'string';
  return areStrings && text.slice(previous.to, token.from).includes('\n') ? '\n' : '';
}

function commentsIn(text: string, tokens: readonly Token[]): string {
  const gaps = [...tokens, { from: text.length }].map(({ from }, index) =>
    text.slice(tokens[index - 1]?.to ?? 0, from),
  );
  return gaps
    .flatMap(commentsOf)
    .map(comment => comment.text.replace(/\s+/g, ' '))
    .join('\n');
}

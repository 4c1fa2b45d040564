/**
 * Where one part of a VISUALISE clause ends and the next begins. Words are keywords only where a keyword is allowed.
 */

import type { TokenCursor } from './tokenCursor';

/** The clauses that follow `VISUALISE mappings`. */
export const clauseWords = ['DRAW', 'PLACE', 'SCALE', 'FACET', 'LABEL'] as const;

/** Clauses of the public grammar that this version knows by name only. */
export const foreignClauseWords = [
  'PROJECT',
  'TABULATE',
  'FORMAT',
  'SPAN',
  'THEME',
  'COORD',
] as const;

/** The parts of a clause. */
export const partWords = [
  'MAPPING',
  'REMAPPING',
  'SETTING',
  'FILTER',
  'PARTITION',
  'ORDER',
  'FROM',
  'TO',
  'VIA',
  'RENAMING',
  'BY',
] as const;

/** @returns Whether the next token is the keyword of a clause, whatever follows it: enough where no name is allowed. */
export function atClauseWord(cursor: TokenCursor): boolean {
  const words = [...clauseWords, ...foreignClauseWords, 'VISUALISE', 'VISUALIZE'];
  return words.some(word => cursor.isWord(word));
}

/** @returns Whether a clause starts at the next token: its keyword, followed by what such a clause begins with. */
export function atClause(cursor: TokenCursor): boolean {
  if (cursor.isWord('LABEL')) {
    return cursor.ahead(1).kind === 'end' || cursor.isSymbol('=>', 2);
  }
  const following = cursor.ahead(1).kind;
  return (
    atClauseWord(cursor) &&
    (following === 'word' || following === 'name' || following === 'end') &&
    !cursor.isWord('AS', 1)
  );
}

/** @returns Whether a part of a clause starts at the next token. */
function atPart(cursor: TokenCursor): boolean {
  if (cursor.token.kind !== 'word') {
    return false;
  }
  if (cursor.isWord('PARTITION') || cursor.isWord('ORDER')) {
    return cursor.isWord('BY', 1);
  }
  const word = cursor.token.value.toUpperCase();
  return partWords.some(candidate => candidate === word) && !cursor.isWord('AS', 1);
}

/** @returns Whether the list or expression that is being read is over. */
export function atBoundary(cursor: TokenCursor): boolean {
  return cursor.atEnd || cursor.isSymbol(';') || atClause(cursor) || atPart(cursor);
}

/** Skips what could not be read, up to the next clause or part. */
export function skipToBoundary(cursor: TokenCursor): void {
  while (!atBoundary(cursor)) {
    cursor.next();
  }
}

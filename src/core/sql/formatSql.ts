/** A statement of SQL in a uniform layout, or as it was where that might change it. */

import { duckdb, formatDialect } from 'sql-formatter';
import { endsValue, isKeyword } from './keywordCase';
import { saysTheSame } from './sameTokens';
import { tokenize, type Token } from './tokens';

/** Expressions up to this many characters stay on one line. */
const EXPRESSION_WIDTH = 80;

/** How often a layout is repeated until it is stable. */
const MOST_ROUNDS = 3;

const dialect = {
  ...duckdb,
  tokenizerOptions: { ...duckdb.tokenizerOptions, paramTypes: { named: ['$' as const] } },
};

/**
 * @param sql One statement, without its semicolon and its VISUALISE clause.
 * @param tabSize Columns of an indentation, at least 1.
 * @returns The same tokens and comments with other white space, keywords in upper case; formatting the result again
 * does not change it. `sql` itself if the formatter cannot read it.
 */
export function formatSql(sql: string, tabSize: number): string {
  let text = sql;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = laidOut(text, tabSize);
    if (next === undefined) {
      return sql;
    }
    if (next === text) {
      return text;
    }
    text = next;
  }
  return sql;
}

function laidOut(sql: string, tabSize: number): string | undefined {
  let text: string;
  try {
    text = formatDialect(sql, {
      dialect,
      tabWidth: tabSize,
      expressionWidth: EXPRESSION_WIDTH,
      keywordCase: 'preserve',
    });
  } catch {
    return undefined; // The formatter reads less than DuckDB: such a statement keeps its layout.
  }
  return saysTheSame(sql, text) ? cased(sql, text) : undefined;
}

/** Keywords in upper case; brackets as close to the word before them as they were. */
function cased(sql: string, text: string): string {
  const [before, after] = [tokenize(sql), tokenize(text)];
  let made = '';
  let at = 0;
  after.forEach((token, index) => {
    const gap = text.slice(at, token.from);
    const written = text.slice(token.from, token.to);
    made += gapBefore(before, index, gap);
    made += isKeyword(before, index) ? written.toUpperCase() : written;
    at = token.to;
  });
  return made + text.slice(at);
}

function gapBefore(tokens: readonly Token[], index: number, gap: string): string {
  if (gap === ' ' && isCall(tokens, index)) {
    return '';
  }
  // The formatter reads `a -1` as two values, and `* REPLACE (…)` and `FILTER (…)` as calls.
  const isApart = isBinary(tokens, index - 1) || opensPart(tokens, index);
  return gap === '' && isApart ? ' ' : gap;
}

function opensPart(tokens: readonly Token[], index: number): boolean {
  const isPart = /^(filter|replace)$/.test(tokens[index - 1]?.text ?? '');
  return isPart && tokens[index]?.text === '(' && isKeyword(tokens, index - 1);
}

function isBinary(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  return token?.kind === 'operator' && /^[-+]$/.test(token.text) && endsValue(tokens[index - 1]);
}

function isCall(tokens: readonly Token[], index: number): boolean {
  const [word, bracket] = [tokens[index - 1], tokens[index]];
  return (
    bracket?.text === '(' &&
    (word?.kind === 'word' || word?.kind === 'quoted') &&
    word.to === bracket.from &&
    !isKeyword(tokens, index - 1)
  );
}

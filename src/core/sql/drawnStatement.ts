/** The statement whose rows a VISUALISE clause draws if the clause itself has `FROM table`. */

import type { Replacement } from './composedText';
import type { Statement } from './statements';
import { tokenizeWithin, type Token } from './tokens';

export interface DrawnStatement {
  readonly statement: Statement;
  /** Stretches of the text inside the statement that are not SQL. */
  readonly holes: readonly Replacement[];
}

const clauseWords = new Set(['draw', 'place', 'scale', 'facet', 'label']);

/**
 * `VISUALISE x FROM t DRAW point` runs `FROM t`, and `WITH t AS (…) VISUALISE x FROM t` runs `WITH t AS (…)
 * FROM t`: both are the user's own text without the mappings, so positions stay valid.
 */
export function drawnStatement(text: string, statement: Statement): DrawnStatement {
  const { clause, sql } = statement;
  const source = clause ? sourceOf(text, clause.from, clause.to) : [];
  const first = source[0];
  const last = source.at(-1);
  const bare = statement.tokens.length === 0 || endsWithCommonTable(statement.tokens);
  if (!clause || !first || !last || !bare) {
    return { statement, holes: [] };
  }
  const from = statement.tokens.length === 0 ? first.from : sql.from;
  return {
    statement: {
      ...statement,
      sql: { from, to: last.to },
      tokens: [...statement.tokens, ...source],
    },
    holes:
      statement.tokens.length === 0
        ? []
        : [{ span: { from: clause.from, to: first.from }, text: '' }],
  };
}

/** The tokens `FROM table` of the clause's global part. */
function sourceOf(text: string, from: number, to: number): Token[] {
  const tokens = tokenizeWithin(text, { from, to });
  const end = tokens.findIndex(({ text: word, depth }) => depth === 0 && clauseWords.has(word));
  const head = end < 0 ? tokens : tokens.slice(0, end);
  const at = head.findIndex(({ text: word, depth }) => depth === 0 && word === 'from');
  return at < 0 ? [] : head.slice(at);
}

function endsWithCommonTable(tokens: readonly Token[]): boolean {
  const main = tokens.some(
    ({ depth, text }) => depth === 0 && ['select', 'from', 'values'].includes(text),
  );
  return tokens[0]?.text === 'with' && !main;
}

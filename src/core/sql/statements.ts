/** A cell's text as statements, each with its VISUALISE clause apart. */

import type { Span } from '../base/span';
import { tokenize, type Token } from './tokens';

export interface Statement {
  /** From its first token to its last, clause included, without the semicolon. */
  readonly span: Span;
  /** The SQL before the clause; empty if the statement is only a clause. */
  readonly sql: Span;
  /** From the word VISUALISE to the end; null if there is none. */
  readonly clause: Span | null;
  /** The tokens of `sql`, spans in the whole text. */
  readonly tokens: readonly Token[];
}

/** @returns The statements of `text` in order; empty ones are left out. */
export function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  let tokens: Token[] = [];
  const finish = (): void => {
    const statement = statementOf(tokens);
    if (statement) {
      statements.push(statement);
    }
    tokens = [];
  };
  for (const token of tokenize(text)) {
    if (token.kind === 'semicolon' && token.depth === 0) {
      finish();
    } else {
      tokens.push(token);
    }
  }
  finish();
  return statements;
}

/** Words after which `visualise` is a name: an alias, a column, a table. */
const NAME_FOLLOWS = new Set([
  'as',
  'select',
  'distinct',
  'from',
  'join',
  'table',
  'view',
  'by',
  'on',
  'where',
  'and',
  'or',
  'not',
  'into',
  'update',
]);

function statementOf(tokens: readonly Token[]): Statement | undefined {
  const first = tokens[0];
  const last = tokens.at(-1);
  if (!first || !last) {
    return undefined;
  }
  const at = tokens.findIndex((token, index) => opensClause(token, tokens[index - 1]));
  const span = { from: first.from, to: last.to };
  if (at < 0) {
    return { span, sql: span, clause: null, tokens };
  }
  const word = tokens[at] ?? last;
  const before = tokens.slice(0, at);
  return {
    span,
    sql: { from: first.from, to: before.at(-1)?.to ?? first.from },
    clause: { from: word.from, to: last.to },
    tokens: before,
  };
}

function opensClause(token: Token, previous: Token | undefined): boolean {
  if (token.kind !== 'word' || token.depth !== 0 || !/^visuali[sz]e$/.test(token.text)) {
    return false;
  }
  if (!previous) {
    return true;
  }
  const operator = previous.kind === 'operator' && previous.text !== '*';
  return !operator && previous.kind !== 'comma' && !NAME_FOLLOWS.has(previous.text);
}

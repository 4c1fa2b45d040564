/** Finds where to insert a VISUALISE clause in the text of a cell. */

import type { Span } from '../../base/span';
import { ComposedText } from '../../sql/composedText';
import { drawnStatement } from '../../sql/drawnStatement';
import { statementsOf } from '../../sql/statements';
import type { Statement } from '../../sql/statements';
import { tokenize } from '../../sql/tokens';

export interface ClauseEdit {
  /** The stretch of the cell's text that `text` replaces; empty if it is inserted. */
  readonly span: Span;
  readonly text: string;
  /** Whether the cell has a clause already, which goes. */
  readonly replaces: boolean;
}

/** Statements that begin so return no rows to draw. */
const rowless =
  /^(create|insert|update|delete|merge|drop|alter|set|reset|use|begin|commit|rollback|attach|detach|copy|export|import|load|install|checkpoint|truncate|comment|vacuum|analyze)$/;

/** @returns The edit of the last statement that returns rows, or null if there is none. */
export function insertClause(text: string, clause: string): ClauseEdit | null {
  const statement = statementsOf(text).findLast(
    ({ tokens, clause: own }) => own !== null || !rowless.test(tokens[0]?.text ?? ''),
  );
  if (!statement) {
    return null;
  }
  return statement.clause ? replaced(text, statement, clause) : added(text, statement, clause);
}

/** Below the statement and its comments, before the semicolon. */
function added(text: string, { span }: Statement, clause: string): ClauseEdit {
  const end = tokenize(text).find(({ kind, from }) => kind === 'semicolon' && from >= span.to);
  const gap = text.slice(span.to, end?.from ?? text.length).trimEnd();
  const at = span.to + gap.length;
  return { span: { from: at, to: at }, text: `\n${clause}`, replaces: false };
}

/** `VISUALISE … FROM table` names its rows inside the clause: they are put before the new one. */
function replaced(text: string, statement: Statement, clause: string): ClauseEdit {
  const { statement: drawn, holes } = drawnStatement(text, statement);
  if (drawn === statement) {
    return { span: statement.clause ?? statement.span, text: clause, replaces: true };
  }
  const sql = new ComposedText().copy(text, drawn.sql, holes).text;
  return { span: statement.span, text: `${sql}\n${clause}`, replaces: true };
}

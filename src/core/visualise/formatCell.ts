/** A whole cell of SQL in a uniform layout. */

import type { Span } from '../base/span';
import { commentsOf } from '../sql/comments';
import { formatSql } from '../sql/formatSql';
import { saysTheSame } from '../sql/sameTokens';
import { statementsOf, type Statement } from '../sql/statements';
import { tokenize } from '../sql/tokens';
import { formatClause } from './formatClause';

export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/**
 * @param tabSize Columns of an indentation, at least 1.
 * @returns The cell with its statements laid out and one empty line between them. Tokens, comments and the meaning of
 * the cell stay the same; formatting the result again does not change it. A statement that cannot be parsed keeps its
 * layout.
 */
export function formatCell(text: string, tabSize: number): string {
  const statements = statementsOf(text);
  const first = statements[0];
  if (!first) {
    return text;
  }
  const opening = commentsOf(text.slice(0, first.span.from));
  const parts = [...opening.map(comment => comment.text)];
  statements.forEach((statement, index) => {
    const next = statements[index + 1];
    const gap = text.slice(statement.span.to, next?.span.from ?? text.length);
    parts.push(statementText(text, statement, tabSize) + endText(gap, next !== undefined));
  });
  const made = parts.join('\n');
  return saysTheSame(text, made) ? made : text;
}

/** @returns Edits that lay out the statements that `range` touches, or the whole cell where it is null. */
export function formatEdits(text: string, range: Span | null, tabSize: number): TextEdit[] {
  if (range) {
    return formatRange(text, range, tabSize);
  }
  const made = formatCell(text, tabSize);
  return made === text ? [] : [{ span: { from: 0, to: text.length }, text: made }];
}

/** @returns Edits that lay out the statements that `range` touches, nothing else. */
export function formatRange(text: string, range: Span, tabSize: number): TextEdit[] {
  return statementsOf(text)
    .filter(({ span }) => span.from <= range.to && span.to >= range.from)
    .map(statement => ({ span: statement.span, text: statementText(text, statement, tabSize) }))
    .filter(edit => edit.text !== text.slice(edit.span.from, edit.span.to))
    .filter(edit => saysTheSame(text.slice(edit.span.from, edit.span.to), edit.text));
}

function statementText(text: string, statement: Statement, tabSize: number): string {
  const { sql, clause } = statement;
  const query = text.slice(sql.from, sql.to);
  const parts = query === '' ? [] : [formatSql(query, tabSize)];
  if (clause) {
    parts.push(...commentsOf(text.slice(sql.to, clause.from)).map(comment => comment.text));
    parts.push(formatClause(text.slice(clause.from, clause.to), tabSize));
  }
  return parts.join('\n');
}

/** The text after a statement: its semicolon, a comment on its line, other comments below. */
function endText(gap: string, isFollowed: boolean): string {
  const comments = commentsOf(gap);
  const semicolons = ';'.repeat(tokenize(gap).length);
  const beside = comments.filter(({ onOwnLine }) => !onOwnLine).map(({ text }) => ` ${text}`);
  const below = comments.filter(({ onOwnLine }) => onOwnLine).map(({ text }) => `\n${text}`);
  return semicolons + beside.join('') + (isFollowed ? '\n' : '') + below.join('');
}

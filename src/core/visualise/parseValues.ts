/** Literals, arrays, names, `name => value` lists and raw SQL of a VISUALISE clause. */

import { t } from '../base/translations';
import { nearest } from '../base/nearest';
import { atBoundary, atClause, atClauseWord, clauseWords, partWords } from './clauseWords';
import type { TokenCursor } from './tokenCursor';
import type { ArrayNode, LiteralNode, NameNode, SettingNode, SqlNode } from './tree';

/**
 * Reads `item, item, …`.
 *
 * @param item Reads one item, or reports and returns undefined; what follows a broken item is skipped up to the
 * next comma.
 */
export function parseList<T>(cursor: TokenCursor, item: () => T | undefined): T[] {
  const items: T[] = [];
  do {
    const node = item();
    if (node !== undefined) {
      items.push(node);
    }
    if (!cursor.isSymbol(',') && !atBoundary(cursor) && !(node && atClauseWord(cursor))) {
      if (node !== undefined) {
        reportBetween(cursor);
      }
      skipItem(cursor);
    }
  } while (cursor.takeSymbol(','));
  return items;
}

/** @returns The bare or double-quoted name that is next, or undefined after reporting that `what` was expected. */
export function parseName(cursor: TokenCursor, what: string): NameNode | undefined {
  const { kind, value, span } = cursor.token;
  if (kind !== 'word' && kind !== 'name') {
    cursor.reportExpected(what);
    return undefined;
  }
  cursor.next();
  return { name: value, span };
}

/** @returns The text, number, true, false or null that is next, or undefined; reports nothing. */
export function tryLiteral(cursor: TokenCursor): LiteralNode | undefined {
  const { kind, value, span } = cursor.token;
  if (kind === 'text') {
    cursor.next();
    return { kind: 'literal', value, span };
  }
  if (kind === 'number') {
    cursor.next();
    return { kind: 'literal', value: Number(value), span };
  }
  if ((cursor.isSymbol('-') || cursor.isSymbol('+')) && cursor.ahead(1).kind === 'number') {
    const sign = cursor.next().value === '-' ? -1 : 1;
    const number = cursor.next();
    return {
      kind: 'literal',
      value: sign * Number(number.value),
      span: { from: span.from, to: number.span.to },
    };
  }
  return tryConstant(cursor);
}

/** @returns The text that is next, null for NULL, or undefined after reporting that `what` was expected. */
export function parseText(cursor: TokenCursor, what: string): string | null | undefined {
  if (cursor.takeWord('NULL')) {
    return null;
  }
  if (cursor.token.kind !== 'text') {
    cursor.reportExpected(what);
    return undefined;
  }
  return cursor.next().value;
}

/** @returns `name => value`, or undefined after a report. */
export function parseSetting(cursor: TokenCursor): SettingNode | undefined {
  const name = parseName(cursor, t('the name of a setting'));
  if (!name) {
    return undefined;
  }
  if (!cursor.takeSymbol('=>')) {
    cursor.reportExpected(t('=> after {0}', name.name));
    return undefined;
  }
  const value = parseValue(cursor);
  return value && { name, value, span: cursor.spanFrom(name.span.from) };
}

/** @returns A literal or an array, or undefined after a report. */
function parseValue(cursor: TokenCursor): LiteralNode | ArrayNode | undefined {
  const value = tryLiteral(cursor) ?? tryArray(cursor);
  if (!value) {
    cursor.reportExpected(t("a value: 'text', a number, true, false, null or an array of them"));
  }
  return value;
}

/** @returns `[a, b]` or `(a, b)`, or undefined if no array is next; a broken item is reported and left out. */
export function tryArray(cursor: TokenCursor): ArrayNode | undefined {
  const close = cursor.isSymbol('[') ? ']' : cursor.isSymbol('(') ? ')' : undefined;
  if (close === undefined) {
    return undefined;
  }
  const { from } = cursor.next().span;
  const items: LiteralNode[] = [];
  while (!cursor.isSymbol(close)) {
    const item = tryLiteral(cursor);
    if (item) {
      items.push(item);
    }
    if (!item || !(cursor.takeSymbol(',') || cursor.isSymbol(close))) {
      cursor.reportExpected(
        item ? t('a comma or {0}', close) : t("a value: 'text', a number or null"),
      );
      skipItem(cursor);
      break;
    }
  }
  cursor.takeSymbol(close);
  return { kind: 'array', items, span: cursor.spanFrom(from) };
}

/** @returns The SQL up to the next clause or layer part, brackets balanced; undefined after a report if empty. */
export function parseSql(cursor: TokenCursor, what: string): SqlNode | undefined {
  const { from } = cursor.token.span;
  let depth = 0;
  let count = 0;
  while (!cursor.atEnd && (depth > 0 || !atSqlEnd(cursor))) {
    depth += bracketStep(cursor.next().value);
    count++;
  }
  if (count === 0) {
    cursor.reportExpected(what);
    return undefined;
  }
  const span = cursor.spanFrom(from);
  return { sql: cursor.text.slice(span.from, span.to), span };
}

/** A word after an item that is neither a comma nor a clause is most often a mistyped clause. */
function reportBetween(cursor: TokenCursor): void {
  const { kind, value, span } = cursor.token;
  const near = kind === 'word' ? nearest(value, [...clauseWords, ...partWords]) : null;
  if (near === null) {
    cursor.reportExpected(t('a comma or the next clause'));
  } else {
    cursor.report('unknownClause', span, { word: value, near });
  }
}

function tryConstant(cursor: TokenCursor): LiteralNode | undefined {
  const { span } = cursor.token;
  for (const [word, value] of [
    ['TRUE', true],
    ['FALSE', false],
    ['NULL', null],
  ] as const) {
    if (cursor.takeWord(word)) {
      return { kind: 'literal', value, span };
    }
  }
  return undefined;
}

function atSqlEnd(cursor: TokenCursor): boolean {
  const parts = ['MAPPING', 'REMAPPING', 'SETTING', 'FILTER'];
  return (
    cursor.isSymbol(';') ||
    atClause(cursor) ||
    parts.some(part => cursor.isWord(part)) ||
    ((cursor.isWord('PARTITION') || cursor.isWord('ORDER')) && cursor.isWord('BY', 1))
  );
}

function skipItem(cursor: TokenCursor): void {
  let depth = 0;
  while (!cursor.atEnd && (depth > 0 || (!cursor.isSymbol(',') && !atBoundary(cursor)))) {
    depth = Math.max(0, depth + bracketStep(cursor.next().value));
  }
}

function bracketStep(symbol: string): number {
  if (symbol === '(' || symbol === '[' || symbol === '{') {
    return 1;
  }
  return symbol === ')' || symbol === ']' || symbol === '}' ? -1 : 0;
}

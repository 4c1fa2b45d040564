/** Converts DuckDB's error to a finding in the user's text. */

import { nearest } from '../../core/base/nearest';
import type { Span } from '../../core/base/span';
import { findingAt, type Finding } from '../../core/language/problems';
import type { ComposedText } from '../../core/sql/composedText';
import { nameKey, stringValue } from '../../core/sql/names';
import { identifierOf, type Token } from '../../core/sql/tokens';
import {
  messageInOneLine,
  missingEntry,
  signatureName,
  takenColumn,
  unfinished,
  unitOf,
  type EngineError,
  type MissingEntry,
} from '../engine/engineError';

/** Names that may be meant by an unknown one. */
export interface KnownNames {
  readonly tables: readonly string[];
  /** Functions that return rows. */
  readonly functions: readonly string[];
}

/** The SQL that DuckDB parsed, and its place in the cell. */
export interface Given {
  readonly composed: ComposedText;
  /** The statement's tokens, with spans in the cell's text. */
  readonly tokens: readonly Token[];
  readonly known: KnownNames;
  /** Names (lower case) of macros, whose calls may be replaced by text that is not in the cell. */
  readonly macros: ReadonlySet<string>;
}

/**
 * @returns The finding; null for an error that is not about the text: an inaccessible file, an interruption, an
 * internal error of DuckDB.
 */
export function engineFinding(error: EngineError, given: Given): Finding | null {
  if (error.type === 'Parser') {
    return syntaxFinding(error, given);
  }
  const missing = missingEntry(error);
  if (missing) {
    return missingFinding(missing, error, given);
  }
  if (!reportedTypes.has(error.type)) {
    return null;
  }
  const data = { type: error.type, message: messageInOneLine(error) };
  return findingAt('engine', blamedSpan(error, given), data);
}

/** Other types (`IO`, `Permission`, `Interrupt`, `INTERNAL` …) are about the machine. */
const reportedTypes = new Set([
  'Binder',
  'Catalog',
  'Conversion',
  'Invalid Input',
  'Not implemented',
  'Out of Range',
  'Mismatch Type',
  'Parameter Not Resolved',
  'Syntax',
  'Dependency',
  'TransactionContext',
]);

function syntaxFinding(error: EngineError, given: Given): Finding {
  const open = unfinished(error);
  const isEnd = open === 'rest';
  const last = given.tokens.at(-1);
  const span =
    isEnd && last
      ? { from: Math.max(last.from, last.to - 1), to: last.to }
      : tokenSpan(error, given);
  const isUnfinished = open !== null || last?.text === 'select';
  return findingAt('syntax', span, { message: `${capital(error.message)}.`, isUnfinished });
}

function missingFinding(missing: MissingEntry, error: EngineError, given: Given): Finding {
  const { what, name, candidates } = missing;
  const span = nameSpan(name, error, given);
  const { tables, functions } = given.known;
  switch (what) {
    case 'table':
      return findingAt('unknownTable', span, {
        name,
        near: likeliest(name, [...candidates, ...tables]),
        isFunction: functions.some(each => nameKey(each) === nameKey(name)),
      });
    case 'column':
      return findingAt('unknownColumn', span, {
        name,
        near: likeliest(name, candidates),
        known: candidates.slice(0, 8),
      });
    case 'rowsFunction':
      return findingAt('unknownFunction', span, {
        name,
        near: likeliest(name, [...functions, ...candidates]),
        givesRows: true,
      });
    case 'function':
      return findingAt('unknownFunction', span, {
        name,
        near: likeliest(name, candidates),
        givesRows: false,
      });
    case 'type':
      return findingAt('unknownType', span, { name, near: likeliest(name, candidates) });
  }
}

/** @returns The most similar name; DuckDB always suggests its nearest, however far. None for a name of two letters. */
export function likeliest(name: string, candidates: readonly string[]): string | null {
  const others = candidates.filter(candidate => nameKey(candidate) !== nameKey(name));
  return name.length < 3 ? null : nearest(name, others);
}

/** The place of the name: at DuckDB's position or soon after it, otherwise anywhere in the statement. */
function nameSpan(name: string, error: EngineError, given: Given): Span {
  const key = nameKey(name);
  const isName = (token: Token): boolean =>
    nameKey(identifierOf(token) ?? stringValue(token) ?? '') === key;
  const from = offsetOf(error, given);
  const after = given.tokens.filter(token => from === null || token.to > from);
  const token = after.slice(0, 7).find(isName) ?? given.tokens.find(isName);
  return token ? { from: token.from, to: token.to } : tokenSpan(error, given);
}

function tokenSpan(error: EngineError, given: Given): Span {
  const from = offsetOf(error, given);
  const first = given.tokens[0];
  const token =
    (from === null ? undefined : given.tokens.find(({ to }) => to > from)) ?? given.tokens.at(-1);
  const whole = { from: first?.from ?? 0, to: given.tokens.at(-1)?.to ?? 0 };
  return from !== null && token ? { from: token.from, to: token.to } : whole;
}

/**
 * A position inside a macro refers to the macro's own text: if DuckDB names an operator or function that is not at the
 * position, the macro's call is meant.
 */
function blamedSpan(error: EngineError, given: Given): Span {
  const span = takenSpan(error, given) ?? tokenSpan(error, given);
  const named = signatureName(error);
  const at = given.tokens.find(({ from }) => from === span.from);
  const macro = given.tokens.find(
    ({ text }, index) => given.macros.has(text) && given.tokens[index + 1]?.text === '(',
  );
  const isElsewhere = named !== undefined && nameKey(at?.text ?? '') !== nameKey(named);
  return macro && isElsewhere ? { from: macro.from, to: macro.to } : span;
}

function takenSpan(error: EngineError, { tokens }: Given): Span | null {
  const name = takenColumn(error);
  const token = tokens.findLast(each => nameKey(identifierOf(each) ?? '') === nameKey(name ?? ''));
  return name !== undefined && token ? { from: token.from, to: token.to } : null;
}

function offsetOf(error: EngineError, { composed }: Given): number | null {
  const unit = unitOf(error, composed.text);
  return unit === null ? null : composed.originOf(unit);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

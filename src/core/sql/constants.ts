/**
 * Evaluates constant expressions: literals, lists of them, dates, today and days from it, and variables whose value is
 * known. DuckDB evaluates anything else when the cell runs.
 */

import type { Json } from '../base/json';
import type { Span } from '../base/span';
import { closing } from './calls';
import { dayText } from './dayText';
import { calendarAmount } from './intervals';
import { nameKey, stringValue } from './names';
import { splitAtCommas, type Token } from './tokens';

/** A constant expression, NULL included. */
export interface Constant {
  readonly span: Span;
  /** As in results, a date as `YYYY-mm-dd`; null for NULL and if `days` or `elements` is set. */
  readonly value: Json;
  /** DuckDB's name of its type. */
  readonly type: string;
  /** Days from the day on which the cell runs, where the value is a date relative to it. */
  readonly days?: number;
  /** The elements of a list; null for one that is no constant. */
  readonly elements?: readonly (Constant | null)[];
  /** The span of each of them. */
  readonly places?: readonly Span[];
}

/** Variables whose value is known before the cell runs, by `nameKey`. */
export type KnownVariables = ReadonlyMap<string, Pick<Constant, 'value' | 'type'>>;

/** @returns The value of the expression of these tokens, or null if it is unknown. */
export function constantOf(
  tokens: readonly Token[],
  variables: KnownVariables = new Map(),
): Constant | null {
  const inner = withoutBrackets(tokens);
  const [first] = inner;
  const last = inner.at(-1);
  if (!first || !last) {
    return null;
  }
  const span = { from: first.from, to: last.to };
  return (
    literal(inner, span) ??
    cast(inner, span, variables) ??
    list(inner, span, variables) ??
    relativeDay(inner, span) ??
    variable(inner, span, variables)
  );
}

function withoutBrackets(tokens: readonly Token[]): readonly Token[] {
  let inner = tokens;
  while (inner[0]?.text === '(' && closing(inner, 0) === inner.length - 1) {
    inner = inner.slice(1, -1);
  }
  return inner;
}

function literal(tokens: readonly Token[], span: Span): Constant | null {
  const [first, second] = tokens;
  const text = stringValue(first);
  if (tokens.length === 1 && text !== undefined) {
    return { span, value: text, type: 'VARCHAR' };
  }
  const sign = first?.text === '-' ? -1 : 1;
  const digits = sign < 0 ? second : first;
  if (digits?.kind === 'number' && tokens.length === (sign < 0 ? 2 : 1)) {
    const value = Number(digits.text.replaceAll('_', ''));
    const type = /^\d+$/.test(digits.text) ? 'INTEGER' : 'DOUBLE';
    return Number.isFinite(value) ? { span, value: sign * value, type } : null;
  }
  if (tokens.length === 1 && first?.kind === 'word') {
    const words: Partial<Record<string, Constant>> = {
      null: { span, value: null, type: '"NULL"' },
      true: { span, value: true, type: 'BOOLEAN' },
      false: { span, value: false, type: 'BOOLEAN' },
    };
    return Object.hasOwn(words, first.text) ? (words[first.text] ?? null) : null;
  }
  return null;
}

/** `DATE '…'`, `'…'::DATE` and `CAST('…' AS DATE)`. */
function cast(tokens: readonly Token[], span: Span, variables: KnownVariables): Constant | null {
  const [first, second] = tokens;
  const text = stringValue(second);
  if (first?.text === 'date' && tokens.length === 2 && text !== undefined) {
    return { span, value: isoDay(text), type: 'DATE' };
  }
  if (tokens.at(-1)?.text === 'date' && tokens.at(-2)?.text === '::') {
    return asDate(constantOf(tokens.slice(0, -2), variables), span);
  }
  if (first?.text === 'cast' && second?.text === '(' && closing(tokens, 1) === tokens.length - 1) {
    const [type, as] = [tokens.at(-2), tokens.at(-3)];
    return type?.text === 'date' && as?.text === 'as'
      ? asDate(constantOf(tokens.slice(2, -3), variables), span)
      : null;
  }
  return null;
}

function asDate(constant: Constant | null, span: Span): Constant | null {
  const isDay = constant?.days !== undefined || typeof constant?.value === 'string';
  const value = typeof constant?.value === 'string' ? isoDay(constant.value) : null;
  return constant && isDay ? { ...constant, value, span, type: 'DATE' } : null;
}

/** DuckDB casts a month and a day of one digit as well. */
function isoDay(text: string): string {
  return dayText(text, ['-']) ?? text;
}

const textType = { type: 'VARCHAR' };

function list(tokens: readonly Token[], span: Span, variables: KnownVariables): Constant | null {
  const [first] = tokens;
  if (first?.text !== '[' || closing(tokens, 0) !== tokens.length - 1) {
    return null;
  }
  const parts = splitAtCommas(tokens.slice(1, -1), first.depth + 1);
  const written = parts.filter(part => part.length > 0);
  const elements = written.map(part => constantOf(part, variables));
  const places = written.map(part => ({ from: part[0]?.from ?? 0, to: part.at(-1)?.to ?? 0 }));
  const { type } = elements.find(element => element && element.value !== null) ?? textType;
  return { span, value: null, type: `${type}[]`, elements, places };
}

/** `current_date`, `today()`, and either with days or weeks added or taken away. */
function relativeDay(tokens: readonly Token[], span: Span): Constant | null {
  const now =
    tokens[0]?.text === 'current_date'
      ? 1
      : tokens[0]?.text === 'today' && tokens[1]?.text === '(' && tokens[2]?.text === ')'
        ? 3
        : 0;
  if (now === 0) {
    return null;
  }
  const [operator, ...written] = tokens.slice(now);
  const amount = operator ? calendarAmount(written) : { days: 0, months: 0 };
  const isSum = !operator || operator.text === '+' || operator.text === '-';
  if (!amount || amount.months > 0 || !isSum) {
    return null;
  }
  const { days } = amount;
  return {
    span,
    value: null,
    type: written[0]?.text === 'interval' ? 'TIMESTAMP' : 'DATE',
    days: operator?.text === '-' ? -days : days,
  };
}

function variable(
  tokens: readonly Token[],
  span: Span,
  variables: KnownVariables,
): Constant | null {
  const [name, open, text, close] = tokens;
  const written = stringValue(text);
  if (
    name?.text !== 'getvariable' ||
    open?.text !== '(' ||
    close?.text !== ')' ||
    tokens.length !== 4 ||
    written === undefined
  ) {
    return null;
  }
  const known = variables.get(nameKey(written));
  return known ? { span, ...known } : null;
}

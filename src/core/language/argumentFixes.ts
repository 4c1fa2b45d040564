/** Quick fixes for an argument of a call. */

import { t } from '../base/translations';
import { assertNever } from '../base/assertNever';
import { nearest } from '../base/nearest';
import { parsePlainDate } from '../base/plainDate';
import { contains, type Span } from '../base/span';
import type { SignalFunction } from '../service/functions';
import type { ArgumentProblem } from '../sql/argumentProblems';
import { closing, callsOf, type CallArgument, type SignalCall } from '../sql/calls';
import { changesLists } from '../sql/changesArguments';
import { changesCallsOf, type ChangesCall } from '../sql/changesCalls';
import { dayText } from '../sql/dayText';
import { stringValue } from '../sql/names';
import { tokenize, type Token } from '../sql/tokens';
import { textLiteral } from '../base/quoted';
import { fix, nearFix } from './fixParts';
import type { Fix } from './problems';

/** Words that DuckDB casts to dates, and the service does not accept. */
const spoken = new Map([
  ['today', 'current_date'],
  ['now', 'current_date'],
  ['yesterday', 'current_date - 1'],
  ['tomorrow', 'current_date + 1'],
]);

/** @returns The fix that includes the day of `date_to`. */
export function renameEnd(text: string, span: Span): Fix[] {
  const end = argumentNamed(callAround(text, span), 'date_to');
  return end ? [fix(t('Include the day: date_through'), end.nameSpan, 'date_through')] : [];
}

/**
 * @param names The start, and what the end may be called.
 * @returns The two dates in each other's place.
 */
export function swapEnds(text: string, span: Span, names: readonly string[]): Fix[] {
  const [start = '', ...ends] = names;
  const call = callAround(text, span);
  const from = argumentNamed(call, start)?.value;
  const to = ends.map(name => argumentNamed(call, name)?.value).find(Boolean);
  if (!from || !to) {
    return [];
  }
  const edits = [
    { span: from, text: text.slice(to.from, to.to) },
    { span: to, text: text.slice(from.from, from.to) },
  ];
  return [{ title: t('Swap the two dates'), edits }];
}

/** @returns The fixes for an argument of a call. */
export function argumentFixes(problem: ArgumentProblem, span: Span, text: string): readonly Fix[] {
  const { code, data } = problem;
  switch (code) {
    case 'unknownArgument':
      return nearFix(text, span, data.near);
    case 'unknownValue':
    case 'unknownEvent':
      return valueFixes(problem.element !== null, data.near, span, text);
    case 'repeatedArgument':
      return removal(text, span, t('Remove the second one'));
    case 'bothEnds':
      return [
        ...removal(text, span, t('Keep date_to, which is excluded')),
        ...removal(text, endSpan(text, span), t('Keep date_through, which is included')),
      ];
    case 'endAndLookBack':
      return removal(text, span, t('Remove default_time_back'));
    case 'notWhole':
      return numberFix(text, span);
    case 'notDate':
      return dateFixes(text, span, data.isTime);
    case 'unnamedArgument':
      return nameFix(text, span);
    case 'listForOne':
      return firstOfList(text, span);
    case 'sinceAfterUntil':
      return swapEnds(text, span, ['since', 'until']);
    case 'twoBaselines':
      return removal(text, span, t('Keep since'));
    case 'wrongList':
      return listFixes(data.value, span);
    case 'notText':
    case 'wrongEntities':
      return listInBrackets(text, span);
    case 'missingEntities':
      return []; // Only the author knows which entities are meant.
    default:
      return assertNever(code);
  }
}

function endSpan(text: string, span: Span): Span | null {
  return argumentNamed(callAround(text, span), 'date_to')?.nameSpan ?? null;
}

/** Takes the argument whose name is at `name` away, with the comma before or after it. */
function removal(text: string, name: Span | null, title: string): Fix[] {
  const call = name && callAround(text, name);
  const at = call?.arguments.findIndex(({ nameSpan }) => nameSpan.from === name?.from) ?? -1;
  const [previous, own, next] = [-1, 0, 1].map(step => call?.arguments[at + step]);
  if (!own || at < 0) {
    return [];
  }
  const span = previous
    ? { from: previous.value.to, to: own.value.to }
    : { from: own.nameSpan.from, to: next?.nameSpan.from ?? own.value.to };
  return [fix(title, span, '')];
}

function numberFix(text: string, span: Span): Fix[] {
  const digits = /^'\s*(\d{1,15})\s*'$/.exec(text.slice(span.from, span.to))?.[1];
  return digits === undefined ? [] : [fix(t('Write the number {0}', Number(digits)), span, digits)];
}

/**
 * `name = value` is meant as `name := value`; an unnamed text that only one argument allows is taken as that argument.
 */
function nameFix(text: string, span: Span): Fix[] {
  const call = callAround(text, span);
  const [, written = '', equals] = /^(\w+)(\s*=>?\s*)/.exec(text.slice(span.from, span.to)) ?? [];
  const isName = call && 'arguments' in call.function && namesOf(call.function).includes(written);
  if (isName && equals !== undefined) {
    const from = span.from + written.length;
    return [fix(t('Write {0} := …', written), { from, to: from + equals.length }, ' := ')];
  }
  const value = /^'([^']*)'$/.exec(text.slice(span.from, span.to))?.[1];
  const given = new Set(call?.arguments.map(({ name }) => name));
  const takes = call && 'arguments' in call.function ? call.function.arguments : [];
  const [name, other] = takes
    .filter(({ values }) => value !== undefined && values.includes(value))
    .map(parameter => parameter.name);
  return name !== undefined && other === undefined && !given.has(name)
    ? [fix(t('Write {0} := …', name), { from: span.from, to: span.from }, `${name} := `)]
    : [];
}

function namesOf({ arguments: all, first }: SignalFunction): string[] {
  return [...all.map(({ name }) => name), ...(first === null ? [] : [first])];
}

/** The lists that can be compared, the one that is spelled most like `value` first. */
function listFixes(value: string | null, span: Span): Fix[] {
  const near = nearest(value?.replaceAll("'", '') ?? '', changesLists);
  const lists = [...changesLists].sort((a, b) => Number(b === near) - Number(a === near));
  return value === null
    ? [] // Nothing is written there that could be changed.
    : lists.map(list => fix(t("Change to '{0}'", list), span, textLiteral(list)));
}

/** @returns The one element of a list without its brackets. */
function firstOfList(text: string, span: Span): Fix[] {
  const tokens = tokenize(text.slice(span.from, span.to));
  const [open, only, close] = tokens;
  return tokens.length === 3 && open?.text === '[' && close?.text === ']' && only
    ? [
        fix(
          t('Write the value alone'),
          span,
          text.slice(span.from + only.from, span.from + only.to),
        ),
      ]
    : [];
}

/**
 * @param isElement Whether the value is one of a list's.
 * @returns The value that is meant, or the list without it where it is NULL.
 */
function valueFixes(
  isElement: boolean,
  near: string | null,
  span: Span,
  text: string,
): readonly Fix[] {
  const [first, second] = tokenize(text.slice(span.from, span.to));
  if (isElement && second) {
    return []; // Its position in the list is unknown.
  }
  if (isElement && first?.text === 'null') {
    return elementRemoval(text, span);
  }
  return near === null
    ? listInBrackets(text, span)
    : [fix(t("Change to '{0}'", near), span, textLiteral(near))];
}

/** Takes the element of a list away, with the comma before or after it. */
function elementRemoval(text: string, { from, to }: Span): Fix[] {
  const tokens = tokenize(text);
  const at = tokens.findIndex(token => token.from === from);
  const [before, after, next] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
  const span =
    before?.kind === 'comma'
      ? { from: before.from, to }
      : { from, to: after?.kind === 'comma' && next ? next.from : to };
  return [fix(t('Remove NULL'), span, '')];
}

/** @returns The list that is meant by `('a', 'b')`, a row of two columns, where the argument takes one. */
function listInBrackets(text: string, span: Span): Fix[] {
  const call = callAround(text, span);
  const argument = call?.arguments.find(({ value }) => value.from === span.from);
  const name = argument?.name?.toLowerCase() ?? call?.function.first;
  const takes = call && 'arguments' in call.function ? call.function : undefined;
  const takesList =
    name !== undefined &&
    (name === takes?.first ||
      takes?.arguments.some(parameter => parameter.repeatable && parameter.name === name));
  const tokens = tokenize(text.slice(span.from, span.to));
  const isRow = tokens[0]?.text === '(' && closing(tokens, 0) === tokens.length - 1;
  const inner = tokens.slice(1, -1);
  const hasComma = inner.some(({ kind, depth }) => kind === 'comma' && depth === 1);
  if (!takesList || !isRow || !hasComma || inner[0]?.kind !== 'string') {
    return [];
  }
  return [fix(t('Write a list'), span, `[${text.slice(span.from + 1, span.to - 1)}]`)];
}

/**
 * Quick fixes for an argument that is not a date.
 *
 * @param isTime Whether the value is a point in time.
 */
function dateFixes(text: string, span: Span, isTime: boolean): Fix[] {
  const written = text.slice(span.from, span.to);
  if (isTime) {
    return [fix(t('Cast it to a date'), span, `CAST(${written} AS DATE)`)];
  }
  const tokens = tokenize(written);
  if (tokens[0]?.text === 'interval') {
    return [fix(t('Count it back from today'), span, `current_date - ${written}`)];
  }
  const day = literalText(tokens);
  const known = spoken.get(day.trim().toLowerCase());
  if (known !== undefined) {
    return [fix(t('Write {0}', known), span, known)];
  }
  const date = parsePlainDate(dayText(withoutTime(day), ['-', '/', '.', '']) ?? '');
  return date === undefined ? [] : [fix(t("Write DATE '{0}'", date), span, `DATE '${date}'`)];
}

/** The one text or number of the expression, a cast or `DATE` beside it. */
function literalText(tokens: readonly Token[]): string {
  const literals = tokens.filter(({ kind }) => kind === 'string' || kind === 'number');
  const [only] = literals;
  return literals.length === 1 ? (stringValue(only) ?? only?.text ?? '') : '';
}

/** `2026-01-05T10:00:00Z`: the day of it. */
function withoutTime(text: string): string {
  return text.replace(/[T ]\d{1,2}:\d{2}.*$/, '');
}

/** @returns The call around `span`, the innermost one; its own arguments are those of the text. */
function callAround(text: string, span: Span): SignalCall | ChangesCall | undefined {
  const tokens = tokenize(text);
  return [...callsOf({ tokens }), ...changesCallsOf({ tokens })]
    .filter(call => contains(call.span, span))
    .sort((one, other) => other.span.from - one.span.from)[0];
}

/** @returns Its argument of that name (lower case), where it is written with it. */
function argumentNamed(
  call: SignalCall | ChangesCall | undefined,
  name: string,
): CallArgument | undefined {
  return call?.arguments.find(argument => argument.name?.toLowerCase() === name);
}

/** Quick fixes for an argument of a call. */

import { assertNever } from '../base/assertNever';
import { nearest } from '../base/nearest';
import type { Span } from '../base/span';
import type { SignalFunction } from '../service/functions';
import type { ArgumentProblem } from '../sql/argumentProblems';
import { changesLists } from '../sql/changesArguments';
import { argumentNamed, callAround } from './callAround';
import { dateFixes } from './dateFixes';
import { textLiteral } from '../base/quoted';
import { fix, nearFix } from './fixParts';
import { firstOfList, listInBrackets, valueFixes } from './listArgumentFixes';
import type { Fix } from './problems';

/** @returns The fix that includes the day of `date_to`. */
export function renameEnd(text: string, span: Span): Fix[] {
  const end = argumentNamed(callAround(text, span), 'date_to');
  return end ? [fix('Include the day: date_through', end.nameSpan, 'date_through')] : [];
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
  return [{ title: 'Swap the two dates', edits }];
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
      return removal(text, span, 'Remove the second one');
    case 'bothEnds':
      return [
        ...removal(text, span, 'Keep date_to, which is excluded'),
        ...removal(text, endSpan(text, span), 'Keep date_through, which is included'),
      ];
    case 'endAndLookBack':
      return removal(text, span, 'Remove default_time_back');
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
      return removal(text, span, 'Keep since');
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
  return digits === undefined ? [] : [fix(`Write the number ${Number(digits)}`, span, digits)];
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
    return [fix(`Write ${written} := …`, { from, to: from + equals.length }, ' := ')];
  }
  const value = /^'([^']*)'$/.exec(text.slice(span.from, span.to))?.[1];
  const given = new Set(call?.arguments.map(({ name }) => name));
  const takes = call && 'arguments' in call.function ? call.function.arguments : [];
  const [name, other] = takes
    .filter(({ values }) => value !== undefined && values.includes(value))
    .map(parameter => parameter.name);
  return name !== undefined && other === undefined && !given.has(name)
    ? [fix(`Write ${name} := …`, { from: span.from, to: span.from }, `${name} := `)]
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
    : lists.map(list => fix(`Change to '${list}'`, span, textLiteral(list)));
}

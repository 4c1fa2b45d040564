/** How a finding can be put right: edits of the cell's text, nothing else. */

import { assertNever } from '../base/assertNever';
import { nearest } from '../base/nearest';
import { parsePlainDate } from '../base/plainDate';
import type { Span } from '../base/span';
import type { ArgumentProblem } from '../sql/argumentProblems';
import type { SignalFunction } from '../service/functions';
import { callsOf, type CallArgument, type SignalCall } from '../sql/calls';
import { changesLists } from '../sql/changesArguments';
import { changesCallsOf, type ChangesCall } from '../sql/changesCalls';
import { tokenize } from '../sql/tokens';
import type { VisualiseProblem } from '../visualise/problems';
import type { Finding, Fix } from './problems';

/** @returns The edits that leave `text` without the finding, the likeliest first; none where only the author knows. */
export function fixesOf(finding: Finding, text: string): readonly Fix[] {
  const { code, span, data } = finding;
  switch (code) {
    case 'unknownTable':
      return data.isFunction
        ? [fix(`Write ${data.name}()`, { from: span.to, to: span.to }, '()')]
        : nearFix(text, span, data.near);
    case 'unknownColumn':
    case 'unknownFunction':
    case 'unknownType':
    case 'unknownVariable':
    case 'unknownPortfolio':
      return nearFix(text, span, data.near);
    case 'definedTwice':
    case 'existsAlready':
      return data.as === data.kind ? replaceFix(text, span) : [];
    case 'emptyRange':
      return renameEnd(text, span);
    case 'reversedRange':
      return swapEnds(text, span, ['date_from', 'date_to', 'date_through']);
    case 'lateral':
      return data.isText ? [fix('Write it as text', span, textLiteral(data.name))] : [];
    case 'argument':
      return argumentFixes(data.problem, span, text);
    case 'chart':
      return chartFixes(data.problem, span, text);
    case 'secondSource':
      return removeSource(text, span);
    case 'specificationSyntax':
      return commaFix(data.comma, span);
    case 'specificationKey':
      return jsonFix(span, data.near === null ? null : JSON.stringify(data.near));
    case 'specificationValue':
      return jsonFix(span, data.near);
    case 'redefined':
    case 'definedLater':
      return []; // Other cells change with them: see `notebookFixes.ts`.
    case 'circle': // Which of the cells is to do without the other only its author knows.
    case 'syntax': // DuckDB says where it stumbled, not what was meant.
    case 'engine':
    case 'needsOver': // Over which rows, and in which order, only the author knows.
    case 'rowsNotValue': // As well as which column is meant.
    case 'noValue': // A value that is missing cannot be made up.
    case 'requestEach': // Nothing is wrong: it is told what the call costs.
    case 'specificationUrl': // Which table holds the same, only the author knows.
    case 'specificationRule':
    case 'noRows': // The query that is to be drawn is missing.
      return [];
    default:
      return assertNever(code);
  }
}

function fix(title: string, span: Span, text: string): Fix {
  return { title, edits: [{ span, text }] };
}

/** Writes `near` the way the wrong name is written: bare, as a text, or as a quoted name. */
function nearFix(text: string, span: Span, near: string | null): Fix[] {
  if (near === null) {
    return [];
  }
  const quote = text[span.from];
  const written =
    quote === "'" ? textLiteral(near) : quote === '"' || !isBare(near) ? quotedName(near) : near;
  return [fix(`Change to ${near}`, span, written)];
}

function isBare(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function replaceFix(text: string, name: Span): Fix[] {
  const create = tokenize(text.slice(0, name.from)).findLast(({ text: word }) => word === 'create');
  if (!create) {
    return [];
  }
  const span = { from: create.to, to: create.to };
  return [fix('Write CREATE OR REPLACE', span, ' OR REPLACE')];
}

/** `FROM table` of a clause behind a query; the query's own rows are drawn then, as they were before. */
function removeSource(text: string, source: Span): Fix[] {
  const [before, from] = tokenize(text.slice(0, source.from)).slice(-2);
  return before && from?.text === 'from'
    ? [fix('Remove it', { from: before.to, to: source.to }, '')]
    : [];
}

/** The call around `span`, the innermost one; its own arguments are those of the text. */
function callAround(text: string, span: Span): SignalCall | ChangesCall | undefined {
  const tokens = tokenize(text);
  return [...callsOf({ tokens }), ...changesCallsOf({ tokens })]
    .filter(call => call.span.from <= span.from && span.to <= call.span.to)
    .sort((one, other) => other.span.from - one.span.from)[0];
}

function argumentNamed(
  call: SignalCall | ChangesCall | undefined,
  name: string,
): CallArgument | undefined {
  return call?.arguments.find(argument => argument.name?.toLowerCase() === name);
}

function renameEnd(text: string, span: Span): Fix[] {
  const end = argumentNamed(callAround(text, span), 'date_to');
  return end ? [fix('Include the day: date_through', end.nameSpan, 'date_through')] : [];
}

/** @param names The start, and what the end may be called. */
function swapEnds(text: string, span: Span, [start = '', ...ends]: readonly string[]): Fix[] {
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

function argumentFixes(problem: ArgumentProblem, span: Span, text: string): readonly Fix[] {
  const { code, data } = problem;
  switch (code) {
    case 'unknownArgument':
      return nearFix(text, span, data.near);
    case 'unknownValue':
    case 'unknownEvent':
      return data.near === null
        ? []
        : [fix(`Change to '${data.near}'`, span, textLiteral(data.near))];
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
      return dateFix(text, span);
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
    case 'missingEntities':
    case 'wrongEntities':
      return []; // Which text, and which entities, only the author knows.
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

/** `2026-1-5`, `2026/01/05` and `20260105` are told apart from other orders by the year in front. */
function dateFix(text: string, span: Span): Fix[] {
  const written = /'([^']*)'/.exec(text.slice(span.from, span.to))?.[1] ?? '';
  const parts = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(written.trim());
  const [, year = '', separator, month = '', day = ''] = parts ?? [];
  if (!parts || (separator === '' && written.trim().length !== 8)) {
    return [];
  }
  const date = parsePlainDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return date === undefined ? [] : [fix(`Write DATE '${date}'`, span, `DATE '${date}'`)];
}

/** `name = value` is meant as `name := value`; a text without a name that one argument alone allows is that argument's. */
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

function firstOfList(text: string, span: Span): Fix[] {
  const tokens = tokenize(text.slice(span.from, span.to));
  const [open, only, close] = tokens;
  return tokens.length === 3 && open?.text === '[' && close?.text === ']' && only
    ? [fix('Write the value alone', span, text.slice(span.from + only.from, span.from + only.to))]
    : [];
}

function commaFix(comma: 'missing' | 'superfluous' | null, { from, to }: Span): Fix[] {
  switch (comma) {
    case 'missing':
      return [fix('Write a comma', { from, to: from }, ', ')];
    case 'superfluous':
      return [fix('Remove the comma', { from, to }, '')];
    default:
      return [];
  }
}

function jsonFix(span: Span, json: string | null): Fix[] {
  return json === null ? [] : [fix(`Change to ${json}`, span, json)];
}

/** The one of `one of a, b, c` that is spelled most like what is written. */
function oneOf(expected: string | object, written: string): string | null {
  const list = typeof expected === 'string' ? /^one of (.+)$/.exec(expected)?.[1] : undefined;
  return list === undefined ? null : nearest(written.replaceAll("'", ''), list.split(', '));
}

function chartFixes({ data, code }: VisualiseProblem, span: Span, text: string): Fix[] {
  const written = text.slice(span.from, span.to);
  const near =
    'near' in data ? data.near : 'expected' in data ? oneOf(data.expected, written) : null;
  const isKeyword = code === 'unknownClause' || code === 'unknownScaleType';
  if (isKeyword && near !== null) {
    const keyword = written === written.toUpperCase() ? near.toUpperCase() : near.toLowerCase();
    return [fix(`Change to ${keyword}`, span, keyword)];
  }
  return nearFix(text, span, near);
}

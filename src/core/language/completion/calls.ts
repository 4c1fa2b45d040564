/** Completions of callables, and of the arguments of a call. */

import { t } from '../../base/translations';
import type { Span } from '../../base/span';
import { nameKey } from '../../sql/names';
import type { EngineFunction } from '../assist';
import type { CallPlace } from '../callAt';
import {
  argumentOf,
  builtInCallables,
  callableNamed,
  type Callable,
  type CallableArgument,
} from '../callables';
import { companyFacts } from '../companies';
import { argumentMarkdown, code, escaped } from '../markdown';
import type { KnownColumn } from '../sourceColumns';
import { sourcesAt } from '../sources';
import { literalAt, snippetText, type Groups, type Offer, type Place } from './item';
import { columnOffer, identifier, portfolioOffers, tableOffers } from './names';
import { portfolioCalls, valueOffers } from './values';
import { variableOperands, variableValues } from './variables';
import { wantsOperand } from './words';

/** @returns Signal functions, analyses and macros; `prefix` is put before the inserted name. */
export function callableOffers(place: Place, prefix = ''): Offer[] {
  return [...builtInCallables, ...macros(place)].map(each => callableOffer(place, each, prefix));
}

/** @returns Only signal functions. */
export function signalOffers(place: Place): Offer[] {
  return builtInCallables
    .filter(({ kind }) => kind === 'signal')
    .map(each => callableOffer(place, each, ''));
}

/** @returns The macros of the cells. */
export function macroOffers(place: Place, prefix = ''): Offer[] {
  return macros(place).map(each => callableOffer(place, each, prefix));
}

function callableOffer(place: Place, callable: Callable, prefix: string): Offer {
  const { name, doc, kind } = callable;
  const brackets = isCalled(place) ? '' : `(${argumentsSnippet(place, callable)})$0`;
  return {
    label: name,
    kind: 'function',
    detail: { signal: t('signal function'), analysis: 'analysis', macro: 'macro' }[kind],
    documentation: doc === null ? null : escaped(doc),
    insert: `${prefix}${snippetText(name)}${brackets}`,
    isSnippet: true,
    then: brackets.includes('|') ? null : 'suggest',
  };
}

/** Whether the word is already followed by the brackets of a call. */
export function isCalled({ cursor: { text, span } }: Pick<Place, 'cursor'>): boolean {
  return /^\s*\(/.test(text.slice(span.to));
}

function macros({ catalogue }: Place): Callable[] {
  return catalogue.macros.flatMap(({ name }) => callableNamed(name, catalogue) ?? []);
}

/** @returns The arguments that have to be given as places to fill in, without the brackets. */
export function argumentsSnippet(place: Place, callable: Callable): string {
  const required = callable.arguments.filter(argument => argument.required);
  const [only] = required;
  if (required.length > 1) {
    return required.map((argument, at) => argumentStop(place, argument, at + 1)).join(', ');
  }
  const portfolios = place.facts.notebook.portfolios ?? [];
  const isKnown = companyFacts(place.facts).length > 0 || portfolios.length > 0;
  return only?.kind === 'entities' && !isKnown ? "'${1:company:…}'" : '$1';
}

/** Most tables that a place to fill in lets choose from. */
const MOST_CHOICES = 8;

function argumentStop(place: Place, { kind, name }: CallableArgument, at: number): string {
  const made = kind === 'table' ? place.catalogue.tables : [];
  const tables = made
    .filter(({ origin }) => origin.kind !== 'reference')
    .map(table => identifier(table.name, place))
    .slice(0, MOST_CHOICES);
  return tables.length === 0
    ? `\${${at}:${snippetText(name)}}`
    : `\${${at}|${[name, ...tables].map(choice => choice.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
}

/** @returns Completions for the argument at the cursor. */
export function argumentGroups(place: Place, call: CallPlace): Groups {
  const { cursor, catalogue } = place;
  const callable = callableNamed(call.name, catalogue);
  const argument = callable && argumentOf(callable, { name: call.argument, index: call.index });
  if (!callable || (cursor.quote === '"' && argument?.kind !== 'table')) {
    return [];
  }
  const values = argument ? argumentValues(place, call, argument) : [];
  const names = call.isStart && cursor.quote === null ? nameOffers(call, callable) : [];
  return argument?.required === true && call.argument === null ? [values, names] : [names, values];
}

function argumentValues(place: Place, call: CallPlace, argument: CallableArgument): Offer[] {
  const { quote, written, before } = place.cursor;
  if (argument.kind === 'date' && quote !== null && before.at(-1)?.text === 'date') {
    return valueOffers(place, argument);
  }
  const isLater = !call.isValueStart || (call.isInList && !argument.repeatable);
  const isNumber = quote === null && /^\d/.test(written) && argument.kind !== 'values';
  if (isLater || isNumber) {
    const goesOn = quote === null && !isNumber && !call.isInList && wantsOperand(before);
    return goesOn ? variableOperands(place, argument) : [];
  }
  const variables = quote === null ? variableValues(place, argument, call.isInList) : [];
  switch (argument.kind) {
    case 'table':
      return tableOffers(place);
    case 'portfolio':
      return portfolioOffers(place);
    case 'column':
      return columnTexts(place, call, argument);
    case 'date':
      return valueOffers(place, argument);
    case 'entities':
      // A few portfolios and variables would not be seen below hundreds of companies.
      return [...portfolioCalls(place), ...variables, ...valueOffers(place, argument)];
    default:
      return [...valueOffers(place, argument), ...variables];
  }
}

/** Columns of the tables that the call names, as texts. */
function columnTexts(place: Place, call: CallPlace, argument: CallableArgument): Offer[] {
  const { cursor, catalogue } = place;
  const named = new Set(
    call.arguments.map(({ value }) =>
      nameKey(cursor.text.slice(value.from, value.to).replace(/^['"]|['"]$/g, '')),
    ),
  );
  const columns = catalogue.tables
    .filter(({ name }) => named.has(nameKey(name)))
    .flatMap((table): Offer[] =>
      (table.columns ?? []).map(column => textColumn(place, column, table.name)),
    );
  return [...valueOffers(place, argument), ...columns];
}

function textColumn(place: Place, column: KnownColumn, of: string): Offer {
  const { cursor } = place;
  return { ...columnOffer(place, column, of), insert: literalAt(cursor, column.name) };
}

/** The named arguments that the call does not have yet. */
function nameOffers(call: CallPlace, callable: Callable): Offer[] {
  const given = new Set(
    call.arguments.flatMap(({ name }) => (name === null ? [] : [nameKey(name)])),
  );
  return callable.arguments
    .filter(
      ({ name }, at) => !given.has(nameKey(name)) && !(at < call.index && at < callable.positional),
    )
    .filter(({ name }) => !excluded(given, name))
    .map(argument => ({
      label: argument.name,
      kind: 'argument' as const,
      detail: argumentDetail(argument),
      documentation: argumentMarkdown(argument),
      insert: `${argument.name} := `,
      then: 'suggest' as const,
    }));
}

/** Giving both ends is an error, so the second one is not offered. */
function excluded(given: ReadonlySet<string>, name: string): boolean {
  const ends = ['date_to', 'date_through'];
  return ends.includes(name) && ends.some(end => given.has(end));
}

function argumentDetail({ kind, default: standard, required }: CallableArgument): string {
  const what = { values: t('one of a list'), any: '' }[kind as string] ?? kind;
  const rest = required ? t('required') : standard === null ? '' : t('default {0}', standard);
  return [what, rest].filter(part => part !== '').join(', ');
}

/** Cached per list of functions: there are hundreds of items, and each keystroke may need them. */
const engineKnown = new WeakMap<readonly EngineFunction[], Map<string, readonly Offer[]>>();

/** @returns DuckDB's functions, either table functions or scalar ones; those of PostgreSQL's catalogue last. */
export function engineOffers(place: Place, givesRows: boolean): readonly Offer[] {
  const { functions } = place.facts.vocabulary;
  const calls = isCalled(place);
  const key = `${givesRows} ${calls}`;
  const known = engineKnown.get(functions) ?? new Map<string, readonly Offer[]>();
  const offers =
    known.get(key) ??
    functions
      .filter(each => each.givesRows === givesRows)
      .sort((one, other) => Number(isOfPostgres(one)) - Number(isOfPostgres(other)))
      .map(each => engineOffer(each, calls));
  engineKnown.set(functions, known.set(key, offers));
  return offers;
}

function isOfPostgres({ name }: EngineFunction): boolean {
  return name.startsWith('pg_');
}

function engineOffer(each: EngineFunction, calls: boolean): Offer {
  return {
    label: each.name,
    kind: 'function',
    detail: signatureText(each),
    documentation: engineMarkdown(each),
    insert: calls ? each.name : `${each.name}(${takesNothing(each) ? ')' : '$1)'}$0`,
    isSnippet: !calls,
    then: takesNothing(each) ? null : 'signature',
  };
}

function takesNothing({ overloads }: EngineFunction): boolean {
  return overloads.length > 0 && overloads.every(({ parameters }) => parameters.length === 0);
}

/** @returns The parameters of the first overload, and how many more there are. */
export function signatureText({ overloads }: EngineFunction): string {
  const [first] = overloads;
  const more = overloads.length > 1 ? t(', and {0} more', overloads.length - 1) : '';
  return `(${(first?.parameters ?? []).map(({ name }) => name).join(', ')})${more}`;
}

/** @returns DuckDB's documentation of the function. */
export function engineMarkdown({ doc, example }: EngineFunction): string {
  const parts = [
    doc === null ? null : escaped(doc),
    example === null ? null : t('Example: {0}', code(example)),
  ];
  return [...parts.filter(part => part !== null), t("One of DuckDB's own functions.")].join('\n\n');
}

/** @returns The sources of the query around the cursor; the word that is typed is none of their names yet. */
export function sourcesOf({ cursor, catalogue }: Place): ReturnType<typeof sourcesAt> {
  const { text, offset, span, quote } = cursor;
  const isTyped = ({ from, to }: Span): boolean => from < span.to && span.from < to;
  const tokens = quote === null ? cursor.tokens.filter(each => !isTyped(each)) : cursor.tokens;
  return sourcesAt({ text, tokens, catalogue }, offset);
}

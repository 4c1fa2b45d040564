/** Completions within the SQL of a statement, outside the arguments of a known call. */

import { t } from '../../base/translations';
import { commonTablesAt } from '../../sql/scope';
import { nameKey, writtenIdentifier } from '../../sql/names';
import type { Token } from '../../sql/tokens';
import { openBrackets } from '../callAt';
import type { Cursor } from '../cursor';
import type { Source } from '../sourceColumns';
import { queriesAround } from '../sources';
import { callableOffers, engineOffers, macroOffers, signalOffers, sourcesOf } from './calls';
import { comparedDates, comparedTexts, textsWithin } from './compared';
import type { Groups, Offer, Place } from './item';
import { columnOffers, identifier, tableOffers } from './names';
import { chartOffers, endsLine, queryOffers, typedChartOffers } from './statementStart';
import {
  isNewName,
  queryWords,
  relationWords,
  takesType,
  typeOffers,
  wantsOperand,
  wordOffers,
} from './words';

const relationOpeners = new Set(
  'from join describe summarize into update table view pivot unpivot'.split(' '),
);

/** @returns Completions at the cursor. */
export function statementGroups(place: Place): Groups {
  const { cursor } = place;
  if (cursor.quote === "'") {
    return [textsWithin(place) ?? comparedTexts(place)];
  }
  const charts = typedChartOffers(place);
  if (charts) {
    return [charts];
  }
  if (saysEnough(place) || isNewName(place)) {
    return [];
  }
  const within = textsWithin(place);
  if (within) {
    return [within];
  }
  const { before } = cursor;
  const last = before.at(-1);
  if (last?.text === '.') {
    return [columnOffers(place, sourcesOf(place), qualifierOf(place))];
  }
  if (opensRelation(before)) {
    return relationGroups(place);
  }
  if (takesType(before)) {
    return [typeOffers(place)];
  }
  if (last?.text === 'as') {
    return [wordOffers(place)];
  }
  if (before.length === 0) {
    return statementStart(place);
  }
  return expressionGroups(place);
}

/** Whole queries, or only FROM and the call where something follows on the line. */
function statementStart(place: Place): Groups {
  return endsLine(place)
    ? [wordOffers(place), queryOffers(place), macroOffers(place, 'FROM '), chartOffers]
    : [wordOffers(place), callableOffers(place, 'FROM ')];
}

function qualifierOf({ cursor }: Place): string | null {
  const token = cursor.before.at(-2);
  return (token && writtenIdentifier(cursor.text, token)) ?? null;
}

/** Whether a relation comes next: after FROM and JOIN, in a bracket there, and after a comma between relations. */
function opensRelation(before: readonly Token[]): boolean {
  const last = before.at(-1);
  if (last?.kind === 'word') {
    return relationOpeners.has(last.text);
  }
  if (last?.text === '(') {
    return /^(from|join)$/.test(before.at(-2)?.text ?? '');
  }
  if (last?.kind !== 'comma') {
    return false;
  }
  const words = before.filter(({ kind, depth }) => kind === 'word' && depth === last.depth);
  const opener = words.findLast(({ text }) => clauseStarts.has(text));
  return opener?.text === 'from' || opener?.text === 'join';
}

const clauseStarts = new Set(
  'select from join where group having qualify order limit on using set values window with'.split(
    ' ',
  ),
);

function relationGroups(place: Place): Groups {
  const { cursor } = place;
  const common = commonTablesAt(cursor.tokens, cursor.offset).map(({ name }) => ({
    ...{ label: name, kind: 'table' as const, detail: t('common table expression') },
    insert: identifier(name, place),
  }));
  if (cursor.quote === '"') {
    return [[...common, ...tableOffers(place)]];
  }
  const opener = cursor.before.at(-1)?.text ?? '';
  const isChanged = relationOpeners.has(opener) && opener !== 'from' && opener !== 'join';
  const signals = isChanged ? [] : signalOffers(place);
  const names = [common, signals, tableOffers(place), callableOffers(place)];
  const functions = engineOffers(place, true);
  const isBracket = opener === '(';
  return isBracket
    ? [queryWords(), ...names, functions]
    : [...names, relationWords(place), functions];
}

function expressionGroups(place: Place): Groups {
  const { cursor } = place;
  const sources = sourcesOf(place);
  const columns = columnOffers(place, sources);
  if (cursor.quote === '"') {
    return [columns];
  }
  const list = columnList(cursor.before);
  if (list !== null) {
    const isShared = list === 'using' && sources.length > 1;
    return [isShared ? sharedColumns(columns, sources) : columns];
  }
  const qualifiers = sources
    .filter(({ name }) => name !== '')
    .map(({ name }) => ({
      ...{ label: name, kind: 'table' as const, detail: t('table of this query') },
      insert: identifier(name, place),
    }));
  const words = wordOffers(place);
  const own = [...lambdaOffers(place), ...aliasOffers(place)];
  const names = [columns, own, qualifiers, macroOffers(place)];
  const functions = engineOffers(place, false);
  return wantsOperand(cursor.before)
    ? [comparedDates(place), ...names, words, functions]
    : [words, ...names, functions];
}

/** The word before the innermost bracket that holds nothing but columns; null if none is open. */
function columnList(before: readonly Token[]): string | null {
  const open = openBrackets(before).at(-1) ?? 0;
  const word = before[open - 1]?.text ?? '';
  const isInserted = before[open - 2]?.text === 'into' && before[0]?.text === 'insert';
  return ['using', 'exclude'].includes(word) ? word : isInserted ? 'into' : null;
}

/** The columns that two sources share by name; all columns if there are none. */
function sharedColumns(all: Offer[], sources: readonly Source[]): Offer[] {
  const count = new Map<string, number>();
  for (const { columns } of sources) {
    const keys = new Set((columns ?? []).map(({ name }) => nameKey(name)));
    keys.forEach(key => count.set(key, (count.get(key) ?? 0) + 1));
  }
  const shared = all.filter(({ label }) => (count.get(nameKey(label)) ?? 0) > 1);
  return shared.length > 0 ? shared : all;
}

function lambdaOffers(place: Place): Offer[] {
  return lambdaParameters(place.cursor).map(name => ({
    label: name,
    kind: 'variable',
    detail: t('parameter of the lambda'),
    insert: identifier(name, place),
  }));
}

/** Aliases of the query's columns: DuckDB accepts them in every later clause. */
function aliasOffers(place: Place): Offer[] {
  return selectedAliases(place.cursor).map(name => ({
    label: name,
    kind: 'column',
    detail: t('named in this query'),
    insert: identifier(name, place),
  }));
}

/** Directly after a text or in a number, where nothing can be completed. */
function saysEnough({ cursor: { tokens, offset, quote, written } }: Place): boolean {
  const touched = tokens.find(({ from, to }) => from < offset && offset <= to);
  const isQuoted = touched?.kind === 'string' || touched?.kind === 'quoted';
  return quote === null && (touched?.kind === 'number' || (isQuoted && written === ''));
}

/** @returns The names after AS in the SELECT list of the query around the cursor, those before the cursor, each once. */
function selectedAliases({ text, tokens, before, offset }: Cursor): string[] {
  const [query] = queriesAround(tokens, offset);
  const depth = tokens[query?.from ?? 0]?.depth ?? 0;
  const names = new Set<string>();
  let isSelected = false;
  before.forEach((token, at) => {
    if (at < (query?.from ?? 0) || token.depth !== depth || token.kind !== 'word') {
      return;
    }
    const next = before[at + 1];
    const name = next && writtenIdentifier(text, next);
    if (token.text === 'select' || listEnds.has(token.text)) {
      isSelected = token.text === 'select';
    } else if (isSelected && token.text === 'as' && name !== undefined) {
      names.add(name);
    }
  });
  return [...names];
}

const listEnds = new Set(['from', 'where', 'group', 'order', 'union', 'except', 'intersect']);

/**
 * @returns The parameters of the lambdas whose bodies the cursor is in, each once: `x` in `list_filter(xs, x -> x > |` and
 * in `list_filter(xs, lambda x: x > |`. A column whose JSON is read with `->` looks the same.
 */
function lambdaParameters({ text, before }: Cursor): string[] {
  const names: Token[] = [];
  // A body ends with its bracket, and at a comma beside its arrow.
  let depth = depthAfter(before);
  let isOver = false;
  for (let at = before.length - 1; at >= 0; at--) {
    const token = before[at];
    if (token?.kind === 'open' && token.depth < depth) {
      [depth, isOver] = [token.depth, false];
    } else if (token?.depth !== depth || isOver) {
      continue;
    } else if (token.kind === 'comma') {
      isOver = true;
    } else if (depth > 0 && token.text === '->') {
      names.push(...namesBefore(before, at));
    } else if (depth > 0 && token.text === ':') {
      names.push(...namesOfLambda(before, at));
    }
  }
  return [...new Set(names.map(name => writtenIdentifier(text, name) ?? ''))].filter(Boolean);
}

function depthAfter(tokens: readonly Token[]): number {
  const last = tokens.at(-1);
  return last ? last.depth + (last.kind === 'open' ? 1 : 0) : 0;
}

/** `x` or `(x, y)`. */
function namesBefore(tokens: readonly Token[], arrow: number): readonly Token[] {
  const last = tokens[arrow - 1];
  if (last?.kind !== 'close') {
    return last && isName(last) ? [last] : [];
  }
  const open = tokens
    .slice(0, arrow)
    .findLastIndex(({ kind, depth }) => kind === 'open' && depth === last.depth);
  return tokens.slice(open + 1, arrow - 1).filter(isName);
}

/** `lambda x, y`. */
function namesOfLambda(tokens: readonly Token[], colon: number): readonly Token[] {
  const start = tokens.slice(0, colon).findLastIndex(({ text }) => text === 'lambda');
  const parts = tokens.slice(start + 1, colon);
  return start >= 0 && parts.every(part => isName(part) || part.kind === 'comma')
    ? parts.filter(isName)
    : [];
}

function isName({ kind }: Token): boolean {
  return kind === 'word' || kind === 'quoted';
}

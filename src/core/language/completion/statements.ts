/** Offers within the SQL of a statement, outside the arguments of a call that is known. */

import { commonTablesAt } from '../../sql/scope';
import { writtenIdentifier } from '../../sql/names';
import type { Token } from '../../sql/tokens';
import { openBrackets } from '../callAt';
import { builtInCallables } from '../callables';
import { callableOffers, engineOffers, sourcesOf } from './calls';
import { literalAt, type Groups, type Offer, type Place } from './item';
import { columnOffers, identifier, portfolioOffers, tableOffers, variableOffers } from './names';
import { entityOffers, eventOffer } from './values';

const relationOpeners = new Set([
  'from',
  'join',
  'describe',
  'summarize',
  'into',
  'update',
  'table',
]);
const eventArgument = builtInCallables
  .flatMap(callable => callable.arguments)
  .find(({ name }) => name === 'event_ids');

/** @returns What can stand at the cursor. */
export function statementGroups(place: Place): Groups {
  const { cursor } = place;
  if (cursor.quote === "'") {
    return [textOffers(place)];
  }
  const { before } = cursor;
  const last = before.at(-1);
  if (last?.text === '.') {
    return [columnOffers(place, sourcesOf(place), qualifierOf(place))];
  }
  if (opensRelation(before)) {
    return relationGroups(place);
  }
  if (last?.text === 'as' && before[0]?.text !== 'create') {
    return [wordOffers(place)];
  }
  if (before.length === 0) {
    return [wordOffers(place), callableOffers(place, 'FROM ')];
  }
  return expressionGroups(place);
}

function qualifierOf({ cursor }: Place): string | null {
  const token = cursor.before.at(-2);
  return (token && writtenIdentifier(cursor.text, token)) ?? null;
}

/** Whether a relation comes next: behind FROM and JOIN, and behind a comma between relations. */
function opensRelation(before: readonly Token[]): boolean {
  const last = before.at(-1);
  if (last?.kind === 'word') {
    return relationOpeners.has(last.text);
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
    ...{ label: name, kind: 'table' as const, detail: 'common table expression' },
    insert: identifier(name, place),
  }));
  return cursor.quote === '"'
    ? [[...common, ...tableOffers(place)]]
    : [
        common,
        tableOffers(place),
        callableOffers(place),
        engineOffers(place, true),
        wordOffers(place),
      ];
}

function expressionGroups(place: Place): Groups {
  const sources = sourcesOf(place);
  const columns = columnOffers(place, sources);
  if (place.cursor.quote === '"') {
    return [columns];
  }
  const qualifiers = sources
    .filter(({ name }) => name !== '')
    .map(({ name }) => ({
      ...{ label: name, kind: 'table' as const, detail: 'table of this query' },
      insert: identifier(name, place),
    }));
  const macros = callableOffers(place).filter(({ detail }) => detail === 'macro');
  const words = wordOffers(place);
  const groups = [columns, qualifiers, macros, engineOffers(place, false)];
  return wantsOperand(place) ? [...groups, words] : [words, ...groups];
}

/** Whether an operand comes next: otherwise a keyword is likelier, as behind a table's name. */
function wantsOperand({ cursor }: Place): boolean {
  const last = cursor.before.at(-1);
  const isEnd = last?.kind === 'close' || last?.kind === 'quoted' || last?.kind === 'number';
  const isName = last?.kind === 'word' && !operandOpeners.has(last.text);
  return !isEnd && !isName && last?.kind !== 'string';
}

const operandOpeners = new Set(
  'select where and or not by on having when then else case in between qualify distinct set like is using'.split(
    ' ',
  ),
);

/** @returns Keywords: those that DuckDB's grammar takes next, or all that are reserved. */
function wordOffers({ nextWords, facts }: Place): Offer[] {
  const words =
    nextWords ??
    facts.vocabulary.keywords.filter(({ isReserved }) => isReserved).map(({ name }) => name);
  const clause = nextWords === null ? ['visualise'] : [];
  return [...words, ...clause].map(word => ({
    label: word.toUpperCase(),
    kind: 'keyword' as const,
    filter: word,
  }));
}

/** What a text means as the first argument of these. */
const textsWithin: ReadonlyMap<string, (place: Place) => Offer[]> = new Map([
  ['getvariable', variableOffers],
  ['portfolio', portfolioOffers],
  ['query_table', tableOffers],
]);

/** Texts that mean something by the call or the column beside them. */
function textOffers(place: Place): Offer[] {
  const { before } = place.cursor;
  const [name, open] = [before.at(-2), before.at(-1)];
  const within = open?.text === '(' ? textsWithin.get(name?.text ?? '') : undefined;
  if (within) {
    return within(place);
  }
  return comparedOffers(place, comparedColumn(before));
}

/** The column of `column = '…'` and `column IN ('…', '…')`. */
function comparedColumn(before: readonly Token[]): string | undefined {
  const open = openBrackets(before).at(-1) ?? -1;
  const isIn = before[open - 1]?.text === 'in';
  const at = isIn ? open - 2 : before.length - 2;
  const operator = before.at(-1)?.text ?? '';
  return isIn || ['=', '<>', '!='].includes(operator) ? before[at]?.text : undefined;
}

function comparedOffers(place: Place, column: string | undefined): Offer[] {
  switch (column) {
    case 'entity':
      return entityOffers(place);
    case 'event_id':
      return (eventArgument?.values ?? []).map(({ value, label }) =>
        eventOffer(place, value, label),
      );
    case 'ticker':
      return place.facts.session.entities.flatMap(({ ticker, name }) =>
        ticker === null
          ? []
          : [
              {
                ...{ label: ticker, kind: 'value' as const, detail: name ?? '' },
                ...{ insert: literalAt(place.cursor, ticker), filter: `${ticker} ${name ?? ''}` },
              },
            ],
      );
    default:
      return [];
  }
}

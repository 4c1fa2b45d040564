/** Completions of names: tables, columns, variables, portfolios. */

import { t } from '../../base/translations';
import { quotedName, writtenName } from '../../base/quoted';
import { nameKey } from '../../sql/names';
import type { Vocabulary } from '../assist';
import type { Catalogue, Origin, VisibleTable } from '../catalogue';
import { code, escaped } from '../markdown';
import type { KnownColumn, Source } from '../sourceColumns';
import { literalAt, type Offer, type Place } from './item';

/** @returns The name as SQL writes it: in double quotes where it has to be. */
export function identifier(name: string, { facts }: Pick<Place, 'facts'>): string {
  const isReserved = reservedWords(facts.vocabulary).has(nameKey(name));
  return writtenName(name, isReserved);
}

const reserved = new WeakMap<Vocabulary, ReadonlySet<string>>();

function reservedWords(vocabulary: Vocabulary): ReadonlySet<string> {
  const known =
    reserved.get(vocabulary) ??
    new Set(vocabulary.keywords.filter(word => word.isReserved).map(({ name }) => name));
  reserved.set(vocabulary, known);
  return known;
}

/** @returns The origin of a name, in a few words. */
export function originText(origin: Origin): string {
  switch (origin.kind) {
    case 'cell':
      return t('cell {0}', origin.cell + 1);
    case 'session':
      return t('running session');
    case 'parameter':
      return t('parameter');
    case 'reference':
      return t('reference');
  }
}

/** @returns The tables and views that the place sees, those of cells first. */
export function tableOffers(place: Place): Offer[] {
  const { cursor, catalogue } = place;
  const rank = ({ origin }: VisibleTable): number => (origin.kind === 'reference' ? 1 : 0);
  return [...catalogue.tables]
    .sort((one, other) => rank(one) - rank(other))
    .map(table => ({
      label: table.name,
      kind: 'table' as const,
      detail: `${table.kind}, ${originText(table.origin)}`,
      documentation: tableMarkdown(table),
      insert: cursor.quote === "'" ? literalAt(cursor, table.name) : written(place, table.name),
    }));
}

/** Most columns that a hover lists. */
const MOST_COLUMNS = 40;

/** @returns The table's meaning and columns. */
export function tableMarkdown({
  doc,
  columns,
}: Pick<VisibleTable, 'doc'> & { readonly columns: readonly KnownColumn[] | null }): string {
  return [...(doc === null ? [] : [escaped(doc)]), columnsMarkdown(columns)].join('\n\n');
}

/** @returns The columns with their types, one per line. */
function columnsMarkdown(columns: readonly KnownColumn[] | null): string {
  if (!columns) {
    return t('Its columns are known once it has run.');
  }
  const lines = columns
    .slice(0, MOST_COLUMNS)
    .map(({ name, type }) => `- ${code(name)}${type === null ? '' : ` ${code(type)}`}`);
  const left = columns.length - MOST_COLUMNS;
  return [...lines, ...(left > 0 ? [t('- and {0} more', left)] : [])].join('\n');
}

/** @returns The columns of the sources; with a qualifier those of the source that it names. */
export function columnOffers(
  place: Place,
  sources: readonly Source[],
  qualifier: string | null = null,
): Offer[] {
  const key = qualifier === null ? null : nameKey(qualifier);
  return sources
    .filter(({ name }) => key === null || nameKey(name) === key)
    .flatMap(({ name, columns }) =>
      (columns ?? []).map(column => columnOffer(place, column, name)),
    );
}

export function columnOffer(place: Place, { name, type, doc }: KnownColumn, of: string): Offer {
  return {
    label: name,
    kind: 'column',
    detail: [type, of].filter(Boolean).join(', '),
    documentation: doc === null ? null : escaped(doc),
    insert: written(place, name),
  };
}

/** @returns The variables, as a text within `getvariable('…')`. */
export function variableOffers(place: Place): Offer[] {
  return place.catalogue.variables.map(variable => ({
    label: variable.name,
    kind: 'variable' as const,
    detail: variableDetail(variable),
    insert: literalAt(place.cursor, variable.name),
  }));
}

/** @returns `DATE, parameter, 2026-01-01`: what is known of a variable. */
function variableDetail({ type, value, origin }: Catalogue['variables'][number]): string {
  const shown = value === undefined ? null : String(value);
  return [type, originText(origin), shown].filter(part => part !== null).join(', ');
}

/** @returns The portfolios, as a text within `portfolio('…')`. */
export function portfolioOffers({ cursor, facts }: Place): Offer[] {
  return (facts.notebook.portfolios ?? []).map(name => ({
    label: name,
    kind: 'portfolio' as const,
    detail: 'portfolio',
    insert: literalAt(cursor, name),
  }));
}

/** After an existing double quote, only the closing one is added. */
function written(place: Place, name: string): string {
  return place.cursor.quote === '"' ? quotedName(name).slice(1) : identifier(name, place);
}

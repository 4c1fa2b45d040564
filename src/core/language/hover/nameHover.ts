/** Hovers of tables and columns. */

import { t } from '../../base/translations';
import { nameKey, writtenIdentifier } from '../../sql/names';
import { commonTablesAt, commonTableScopes, type CommonTable } from '../../sql/scope';
import type { KnownColumn } from '../sourceColumns';
import { queryColumns, relationColumns, sourcesAt } from '../sources';
import type { Place } from '../completion/item';
import { originText, tableMarkdown } from '../completion/names';
import { code, escaped } from '../markdown';

/** @returns The column of a source that the name at the cursor means, or the table, or null. */
export function nameHover(place: Place, name: string): string | null {
  const { cursor, catalogue } = place;
  const { text, tokens, span } = cursor;
  const query = { text, tokens, catalogue };
  const sources = sourcesAt(query, cursor.offset);
  const key = nameKey(name);
  const relation = sources.find(
    source => source.span && source.span.from <= span.from && span.to <= source.span.to,
  );
  const common = commonTable(place, key, relation !== undefined);
  if (common) {
    const columns = relationColumns(query, name, Math.max(span.from, common.span.to));
    return t(
      '**{0}** common table expression\n\n{1}',
      escaped(name),
      tableMarkdown({ doc: null, columns }),
    );
  }
  if (relation) {
    return tableHover(place, name) ?? null;
  }
  const isQualified = cursor.before.at(-1)?.text === '.';
  const qualifier = isQualified ? cursor.before.at(-2) : undefined;
  const of = qualifier && nameKey(writtenIdentifier(text, qualifier) ?? '');
  for (const source of sources) {
    const column = source.columns?.find(each => nameKey(each.name) === key);
    if (column && (of === undefined || nameKey(source.name) === of)) {
      return columnMarkdown(column, source.relation ?? source.name);
    }
  }
  const aliased = sources.find(source => nameKey(source.name) === key);
  return aliased?.relation ? tableHover(place, aliased.relation) : null;
}

/** The common table expression that is defined or used at the cursor. */
function commonTable(
  { cursor: { tokens, span, quote } }: Place,
  key: string,
  isRelation: boolean,
): CommonTable | undefined {
  const from = quote === null ? span.from : span.from - 1;
  const made = commonTableScopes(tokens).flatMap(({ tables }) => tables);
  return (
    made.find(table => table.span.from === from) ??
    (isRelation ? commonTablesAt(tokens, from).find(table => table.name === key) : undefined)
  );
}

/** @returns The table's columns and origin; null if there is none of that name. */
export function tableHover({ catalogue }: Place, name: string): string | null {
  const table = catalogue.tables.find(each => nameKey(each.name) === nameKey(name));
  return table
    ? `**${escaped(table.name)}** ${table.kind}, ${originText(table.origin)}\n\n${tableMarkdown(table)}`
    : null;
}

/** @returns A column of the query before a clause. */
export function clauseColumnHover({ cursor, catalogue }: Place, name: string): string | null {
  const tokens = cursor.tokens.filter(({ to }) => to <= cursor.sql.to);
  const columns = queryColumns({ text: cursor.text, tokens, catalogue }) ?? [];
  const column = columns.find(each => nameKey(each.name) === nameKey(name));
  return column ? columnMarkdown(column, t('the query')) : null;
}

function columnMarkdown({ name, type, doc }: KnownColumn, of: string): string {
  const heading = `**${escaped(name)}**${type === null ? '' : ` ${code(type)}`}`;
  const from = t('Column of {0}.', of === '' ? t('the subquery') : escaped(of));
  return [heading, ...(doc === null ? [] : [escaped(doc)]), from].join('\n\n');
}

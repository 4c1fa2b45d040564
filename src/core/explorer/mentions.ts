/**
 * Events instead of their mentions. `company_events` has a row a mention; mentions of the same event are those of the
 * same company, day and event. One row represents them, with their number.
 */

import { t } from '../base/translations';
import type { ColumnFilter } from '../protocol/arrangement';
import type { ResultColumn, Value } from '../protocol/outcome';
import { valueText } from '../protocol/valueText';

/** What mentions of the same event share: the first three have to be there, and one column that may differ. */
const shared = ['date', 'entity', 'event_name', 'event_id', 'company'];
const required = 3;
/** What may differ from mention to mention: the different values are listed. */
const differing = ['role', 'factuality', 'temporality'];

/** @returns Whether the rows are mentions of events. */
export function areMentions(columns: readonly ResultColumn[]): boolean {
  const names = new Set(columns.map(({ name }) => name));
  const hasText = [...differing, 'news_publish_time'].some(name => names.has(name));
  return hasText && haveEvents(columns);
}

function haveEvents(columns: readonly ResultColumn[]): boolean {
  return shared.slice(0, required).every(name => columns.some(column => column.name === name));
}

/** A row, and the columns that it has: those of mentions or of events. */
export interface ShownRow {
  readonly columns: readonly ResultColumn[];
  readonly values: readonly Value[];
}

/** A filter has no longer values. */
const longestKey = 1_000;

/**
 * @param columns Of the mentions.
 * @returns The filters that all mentions of the row's event match, and no other row; null if there are none.
 */
export function sameEvent(
  columns: readonly ResultColumn[],
  row: ShownRow,
): readonly ColumnFilter[] | null {
  if (!areMentions(columns) || !haveEvents(row.columns)) {
    return null;
  }
  const filters = shared.flatMap(name => {
    const column = columns.findIndex(each => each.name === name);
    const place = row.columns.findIndex(each => each.name === name);
    const value = row.values[place] ?? null;
    const text = value === null ? null : valueText(value, row.columns[place]?.type ?? '');
    return column < 0 || place < 0 ? [] : [{ kind: 'values' as const, column, values: [text] }];
  });
  const isShort = filters.every(({ values: [text] }) => (text?.length ?? 0) <= longestKey);
  return isShort ? filters : null;
}

/** @returns The columns in which the rows differ, without those that all mentions of an event share. */
export function differingColumns(
  columns: readonly ResultColumn[],
  rows: readonly (readonly Value[])[],
): readonly number[] {
  return columns.flatMap(({ name }, place) => {
    const [first, ...others] = rows.map(row => JSON.stringify(row[place] ?? null));
    return !shared.includes(name) && others.some(other => other !== first) ? [place] : [];
  });
}

/**
 * @param source `FROM …`, with conditions if there are any.
 * @returns A query with a row an event, the most mentioned first.
 * @throws {Error} If the rows are not mentions.
 */
export function mentionsSql(source: string, columns: readonly ResultColumn[]): string {
  if (!areMentions(columns)) {
    throw new Error(t('Only rows of company_events can be grouped by event.'));
  }
  const names = new Set(columns.map(({ name }) => name));
  const keys = shared.filter(name => names.has(name)).join(', ');
  const first = names.has('news_publish_time') ? ['min(news_publish_time) AS first_published'] : [];
  const lists = differing
    .filter(name => names.has(name))
    .map(name => `string_agg(DISTINCT ${name}, ', ' ORDER BY ${name}) AS ${name}`);
  return [
    `SELECT ${keys}, ${['count(*) AS mentions', ...first].join(', ')}${lists.length > 0 ? ',' : ''}`,
    ...(lists.length > 0 ? [`  ${lists.join(',\n  ')}`] : []),
    source,
    `GROUP BY ${keys}`,
    'ORDER BY mentions DESC, date DESC, entity, event_name',
  ].join('\n');
}

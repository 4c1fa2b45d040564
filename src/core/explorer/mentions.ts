/**
 * Events instead of their mentions. `company_events` has a row a mention; mentions of the same event are those of the
 * same company, day and event. One row represents them, with their number.
 */

import type { ResultColumn } from '../protocol/outcome';

/** What mentions of the same event share: the first three have to be there. */
const shared = ['date', 'entity', 'event_name', 'event_id', 'company'];
const required = 3;
/** What may differ from mention to mention: the different values are listed. */
const differing = ['role', 'factuality', 'temporality'];

/** @returns Whether the rows are mentions of events. */
export function areMentions(columns: readonly ResultColumn[]): boolean {
  const names = new Set(columns.map(({ name }) => name));
  return shared.slice(0, required).every(name => names.has(name));
}

/**
 * @param source `FROM …`, with conditions if there are any.
 * @returns A query with a row an event, the most mentioned first.
 * @throws {Error} If the rows are not mentions.
 */
export function mentionsSql(source: string, columns: readonly ResultColumn[]): string {
  if (!areMentions(columns)) {
    throw new Error('Only rows of company_events can be grouped by event.');
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

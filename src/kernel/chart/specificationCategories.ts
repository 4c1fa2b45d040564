/** The names that a specification colours, as far as they are those of columns. */

import { isRecord, type Json } from '../../core/base/json';
import { quotedName } from '../../core/base/quoted';
import { isTextType } from '../../core/protocol/columnTypes';
import { connectionFor } from '../relation/keptRows';
import { fieldPath } from '../../core/visualise/chartColumn';
import type { SessionParts } from '../session/sessionParts';
import type { SpecificationView } from './specificationViews';

const channels = ['color', 'fill', 'stroke'];
/** More than there are colours. */
const MOST_NAMES = 100;

/**
 * @param views Of the specification.
 * @param tables The ids of its tables by their names.
 * @returns The names, together: views of a specification share a scale of colours. Names that its transforms make are
 * not known here, and scales with colours of their own have none.
 */
export async function specificationCategories(
  { engine, relations }: SessionParts,
  views: readonly SpecificationView[],
  tables: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const selects = new Set<string>();
  for (const { data, encodings } of views) {
    const id = data === null ? undefined : tables.get(data);
    if (id === undefined) {
      continue;
    }
    const { table, columns } = relations.relation(id);
    const coloured = encodings.flatMap(({ encoding }) =>
      channels.flatMap(channel => colouredFields(encoding[channel])),
    );
    for (const { name, type } of columns) {
      const isColoured = [name, fieldPath(name)].some(field => coloured.includes(field));
      if (isColoured && isTextType(type)) {
        selects.add(`SELECT ${quotedName(name)}::VARCHAR AS value FROM ${table}`);
      }
    }
  }
  if (selects.size === 0) {
    return [];
  }
  const all = [...selects].join(' UNION ALL ');
  const sql = `SELECT DISTINCT value FROM (${all}) WHERE value IS NOT NULL ORDER BY value LIMIT ${MOST_NAMES}`;
  const read = await (await connectionFor(engine, sql)).runAndReadAll(sql);
  return read.getRows().map(([value]) => String(value));
}

/** The field of a nominal channel, or of its condition, that has the colours of series. */
function colouredFields(definition: Json | undefined): readonly string[] {
  if (!isRecord(definition)) {
    return [];
  }
  const { field, type, scale = {}, aggregate, bin, timeUnit, condition } = definition;
  const isOwn = !isRecord(scale) || 'range' in scale || 'scheme' in scale;
  const isPlain = aggregate === undefined && bin === undefined && timeUnit === undefined;
  const isNominal = type === undefined || type === 'nominal';
  const own = typeof field === 'string' && isPlain && isNominal && !isOwn ? [field] : [];
  return [...own, ...colouredFields(condition)];
}

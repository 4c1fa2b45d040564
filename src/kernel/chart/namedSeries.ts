/** The names of companies in a chart that is coloured by their keys: of the result, or those that are known. */

import { quotedName } from '../../core/base/quoted';
import type { ChartColumn } from '../../core/visualise/chartColumn';
import type { JsonObject } from '../../core/base/json';
import {
  colouredEntity,
  namedKeys,
  withKnownNames,
  withSeriesNames,
} from '../../core/visualise/seriesNames';
import type { VisualiseTree } from '../../core/visualise/tree';
import type { SessionParts } from '../session/sessionParts';
import { connectionFor } from '../relation/keptRows';

/** More companies than this are not told apart by colours. */
const MOST_NAMED = 24;

/**
 * @param from The result as SQL that can follow FROM.
 * @returns The clause, in which colours by key are colours by name if no row lacks a name and every key has its own.
 */
export async function withNamedSeries(
  { engine }: SessionParts,
  tree: VisualiseTree,
  { from, columns }: { readonly from: string; readonly columns: readonly ChartColumn[] },
): Promise<VisualiseTree> {
  const keys = namedKeys(tree, columns);
  const named: typeof keys = [];
  for (const each of keys) {
    const [key, name] = [quotedName(each.key), quotedName(each.name)];
    const sql = `SELECT count(*) > 0 AND bool_and(${key} IS NOT NULL AND ${name} IS NOT NULL)
      AND count(DISTINCT ${key}) = count(*) AND count(DISTINCT ${name}) = count(*)
      FROM (SELECT DISTINCT ${key}, ${name} FROM ${from})`;
    const rows = (await (await connectionFor(engine, sql)).runAndReadAll(sql)).getRows();
    if (rows[0]?.[0] === true) {
      named.push(each);
    }
  }
  return withSeriesNames(tree, named);
}

/**
 * @param from The result as SQL that can follow FROM.
 * @returns The specification with the names that answers contained, or the connection knows, in place of keys as
 * colours. The keys stay if no name is known, or two companies have the same.
 */
export async function withCompanyNames(
  parts: SessionParts,
  spec: JsonObject,
  {
    tree,
    from,
    columns,
  }: {
    readonly tree: VisualiseTree;
    readonly from: string;
    readonly columns: readonly ChartColumn[];
  },
): Promise<JsonObject> {
  const key = colouredEntity(tree, columns);
  if (key === undefined) {
    return spec;
  }
  const sql = `SELECT DISTINCT ${quotedName(key)}::VARCHAR FROM ${from} LIMIT ${MOST_NAMED + 1}`;
  const read = await (await connectionFor(parts.engine, sql)).runAndReadAll(sql);
  const keys = read.getRows().flatMap(([value]) => (typeof value === 'string' ? [value] : []));
  if (keys.length > MOST_NAMED) {
    return spec;
  }
  const known = await Promise.all(
    keys.map(async each => [each, parts.directory.nameOf(each) ?? (await parts.companyName(each))]),
  );
  const names = new Map(
    known.flatMap(([each, name]): [string, string][] => (each && name ? [[each, name]] : [])),
  );
  const isClear = new Set(names.values()).size === names.size;
  return names.size > 0 && isClear ? withKnownNames(spec, key, names) : spec;
}

/** Whether the keys of a result have one name each, so that a chart can show the names. */

import { quotedName } from '../../core/base/quoted';
import type { ChartColumn } from '../../core/visualise/chartColumn';
import { namedKeys, withSeriesNames } from '../../core/visualise/seriesNames';
import type { VisualiseTree } from '../../core/visualise/tree';
import type { SessionParts } from '../session/sessionParts';
import { connectionFor } from '../relation/keptRows';

/** More companies than this are not told apart by colours. */
const MOST_NAMED = 60;

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
        AND count(*) <= ${MOST_NAMED}
      FROM (SELECT DISTINCT ${key}, ${name} FROM ${from} LIMIT ${MOST_NAMED + 1})`;
    const rows = (await (await connectionFor(engine, sql)).runAndReadAll(sql)).getRows();
    if (rows[0]?.[0] === true) {
      named.push(each);
    }
  }
  return withSeriesNames(tree, named);
}

/** What DuckDB's errors leave out, asked of it once more. */

import { findingAt, type Finding } from '../../core/language/problems';
import { callsOf } from '../../core/sql/calls';
import type { Statement } from '../../core/sql/statements';
import type { NameUse } from '../../core/sql/uses';
import type { Shadow } from './shadow';

interface Scene {
  readonly statement: Statement;
  readonly uses: readonly NameUse[];
  readonly shadow: Shadow;
}

/** @returns The finding with all that there is, or a better one. */
export async function settledFinding(finding: Finding, scene: Scene): Promise<Finding> {
  const { code, span, data } = finding;
  if (code === 'unknownFunction' && !data.givesRows) {
    // Without OVER DuckDB says that it is missing, and names another.
    const isWindow = await scene.shadow.isWindowFunction(data.name);
    return isWindow ? findingAt('needsOver', span, { name: data.name }) : finding;
  }
  if (code === 'unknownColumn' && data.near === null) {
    const known = await columnsOfOnlySource(scene);
    return known ? findingAt('unknownColumn', span, { ...data, known }) : finding;
  }
  return finding;
}

/** All of its columns, where the statement reads one table or call and no more: DuckDB names those spelled alike. */
async function columnsOfOnlySource({ statement, uses, shadow }: Scene): Promise<string[] | null> {
  const calls = callsOf(statement);
  const tables = uses.filter(({ kind }) => kind === 'relation');
  const [call] = calls;
  const [table] = tables;
  if (calls.length + tables.length !== 1) {
    return null;
  }
  const columns = table
    ? await shadow.columnsOf([...table.path, table.name])
    : call?.function.columns;
  return columns?.map(({ name }) => name) ?? null;
}

/** Adds to findings what DuckDB's errors leave out, by further queries. */

import { findingAt, type Finding } from '../../core/language/problems';
import { callsOf } from '../../core/sql/calls';
import { nameKey } from '../../core/sql/names';
import { quotedName } from '../../core/base/quoted';
import type { Statement } from '../../core/sql/statements';
import { identifierOf, type Token } from '../../core/sql/tokens';
import type { NameUse } from '../../core/sql/uses';
import { likeliest } from './engineFinding';
import type { Shadow } from './shadow';

interface Scene {
  readonly statement: Statement;
  readonly uses: readonly NameUse[];
  readonly shadow: Shadow;
}

/** @returns The completed finding, or a better one. */
export async function completeFinding(finding: Finding, scene: Scene): Promise<Finding> {
  const { code, span, data } = finding;
  if (code === 'unknownFunction' && !data.givesRows) {
    // Without OVER, DuckDB reports a window function as missing, and suggests another.
    const isWindow = await scene.shadow.isWindowFunction(data.name);
    return isWindow ? findingAt('needsOver', span, { name: data.name }) : finding;
  }
  if (code === 'unknownTable' && data.near === null) {
    const near = aliasOf(data.name, scene.statement.tokens);
    return near === null ? finding : findingAt('unknownTable', span, { ...data, near });
  }
  if (code === 'unknownColumn' && data.near === null) {
    const known = await columnsOfOnlySource(scene);
    const near = likeliest(data.name, known ?? []);
    return known ? findingAt('unknownColumn', span, { ...data, near, known }) : finding;
  }
  return finding;
}

/** The alias of the table in the query, which hides its own name. */
function aliasOf(name: string, tokens: readonly Token[]): string | null {
  const key = nameKey(name);
  for (const [at, token] of tokens.entries()) {
    const [first, second] = tokens.slice(at + 1);
    const alias = first?.text === 'as' ? second : first;
    const isSource = ['from', 'join', ','].includes(tokens[at - 1]?.text ?? '');
    if (isSource && nameKey(identifierOf(token) ?? '') === key && alias?.kind === 'word') {
      return alias.text;
    }
  }
  return null;
}

/** All columns, if the statement reads only one table or call: DuckDB only names similar ones. */
async function columnsOfOnlySource({ statement, uses, shadow }: Scene): Promise<string[] | null> {
  const calls = callsOf(statement);
  const tables = uses.filter(({ kind }) => kind === 'relation');
  const [call] = calls;
  const [table] = tables;
  if (calls.length + tables.length !== 1) {
    return null;
  }
  const columns = table
    ? await shadow.columnsOf([...table.path, table.name].map(quotedName).join('.'))
    : call?.function.columns;
  return columns?.map(({ name }) => name) ?? null;
}

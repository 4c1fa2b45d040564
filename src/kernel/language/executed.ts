/**
 * Problems of EXECUTE that DuckDB only reports when it runs: a dropped table, and values that a function does not take.
 */

import { ComposedText, type Replacement } from '../../core/sql/composedText';
import { statementsOf } from '../../core/sql/statements';
import type { Token } from '../../core/sql/tokens';
import { hasNoFunction, type EngineError } from '../engine/engineError';
import { hasLostTable, preparedKey } from './preparedStatement';
import type { Shadow } from './shadow';
import type { ShadowState } from './shadowState';

interface Scene {
  readonly before: ShadowState;
  readonly shadow: Shadow;
}

/**
 * @param tokens Of the statement that executes the statement prepared as `name`.
 * @returns Why it certainly fails, or null.
 */
export async function executeError(
  name: string,
  tokens: readonly Token[],
  { before, shadow }: Scene,
): Promise<EngineError | null> {
  const { prepared, searchPath } = before.get(preparedKey(name)) ?? {};
  if (!prepared || searchPath?.setting !== before.searchPath.setting) {
    return null; // DuckDB may or may not bind it again; if not, names mean what they meant when it was prepared.
  }
  const isLost = hasLostTable(prepared, before);
  const sql = isLost ? prepared.sql : withValues(prepared.sql, valuesOf(tokens));
  const bound = sql === null ? null : await shadow.bind(sql);
  if (!bound || !('error' in bound)) {
    return null;
  }
  const { type, message } = bound.error;
  const isMeant = isLost ? type === 'Catalog' : hasNoFunction(bound.error);
  const [firstLine = ''] = message.split('\n');
  return isMeant ? { type, message: firstLine, position: null, subtype: null, facts: {} } : null;
}

/** @returns The values as written, if each is a number or a text; null if there are none or others. */
function valuesOf(tokens: readonly Token[]): string[] | null {
  const open = tokens.findIndex(({ kind }) => kind === 'open');
  const inside = tokens.slice(open + 1, -1);
  const isList = inside.every(({ kind }, at) =>
    at % 2 === 1 ? kind === 'comma' : kind === 'number' || kind === 'string',
  );
  const isWhole = open > 0 && tokens.at(-1)?.kind === 'close' && inside.length % 2 === 1;
  return isWhole && isList
    ? inside.filter(({ kind }) => kind !== 'comma').map(({ text }) => text)
    : null;
}

/** @returns The statement with the values in place of `$1` or `?`; null if it has other parameters. */
function withValues(sql: string, values: readonly string[] | null): string | null {
  const [statement, ...more] = statementsOf(sql);
  if (!statement || more.length > 0 || values === null) {
    return null;
  }
  const { tokens } = statement;
  const replacements: (Replacement | null)[] = [];
  let asked = 0;
  for (const [at, token] of tokens.entries()) {
    const isDollar = token.kind !== 'string' && token.text.startsWith('$');
    if (token.text === '?' || isDollar) {
      const next = tokens[at + 1];
      const end = token.text === '$' && next?.from === token.to ? next : token;
      const number = isDollar ? Number(sql.slice(token.from + 1, end.to)) : ++asked;
      const value = values[number - 1];
      const span = { from: token.from, to: end.to };
      replacements.push(value === undefined ? null : { span, text: `(${value})` });
    }
  }
  const known = replacements.filter(each => each !== null);
  const isWhole = known.length > 0 && known.length === replacements.length;
  return isWhole ? new ComposedText().copy(sql, statement.sql, known).text : null;
}

/** The company that a chart is about, if all its rows are of one company. */

import { quotedName } from '../../core/base/quoted';
import type { CheckedCall } from '../../core/sql/arguments';
import type { Statement } from '../../core/sql/statements';
import { usesOf } from '../../core/sql/uses';
import type { ResultTable } from '../../core/protocol/outcome';
import { connectionFor } from '../relation/keptRows';
import type { SessionParts } from '../session/sessionParts';

interface Drawn {
  readonly text: string;
  readonly statement: Statement;
  /** The calls of the statement. */
  readonly calls: readonly CheckedCall[];
  readonly table: ResultTable;
}

/** A table that a chart draws. */
interface Rows {
  readonly id: string;
  readonly columns: readonly string[];
}

/**
 * @returns `<name> · <key>`, or only the key if the name is not known; undefined if the rows are of several
 * companies or of none that is known.
 */
export async function chartCompany(parts: SessionParts, drawn: Drawn): Promise<string | undefined> {
  const columns = drawn.table.columns.map(({ name }) => name);
  const key = columns.some(isEntity)
    ? await onlyEntity(parts, { id: drawn.table.id, columns })
    : askedEntity(drawn);
  return key === undefined ? undefined : named(parts, key);
}

/** @returns The same of a chart over several tables; undefined too if a table has no column `entity`. */
export async function companyOfTables(
  parts: SessionParts,
  tables: readonly Rows[],
): Promise<string | undefined> {
  const keys = new Set<string | undefined>();
  for (const table of tables) {
    keys.add(await onlyEntity(parts, table));
  }
  const [key] = keys;
  return keys.size > 1 || key === undefined ? undefined : named(parts, key);
}

async function named(parts: SessionParts, key: string): Promise<string> {
  const name = parts.directory.nameOf(key) ?? (await parts.companyName(key));
  return name === null ? key : `${name} · ${key}`;
}

function isEntity(name: string): boolean {
  return name.toLowerCase() === 'entity';
}

async function onlyEntity(
  { engine, relations }: SessionParts,
  { id, columns }: Rows,
): Promise<string | undefined> {
  const name = columns.find(isEntity);
  if (name === undefined) {
    return undefined;
  }
  const column = quotedName(name);
  const sql = `SELECT CASE WHEN count(*) = count(${column}) AND count(DISTINCT ${column}) = 1
    THEN any_value(${column})::VARCHAR END FROM ${relations.relation(id).table}`;
  const rows = (await (await connectionFor(engine, sql)).runAndReadAll(sql)).getRows();
  const [value] = rows[0] ?? [];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Rows without an entity belong to the requested one, unless other tables are read too. */
function askedEntity({ text, statement, calls }: Drawn): string | undefined {
  const entities = new Set(calls.map(call => [call.entities].flat()).flat());
  const [only] = entities;
  const others = usesOf(text, statement.tokens).some(
    ({ kind, role }) => kind === 'relation' && role !== 'qualifier',
  );
  return entities.size === 1 && !others ? (only ?? undefined) : undefined;
}

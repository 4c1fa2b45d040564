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

/**
 * @returns `<name> · <key>`, or only the key if the name is not known; undefined if the rows are of several
 * companies or of none that is known.
 */
export async function chartCompany(parts: SessionParts, drawn: Drawn): Promise<string | undefined> {
  const key = drawn.table.columns.some(isEntity)
    ? await onlyEntity(parts, drawn.table)
    : askedEntity(drawn);
  if (key === undefined) {
    return undefined;
  }
  const name = parts.directory.nameOf(key) ?? (await parts.companyName(key));
  return name === null ? key : `${name} · ${key}`;
}

function isEntity({ name }: { readonly name: string }): boolean {
  return name.toLowerCase() === 'entity';
}

async function onlyEntity(
  { engine, relations }: SessionParts,
  table: ResultTable,
): Promise<string | undefined> {
  const column = quotedName(table.columns.find(isEntity)?.name ?? 'entity');
  const sql = `SELECT CASE WHEN count(*) = count(${column}) AND count(DISTINCT ${column}) = 1
    THEN any_value(${column})::VARCHAR END FROM ${relations.relation(table.id).table}`;
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

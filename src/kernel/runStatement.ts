/** One statement of a cell: its calls, then the engine; its rows become a result. */

import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import { counted } from '../core/base/text';
import { ComposedText, type Replacement } from '../core/sql/composedText';
import type { Statement } from '../core/sql/statements';
import { CellFailure, engineFailure } from './cellFailure';
import type { Engine } from './engine';
import { quotedName } from './engine';
import { refusedVerb } from './refused';
import { givesRows, type Results } from './results';
import type { SerialConnection } from './serialConnection';

export interface StatementGave {
  /** The result's id; null where the statement gave no rows. */
  readonly resultId: string | null;
  readonly notes: readonly string[];
}

/** @throws {CellFailure} If the statement is refused or fails; its offset is in `text`. */
export async function runStatement(
  text: string,
  statement: Statement,
  context: {
    readonly engine: Engine;
    readonly results: Results;
    readonly replacements: readonly Replacement[];
    readonly allowWriting: boolean;
  },
): Promise<StatementGave> {
  const verb = context.allowWriting ? null : refusedVerb(statement.tokens);
  if (verb !== null) {
    const message = `${verb} is refused: it writes files or opens databases. Use an export command, or allow writing for this notebook.`;
    throw new CellFailure('refused', message, statement.sql.from);
  }
  const made = context.results.next();
  const query = isQuery(statement);
  const composed = new ComposedText().add(
    query ? `CREATE TABLE ${made.table} AS ` : '',
    statement.sql.from,
  );
  composed.copy(text, statement.sql, context.replacements);
  try {
    if (query) {
      await context.engine.user.run(composed.text);
      await context.results.add(made.id, made.table);
      return { resultId: made.id, notes: [] };
    }
    return await runOther(composed.text, made, context);
  } catch (error) {
    throw error instanceof CellFailure ? error : engineFailure(error, composed, statement.sql.from);
  }
}

/** A query is kept by the engine itself; the rest of what gives rows is copied as it comes. */
function isQuery({ tokens }: Statement): boolean {
  const first = tokens.find(({ text }) => text !== '(');
  const words = tokens.filter(({ depth, kind }) => depth === 0 && kind === 'word');
  const changes = words.some(({ text }) =>
    [
      'insert',
      'update',
      'delete',
      'merge',
      'pivot',
      'unpivot',
      'pivot_wider',
      'pivot_longer',
    ].includes(text),
  );
  return (
    first !== undefined && ['select', 'from', 'with', 'values'].includes(first.text) && !changes
  );
}

async function runOther(
  sql: string,
  made: { id: string; table: string },
  { engine, results }: { engine: Engine; results: Results },
): Promise<StatementGave> {
  const written = await engine.user.exclusively(async connection => {
    const extracted = await connection.extractStatements(sql);
    for (let index = 0; index < extracted.count - 1; index++) {
      await (await extracted.prepare(index)).run();
    }
    const prepared = await extracted.prepare(extracted.count - 1);
    const result = await prepared.stream();
    if (givesRows(result)) {
      await copyStream(engine.own, result, made);
      return null;
    }
    const changed = await result.getRows();
    return Number(changed[0]?.[0] ?? 0);
  });
  if (written !== null) {
    return { resultId: null, notes: written > 0 ? [`${counted(written, 'row')} written.`] : [] };
  }
  await results.add(made.id, made.table);
  return { resultId: made.id, notes: [] };
}

type Streamed = Awaited<ReturnType<DuckDBPreparedStatement['stream']>>;

async function copyStream(
  connection: SerialConnection,
  result: Streamed,
  { id, table }: { id: string; table: string },
): Promise<void> {
  const types = result.columnTypes().map(String);
  const columns = result
    .deduplicatedColumnNames()
    .map((name, index) => `${quotedName(name)} ${types[index] ?? 'VARCHAR'}`);
  await connection.run(`CREATE TABLE ${table} (${columns.join(', ')})`);
  const appender = await connection.exclusively(alone =>
    alone.createAppender(id, table.split('.')[0]),
  );
  try {
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) {
        break;
      }
      await connection.exclusively(async () => appender.appendDataChunk(chunk));
    }
  } finally {
    await connection.exclusively(async () => appender.closeSync());
  }
}

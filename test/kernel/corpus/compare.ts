/** Runs a session of the corpus in plain DuckDB and in ours, and has it diagnosed as cells of a notebook. */

import { DuckDBInstance, type DuckDBResultReader } from '@duckdb/node-api';
import { CancellationSource } from '../../../src/core/base/cancellation';
import { openEngine } from '../../../src/kernel/engine/engine';
import { Analyst } from '../../../src/kernel/language/analyst';
import { referenceSchema } from '../../../src/kernel/session/referenceSchema';
import { valueOf } from '../../../src/kernel/engine/values';
import { analystOptions, notebookOf } from '../language/analysed';
import { openSession } from '../openSession';
import type { CorpusSession } from './session';

/** Rows as text, null where none are shown; or why there are none. */
export type Ran =
  | {
      readonly rows: string | null;
      /** Whether the binding reads a type of the rows with a loss: a cell has DuckDB's own text instead. */
      readonly isRough?: boolean;
    }
  | { readonly error: string };

export interface Compared {
  readonly session: string;
  readonly statement: string;
  readonly plain: Ran;
  /** Through the connection that runs what a notebook says. */
  readonly user: Ran;
  /** As a cell of a notebook. */
  readonly cell: Ran;
  /** Errors that are shown while it is typed; empty where plain DuckDB does not run it. */
  readonly alarms: readonly string[];
}

/** Plain DuckDB comes first: what it does not run is no cell of the notebook that is diagnosed. */
export async function compare(session: CorpusSession, folder: string): Promise<Compared[]> {
  const texts = session.statements.map(text => text.replaceAll('{folder}', folder));
  const plain = await plainRuns(texts);
  const user = await userRuns(texts, folder);
  const cells = await cellRuns(texts, folder);
  const isRun = (_: string, index: number): boolean => 'rows' in at(plain, index);
  const found = [...(await alarmsOf(texts.filter(isRun), folder))];
  return texts.map((text, index) => ({
    session: session.name,
    statement: text.replaceAll(folder, '{folder}'),
    plain: at(plain, index),
    user: at(user, index),
    cell: at(cells, index),
    alarms: isRun(text, index) ? (found.shift() ?? []) : [],
  }));
}

async function plainRuns(texts: readonly string[]): Promise<Ran[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  const runs = await each(texts, async text => ranOf(await connection.runAndReadAll(text)));
  connection.closeSync();
  instance.closeSync();
  return runs;
}

async function userRuns(texts: readonly string[], folder: string): Promise<Ran[]> {
  const engine = await openEngine(
    { spillDirectory: folder, readableDirectories: [folder], memoryLimit: null, spillLimit: null },
    referenceSchema,
  );
  const runs = await each(texts, async text => ranOf(await engine.user.runAndReadAll(text)));
  await engine.close();
  return runs;
}

async function cellRuns(texts: readonly string[], folder: string): Promise<Ran[]> {
  const kernel = await openSession({ readableDirectories: [folder] });
  const runs = await each(texts, async text => {
    const { error, table } = await kernel.run(text, { firstPageRows: 10_000 });
    if (error) {
      throw new Error(error.message);
    }
    return { rows: table && JSON.stringify(table.rows) };
  });
  await kernel.close();
  return runs;
}

/** @returns The errors in each cell of a notebook with these cells. */
async function alarmsOf(texts: readonly string[], folder: string): Promise<readonly string[][]> {
  const options = { ...analystOptions, readableDirectories: [folder], folder };
  const analyst = new Analyst(options, { now: () => 0 });
  const notebook = notebookOf(texts, { folder, parameters: [], portfolios: [] });
  const { cells } = await analyst.analyse(notebook, new CancellationSource());
  analyst.close();
  return cells.map(({ problems }) =>
    problems
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${code}: ${message}`),
  );
}

async function each(texts: readonly string[], run: (text: string) => Promise<Ran>): Promise<Ran[]> {
  const runs: Ran[] = [];
  for (const text of texts) {
    try {
      runs.push(await run(text));
    } catch (error) {
      runs.push({ error: error instanceof Error ? error.message : String(error) });
    }
  }
  return runs;
}

function ranOf(reader: DuckDBResultReader): Ran {
  const isRough = /\b(?:FLOAT|VARIANT|GEOMETRY)\b/.test(reader.columnTypes().join());
  return { rows: JSON.stringify(reader.getRows().map(row => row.map(valueOf))), isRough };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) {
    throw new Error(`nothing was found out about statement ${index}`);
  }
  return item;
}

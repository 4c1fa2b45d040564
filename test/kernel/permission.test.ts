import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  fileOperators,
  openingFunctions,
  readingFunctions,
  refusedFunctions,
  reportingPragmas,
  sessionOperators,
} from '../../src/kernel/engine/allowed';
import { lockEngine, openEngine, type Engine } from '../../src/kernel/engine/engine';
import { referenceSchema } from '../../src/kernel/session/referenceSchema';
import { fillWorkspace, treeOf, writingCells } from './hostileWorkspace';
import { openSession, type TestSession } from './openSession';

/** A workspace with what DuckDB can read, and what it would run. */
let workspace: string;
let spill: string;
let engine: Engine;
let kernel: TestSession;

before(async () => {
  workspace = mkdtempSync(path.join(tmpdir(), 'market-signals-workspace-'));
  spill = mkdtempSync(path.join(tmpdir(), 'market-signals-spill-'));
  await fillWorkspace(workspace);
  engine = await openEngine(
    {
      spillDirectory: spill,
      readableDirectories: [workspace],
      memoryLimit: null,
      spillLimit: null,
    },
    referenceSchema,
  );
  kernel = await openSession({ readableDirectories: [workspace] });
});
after(async () => {
  await engine.close();
  await kernel.close();
  [workspace, spill].forEach(folder => rmSync(folder, { recursive: true }));
});

interface Callable {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly types: readonly string[];
}

/** What DuckDB's catalogue has of a kind, with every signature. */
async function catalogue(where: string): Promise<Callable[]> {
  const read = await engine.own.runAndReadAll(
    `SELECT function_name, parameters, parameter_types FROM duckdb_functions() WHERE ${where} ORDER BY ALL`,
  );
  return read.getRowsJson().map(([name, parameters, types]) => ({
    name: String(name),
    parameters: (parameters as string[] | null) ?? [],
    types: (types as string[] | null) ?? [],
  }));
}

interface Arguments {
  /** What comes first, and what is known to matter. */
  readonly usual: readonly string[];
  /** Each named parameter by itself. */
  readonly named: readonly string[];
}

/** Arguments that a function of these parameters may take, files of the workspace among them. */
function argumentsOf({ name, parameters, types }: Callable, folder: string): Arguments {
  const isNamed = parameters.map(parameter => !/^col\d+$/.test(parameter));
  const files = ['new.txt', 'prices.csv', 'prices.json', 'prices.parquet', 'prices.db', 'several'];
  const paths = files.map(file => `'${folder}/${file}'`);
  const valueOf = (type: string | undefined, text: string): string =>
    type === 'VARCHAR' || type === 'ANY'
      ? text
      : type === 'VARCHAR[]'
        ? `[${text}]`
        : type === 'BOOLEAN'
          ? 'true'
          : `CAST(1 AS ${type ?? 'BIGINT'})`;
  const positional = (text: string): string[] =>
    types.filter((_, index) => !isNamed[index]).map(type => valueOf(type, text));
  const lists = [...paths, `'SELECT 42'`].map(text => positional(text).join(', '));
  const named = parameters.flatMap((parameter, index) => {
    const [text = ''] = paths;
    const given = `${parameter} := ${valueOf(types[index], text)}`;
    return isNamed[index] ? [[...positional(`'${folder}/prices.csv'`), given].join(', ')] : [];
  });
  return { usual: [...new Set(['', ...lists, ...(knownArguments[name]?.(folder) ?? [])])], named };
}

/** Arguments with which DuckDB writes, found by trying. */
const knownArguments: Readonly<Record<string, (folder: string) => string[]>> = {
  enable_profiling: folder => [
    `format := 'json', save_location := '${folder}/.vscode/settings.json'`,
    `format := 'json', save_location := '${folder}/new.json'`,
  ],
  enable_logging: folder => [
    `'QueryLog', storage := 'file', storage_path := '${folder}/logs'`,
    `storage := 'file', storage_path := '${folder}'`,
    `level := 'trace', storage := 'file', storage_config := {'path': '${folder}/logs'}`,
  ],
  json_execute_serialized_sql: () => [
    `json_serialize_sql('SELECT * FROM enable_profiling(format := ''json'')')`,
  ],
};

/** A call in the places that lead to it. */
function wrapped(name: string, list: string): string[][] {
  const call = `${name}(${list})`;
  const quoted = call.replaceAll("'", "''");
  return [
    [`FROM ${call}`],
    [`CALL ${call}`],
    [`SELECT * FROM "${name}"(${list})`],
    [`FROM system.main.${call}`],
    [`FROM query('FROM ${quoted}')`],
    [`CREATE OR REPLACE MACRO holds() AS TABLE FROM ${call}`, 'FROM holds()'],
    [`CREATE OR REPLACE VIEW shows AS FROM ${call}`, 'FROM shows'],
    [`PREPARE ready AS FROM ${call}`, 'EXECUTE ready'],
    [`EXPLAIN ANALYZE FROM ${call}`],
    [`EXPLAIN (ANALYZE, FORMAT json) FROM ${call}`],
    [`CREATE OR REPLACE TABLE made AS FROM ${call}`],
    [`PIVOT (SELECT 1 AS a, 2 AS b FROM ${call}) ON a USING sum(b)`],
    [`SET VARIABLE x = (SELECT count(*) FROM ${call})`],
    [`INSERT INTO numbers SELECT 1 FROM ${call}`],
    [`CREATE OR REPLACE TYPE kinds AS ENUM (SELECT 'a' FROM ${call})`],
    [
      `CREATE OR REPLACE MACRO counted() AS (SELECT count(*) FROM ${call})`,
      'ALTER TABLE numbers ADD COLUMN IF NOT EXISTS added BIGINT DEFAULT counted()',
    ],
    [`WITH unused AS MATERIALIZED (FROM ${call}) SELECT 1 FROM unused WHERE false`],
  ];
}

async function attempt(statements: readonly string[]): Promise<string | null> {
  for (const sql of statements) {
    try {
      await engine.user.run(sql);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return null;
}

test('no table function writes below the workspace, however it is called', async () => {
  const before = treeOf(workspace);
  await engine.user.run('CREATE OR REPLACE TABLE numbers (i INTEGER)');
  const reached = new Set<string>();
  for (const callable of await catalogue(`function_type IN ('table', 'table_macro')`)) {
    const { usual, named } = argumentsOf(callable, workspace);
    const calls = [
      // What is known to read is called in every way with some arguments, and in one way with all.
      ...usual.flatMap((list, index) => {
        const ways = wrapped(callable.name, list);
        return index > 1 && readingFunctions.includes(callable.name) ? ways.slice(0, 1) : ways;
      }),
      ...named.map(list => [`FROM ${callable.name}(${list})`]),
    ];
    for (const statements of calls) {
      if ((await attempt(statements)) === null) {
        reached.add(callable.name);
      }
    }

    assert.equal(await attempt(['SELECT 42']), null, callable.name);
    assert.deepEqual(treeOf(workspace), before, callable.name);
  }
  assert.ok(reached.size > 60, `of all functions only ${[...reached].join(', ')} could be called`);
  assert.deepEqual(
    [...reached].filter(name => refusedFunctions.has(name) || openingFunctions.includes(name)),
    [],
  );
});

test('no scalar function with side effects and no pragma writes below the workspace', async () => {
  const before = treeOf(workspace);
  for (const callable of await catalogue(`has_side_effects AND function_name <> 'sleep_ms'`)) {
    for (const list of argumentsOf(callable, workspace).usual) {
      await attempt([`SELECT ${callable.name}(${list})`]);
    }
  }
  const settings = await engine.own.runAndReadAll('SELECT name FROM duckdb_settings()');
  const pragmas = (await catalogue(`function_type = 'pragma'`)).map(({ name }) => name);
  const names = new Set([...pragmas, ...settings.getRows().map(([name]) => String(name))]);
  for (const name of names) {
    for (const value of ['single', 'several', 'broken', 'new.json', '.vscode/settings.json']) {
      const text = `'${workspace}/${value}'`;
      await attempt([`PRAGMA ${name}(${text})`]);
      await attempt([`PRAGMA ${name}=${text}`]);
      await attempt([`SET ${name} = ${text}`]);
    }
    await attempt([`PRAGMA ${name}`]);
  }
  assert.equal(await attempt(['SELECT 42']), null);
  assert.deepEqual(treeOf(workspace), before);
});

test('the same calls do write where DuckDB alone decides', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'market-signals-control-'));
  cpSync(workspace, folder, { recursive: true });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await lockEngine(connection, [folder]);
  const before = treeOf(folder);
  const changed = async (sql: string): Promise<string[]> => {
    await connection.run(sql);
    await connection.run('SELECT 42');
    const now = treeOf(folder);
    return Object.keys(now).filter(file => now[file] !== before[file]);
  };
  const [profile = '', newProfile = ''] = knownArguments['enable_profiling']?.(folder) ?? [];
  assert.deepEqual(await changed(`CALL enable_profiling(${profile})`), ['.vscode/settings.json']);
  assert.ok((await changed(`CALL enable_profiling(${newProfile})`)).includes('new.json'));
  await connection.run('CALL disable_profiling()');
  assert.ok((await changed(`COPY (SELECT 42) TO '${folder}/copy.csv'`)).includes('copy.csv'));
  connection.closeSync();
  instance.closeSync();
  rmSync(folder, { recursive: true });
});

test('no cell writes below the workspace, and the next cell runs', async () => {
  const before = treeOf(workspace);
  for (const text of writingCells(workspace)) {
    await kernel.run(text);
    assert.deepEqual(treeOf(workspace), before, text);
    const { table, error } = await kernel.run('SELECT 42 AS answer');
    assert.deepEqual([table?.rows, error], [[[42]], null], text);
  }
});

test('a plan is read whatever texts are in it', async () => {
  const profile = `FROM enable_profiling(format := 'json', save_location := '${workspace}/x.json')`;
  const texts = [
    '"',
    '\\',
    '\n\t',
    '\u0001\u001f',
    '\u007f\u0085\u2028',
    '🐂 é',
    '{}[]:,',
    "it''s",
  ];
  for (const text of texts) {
    assert.equal(await attempt([`SELECT * FROM range(3) WHERE '${text}' <> range::VARCHAR`]), null);
    assert.match(
      (await attempt([`SET VARIABLE x = (SELECT '${text}' || count(*) ${profile})`])) ?? '',
      /enable_profiling is refused/,
      JSON.stringify(text),
    );
  }
});

test('text that DuckDB reads as several statements is not run, whatever our tokens make of it', async () => {
  const before = treeOf(workspace);
  for (const text of writingCells(workspace)) {
    await attempt([text]);
    assert.deepEqual(treeOf(workspace), before, text);
  }
  const copy = `COPY (SELECT 42) TO '${workspace}/x.csv'`;
  await engine.user.run('CREATE OR REPLACE TABLE several (i INTEGER)');
  assert.match((await attempt([`SELECT 1; INSERT INTO several VALUES (1)`])) ?? '', /2 statements/);
  assert.equal((await engine.user.runAndReadAll('FROM several')).currentRowCount, 0);
  for (const first of ['SELECT 1', 'PRAGMA version', 'EXPLAIN SELECT 1', 'USE memory', 'ANALYZE']) {
    const message = (await attempt([`${first}; ${copy}`])) ?? '';
    assert.match(message, /^DuckDB reads 2 statements here/, first);
  }
  assert.deepEqual(treeOf(workspace), before);
});

test('a refused statement says what may not be done, and what can be allowed', async () => {
  const check = async (text: string, code: string, message: RegExp): Promise<void> => {
    const { error } = await kernel.run(text);
    assert.equal(error?.code, code, `${text}: ${error?.message}`);
    assert.match(error.message, message, text);
  };
  const allowed = /is refused: it writes files .* allow writing for this notebook\.$/;
  await check(`COPY (SELECT 1) TO '${workspace}/x.csv'`, 'refused', /^COPY … TO is refused/);
  await check(`EXPLAIN ANALYZE COPY (SELECT 1) TO '${workspace}/x.csv'`, 'refused', allowed);
  await check(
    `PREPARE q AS COPY (SELECT 1) TO '${workspace}/x.csv'; EXECUTE q`,
    'refused',
    allowed,
  );
  await check(`EXPORT DATABASE '${workspace}/x'`, 'refused', allowed);
  await check(`ATTACH '${workspace}/x.db'`, 'refused', allowed);
  await check(`IMPORT DATABASE '${workspace}/several'`, 'refused', allowed);
  for (const start of ['PRAGMA import_database(', 'pragma "Import_Database" (']) {
    for (const comment of ['', '/* c */', '-- c\n']) {
      await check(`${comment}${start}'nothere')`, 'refused', allowed);
      await check(`${comment}${start}'${workspace}/nothere')`, 'refused', allowed);
    }
  }
  await check(`/**/IMPORT/**/DATABASE 'nothere'`, 'refused', allowed);
  await check('INSTALL httpfs', 'sql', /a notebook cannot load extensions\.$/);
  await check(
    'CALL enable_logging()',
    'sql',
    /enable_logging is refused: a notebook cannot change/,
  );
  await check(`PRAGMA enable_profiling = 'json'`, 'sql', /PRAGMA enable_profiling is refused/);
  await check(`FROM read_text('/etc/passwd')`, 'sql', /in the folders of a trusted workspace/);
  await check(`SELECT $é$ a $é$; SELECT $é$ b $é$; SELECT nope`, 'sql', /nope/);
});

test('with leave, files are written below the workspace, and the settings stay as they are', async () => {
  const mayWrite = { access: 'files' } as const;
  const folder = mkdtempSync(path.join(workspace, 'written-'));
  for (const text of [
    `COPY (SELECT 1 AS a) TO '${folder}/out.csv'`,
    `EXPLAIN ANALYZE COPY (SELECT 1 AS a) TO '${folder}/explained.csv'`,
    `EXPORT DATABASE '${folder}/all'`,
    `ATTACH '${folder}/new.db' AS fresh; CREATE TABLE fresh.t AS SELECT 1; DETACH fresh`,
  ]) {
    const { error } = await kernel.run(text, mayWrite);
    assert.equal(error, null, `${text}: ${error?.message}`);
  }
  assert.deepEqual(readdirSync(folder).sort(), ['all', 'explained.csv', 'new.db', 'out.csv']);
  for (const text of [
    `CALL enable_profiling(format := 'json', save_location := '${folder}/p.json')`,
    `CALL enable_logging(storage := 'file', storage_path := '${folder}')`,
    `COPY (SELECT 1) TO '/tmp/market-signals-no.csv'`,
    `INSTALL httpfs`,
  ]) {
    assert.equal((await kernel.run(text, mayWrite)).status, 'error', text);
    assert.equal((await kernel.run('SELECT 42')).error, null, text);
  }
});

test('secrets are listed, of which there are none', async () => {
  for (const call of ['duckdb_secrets()', `which_secret('s3://x', 's3')`]) {
    const { table, error } = await kernel.run(`SELECT count(*) AS n FROM ${call}`);
    assert.deepEqual([table?.rows, error], [[[0]], null], call);
  }
});

test('every function and pragma of this DuckDB was looked at', async () => {
  const functions = await catalogue(`function_type = 'table'`);
  const seen = new Set([...readingFunctions, ...openingFunctions, ...refusedFunctions.keys()]);
  const names = new Set(functions.map(({ name }) => name));
  assert.deepEqual(
    [...names].filter(name => !seen.has(name)),
    [],
    'not listed in allowed.ts',
  );
  assert.deepEqual(
    [...seen].filter(name => !names.has(name)),
    [],
    'not in the catalogue',
  );
  const operators = new Set([...sessionOperators, ...fileOperators]);
  const hidden = [...refusedFunctions.keys()].filter(name => operators.has(name.toUpperCase()));
  assert.deepEqual(hidden, [], 'named like an operator');
  const pragmas = new Set((await catalogue(`function_type = 'pragma'`)).map(({ name }) => name));
  assert.deepEqual(
    reportingPragmas.filter(name => !pragmas.has(name)),
    [],
  );
});

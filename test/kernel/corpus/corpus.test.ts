/**
 * What plain DuckDB runs, a notebook runs with the same rows, and no error is shown in it while it is typed.
 *
 * `npm test` takes a sample of the sessions, `npm run test:corpus` all of them.
 */

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { fillWorkspace } from '../hostileWorkspace';
import { compare, type Compared, type Ran } from './compare';
import { corpus } from './corpus';
import { signaturesQuery, type Signature } from './functions';
import type { CorpusSession } from './session';

const isWhole = process.env['SIGNALS_CORPUS'] === 'whole';
/** `npm test` takes every so many sessions. */
const SAMPLED = 101;
/** The share of what plain DuckDB runs. */
const MOST_WRONG = 0.001;

/** What a notebook may not do: look outside the workspace, where plain DuckDB finds nothing, and at extensions. */
const refusedOnPurpose =
  /\b(?:glob|read_blob|read_text)\((?!'{folder})|\bduckdb_extensions\(|^PRAGMA extension_versions/;

/** Their rows say when, where or by whom they were made. */
const differsOnPurpose: readonly RegExp[] = [
  /random|uuid|now\(|pg_conf_load_time|pg_postmaster_start_time|today|current_|get_current|transaction_timestamp|txid|localtime|setseed/i,
  /^EXPLAIN/, // The kernel shows the user's own plans of those that its connection gives.
  /^(?:SHOW|PRAGMA|CALL|FROM|SELECT \* FROM|SELECT count\(\*\) AS n FROM) ?(?:ALL )?(?:TABLES|SCHEMAS|database_size|show_tables|functions|duckdb_|pragma_database_size|pragma_user_agent|pragma_metadata)/i,
  /^CREATE INDEX IF NOT EXISTS/, // DuckDB counts rows that it does not have.
  /^CREATE TABLE wide AS PIVOT/, // A count of rows or none.
];

let workspace: string;
let sessions: readonly CorpusSession[];

before(async () => {
  workspace = mkdtempSync(path.join(tmpdir(), 'market-signals-corpus-'));
  await fillWorkspace(workspace);
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
    writeFileSync(path.join(workspace, file), text);
  };
  write('parts/year=2026/a.csv', 'date,close\n2026-01-05,1.5\n');
  write('more.csv', 'date,close,more\n2026-01-06,11.5,x\n');
  write('lines.ndjson', '{"close": 10.5, "tags": ["x"]}\n{"close": 11, "tags": []}\n');
  sessions = corpus(await signatures());
});
after(() => rmSync(workspace, { recursive: true }));

async function signatures(): Promise<Signature[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(signaturesQuery)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows.map(([name, kind, parameters, types]) => ({
    name: String(name),
    kind: String(kind),
    parameters: (parameters ?? []) as string[],
    types: (types ?? []) as (string | null)[],
  }));
}

test('a notebook runs what plain DuckDB runs, with the same rows and no errors while typing', async t => {
  const all = new Set(sessions.flatMap(({ statements }) => statements));
  assert.ok(all.size >= 5000, `only ${all.size} statements`);
  const chosen = isWhole ? sessions : sessions.filter((_, index) => index % SAMPLED === 0);
  const compared: Compared[] = [];
  for (const session of chosen) {
    compared.push(...(await compare(session, workspace)));
  }
  const run = compared.filter(({ plain }) => 'rows' in plain);
  const expected = run.filter(({ statement }) => !refusedOnPurpose.test(statement));
  const wrong = {
    refused: expected.filter(({ user, cell }) => 'error' in user || 'error' in cell),
    different: expected.filter(isDifferent),
    alarmed: run.filter(({ alarms }) => alarms.length > 0),
  };
  const lines = [
    `${all.size} distinct statements in the corpus, ${compared.length} of them tried`,
    `${distinct(run)} distinct run by plain DuckDB, ${run.length - expected.length} of them refused on purpose`,
    ...Object.entries(wrong).flatMap(([what, cases]) => [
      `${what}: ${cases.length}`,
      ...cases.map(each => `  ${told(each)}`),
    ]),
  ];
  lines.slice(0, 2).forEach(line => t.diagnostic(line));
  if (isWhole) {
    writeFileSync('out/corpus.txt', `${lines.join('\n')}\n`);
    assert.ok(distinct(run) >= 5000, `plain DuckDB runs only ${distinct(run)}`);
  }
  const most = MOST_WRONG * run.length;
  for (const cases of Object.values(wrong)) {
    assert.ok(cases.length <= most, cases.map(told).join('\n'));
  }
});

function distinct(compared: readonly Compared[]): number {
  return new Set(compared.map(({ statement }) => statement)).size;
}

function isDifferent({ statement, plain, user, cell }: Compared): boolean {
  return (
    !differsOnPurpose.some(pattern => pattern.test(statement)) &&
    (('rows' in user && user.rows !== rowsOf(plain)) || isOtherCell(plain, cell))
  );
}

/** A cell shows no count of rows written, and the parts of a struct without names as text. */
function isOtherCell(plain: Ran, cell: Ran): boolean {
  const shown = rowsOf(cell);
  return (
    shown !== null &&
    !('rows' in plain && plain.isRough) &&
    !shown.includes('{"":') &&
    !rowsOf(plain)?.includes('{"":') &&
    shown !== rowsOf(plain)
  );
}

/** @returns Null where it has none, or failed, which is said elsewhere. */
function rowsOf(ran: Ran): string | null {
  return 'rows' in ran ? ran.rows : null;
}

function told({ session, statement, user, cell, alarms, plain }: Compared): string {
  const error = 'error' in user ? user.error : 'error' in cell ? cell.error : null;
  const rows = [plain, user, cell].map(ran => String(rowsOf(ran)).slice(0, 80)).join(' | ');
  return `${session}: ${statement}\n    ${error ?? (alarms.join(', ') || rows)}`;
}

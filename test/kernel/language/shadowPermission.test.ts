import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { CancellationSource } from '../../../src/core/base/cancellation';
import { Analyst } from '../../../src/kernel/language/analyst';
import { Shadow } from '../../../src/kernel/language/shadow';
import { emptyState } from '../../../src/kernel/language/shadowState';
import { fillWorkspace, treeOf, writingCells } from '../hostileWorkspace';
import { analystOptions, notebookOf } from './analysed';

test('what is looked at while it is typed runs nothing that writes', async () => {
  const workspace = mkdtempSync(path.join(tmpdir(), 'market-signals-workspace-'));
  await fillWorkspace(workspace);
  const shadow = await Shadow.open({ readableDirectories: [workspace], folder: workspace });
  const before = treeOf(workspace);
  const copy = `COPY (SELECT 42) TO '${workspace}/x.csv'`;
  const profile = `FROM enable_profiling(format := 'json', save_location := '${workspace}/x.json')`;
  const makes = [
    `CREATE VIEW v AS SELECT 1; ${copy}`,
    `CREATE MACRO m() AS 1; ${copy}`,
    `CREATE TYPE e AS ENUM (SELECT 'a' ${profile})`,
    `CREATE TABLE t AS ${profile}`,
    `PRAGMA import_database('${workspace}/single')`,
    copy,
  ];
  for (const kind of ['view', 'macro', 'other'] as const) {
    for (const make of makes) {
      await shadow.become(emptyState.with(`${kind} v`, { kind, make, drop: 'DROP VIEW v' }));
      await shadow.evaluate('SELECT 42');
      await shadow.become(emptyState);
    }
  }
  await shadow.alter('CREATE TABLE t (i INTEGER)');
  await shadow.alter(`ALTER TABLE t ADD COLUMN j INTEGER; ${copy}`);
  await shadow.alter(`CREATE MACRO counted() AS (SELECT count(*) ${profile})`);
  await shadow.alter('ALTER TABLE t ADD COLUMN k INTEGER DEFAULT counted()');
  await shadow.evaluate(`SELECT (1); ${copy}; SELECT (1)`);
  await shadow.evaluate(`SELECT (SELECT count(*) ${profile})`);
  await shadow.bind(`SELECT 1; ${copy}`);
  for (const text of writingCells(workspace)) {
    await shadow.bind(text);
    await shadow.parse(text);
    await shadow.refusal(text);
    await shadow.evaluate(text);
    await shadow.alter(text);
    await shadow.tried(text, null);
  }
  assert.deepEqual(await shadow.evaluate('SELECT 42'), { type: 'INTEGER', value: 42 });
  shadow.close();
  assert.deepEqual(treeOf(workspace), before);
  rmSync(workspace, { recursive: true });
});

test('a statement that writes has no problem once the user allows the notebook to write', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'market-signals-workspace-'));
  const readable = { readableDirectories: [folder], folder };
  const analyst = new Analyst({ ...analystOptions, ...readable }, { now: () => 0 });
  const cells = [
    `COPY (SELECT 1) TO '${folder}/x.csv'`,
    `EXPLAIN COPY (SELECT 1) TO '${folder}/x.csv'`,
    `ATTACH '${folder}/x.db'`,
    'PRAGMA threads = 1',
  ];
  const codes = async (allowWriting: boolean): Promise<string[]> => {
    const notebook = notebookOf(cells, { allowWriting });
    const { cells: analysed } = await analyst.analyse(notebook, new CancellationSource());
    return analysed.map(({ problems }) =>
      problems.map(({ code, severity }) => `${code} ${severity}`).join(),
    );
  };
  const refused = 'refused error';
  const needsLeave = 'refused warning';
  assert.deepEqual(await codes(false), [needsLeave, needsLeave, needsLeave, refused]);
  assert.deepEqual(await codes(true), ['', '', '', refused]);
  assert.deepEqual(await codes(false), [needsLeave, needsLeave, needsLeave, refused]);
  analyst.close();
  assert.deepEqual(treeOf(folder), {});
  rmSync(folder, { recursive: true });
});

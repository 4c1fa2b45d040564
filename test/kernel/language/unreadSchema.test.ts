import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CancellationSource } from '../../../src/core/base/cancellation';
import { Analyst } from '../../../src/kernel/language/analyst';
import { Specifications } from '../../../src/kernel/language/specifications';
import { analystOptions, notebookOf, schemaPath } from './analysed';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'market-signals-schema-'));
});
after(() => rm(folder, { recursive: true }));

const notebook = notebookOf([
  'SELECT scor FROM bull_bear_score_ts(1)',
  { language: 'vega-lite', text: '\n{"data": {"name": "nowhere"}, "mrk": "bar"}' },
  { language: 'vega-lite', text: ' ' },
]);

/** `expected`: of each cell the codes of its problems, sorted. */
async function check(analyst: Analyst, expected: readonly string[]): Promise<void> {
  const { cells } = await analyst.analyse(notebook, new CancellationSource());
  const codes = cells.map(({ problems }) => problems.map(({ code }) => code).sort());
  assert.deepEqual(
    codes.map(each => each.join(' ')),
    expected,
  );
}

const sql = 'argument.wrongEntities unknownColumn';

test('a schema that cannot be read is told where it is missed, and read again', async () => {
  const file = path.join(folder, 'schema.json');
  const options = { ...analystOptions, specifications: new Specifications(file) };
  const analyst = new Analyst(options, { now: () => 0 });
  const unchecked = [sql, 'specificationUnchecked unknownTable', ''];
  await check(analyst, unchecked);
  await writeFile(file, '{"no": JSON');
  await check(analyst, unchecked);
  await copyFile(schemaPath, file);
  await check(analyst, [sql, 'specificationKey unknownTable', '']);
  await rm(file);
  await check(analyst, [sql, 'specificationKey unknownTable', '']);
  analyst.close();
});

test('what is told of it says why, and what to do', async () => {
  const options = { ...analystOptions, specifications: new Specifications(folder) };
  const analyst = new Analyst(options, { now: () => 0 });
  const { cells } = await analyst.analyse(notebook, new CancellationSource());
  const [problem] = cells[1]?.problems ?? [];
  assert.match(problem?.message ?? '', /could not be read.*EISDIR.*read again as you type/);
  assert.equal(problem?.severity, 'information');
  assert.deepEqual(problem?.span, { from: 1, to: 2 });
  analyst.close();
});

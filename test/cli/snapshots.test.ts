import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { addDays, plainDateOfInstant } from '../../src/core/base/plainDate';
import { keepEarlierAnswer } from '../support/earlierSnapshot';
import { signals } from './command';

const earlier = addDays(plainDateOfInstant(Date.now()), -3);
const list = 'bullish_stocks(amount := 25)';
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'market-signals-cli-snapshots-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('without a folder the sandbox compares with its own list of a week before, and keeps nothing', async () => {
  const { code, stdout, stderr } = await signals([
    ...['query', "SELECT DISTINCT compared_with AS day FROM overlay_changes('bullish_stocks')"],
    ...['--format', 'json'],
  ]);
  const weekBefore = addDays(plainDateOfInstant(Date.now()), -7);
  assert.deepEqual([code, stdout.trim(), stderr], [0, `[{"day":"${weekBefore}"}]`, '']);
  const asked = "FROM overlay_changes('bullish_stocks', since := current_date - 3)";
  assert.match((await signals(['query', asked])).stderr, /Snapshots are not kept here/);
});

test('answers are kept in the folder, and compared with those of earlier days', async () => {
  const snapshots = path.join(folder, 'snapshots');
  await keepEarlierAnswer(snapshots, earlier, `FROM ${list}`);
  const { code, stderr } = await signals(['query', `FROM ${list}`, '--snapshots', snapshots]);
  assert.equal(code, 0);
  assert.match(stderr, new RegExp(`^Since ${earlier}: (?:\\d+ [a-z ]+, )*\\d+ [a-z ]+\n$`));
  assert.equal((await readdir(path.join(snapshots, 'sandbox'))).length, 2);
  const { stdout } = await signals([
    ...[
      'query',
      "SELECT change, count(*) AS n FROM overlay_changes('bullish_stocks', amount := 25) GROUP BY change",
    ],
    ...['--format', 'json', '--snapshots', snapshots],
  ]);
  const counts = JSON.parse(stdout) as { change: string; n: number }[];
  for (const { change, n } of counts.filter(each => ['entered', 'left'].includes(each.change))) {
    assert.match(stderr, new RegExp(`\\b${n} ${change}\\b`));
  }
  assert.ok(counts.some(({ change }) => change === 'entered'));
});

test('a run tells of the change among the notes of its cell', async () => {
  const snapshots = path.join(folder, 'of-run');
  await keepEarlierAnswer(snapshots, earlier, `FROM ${list}`);
  const file = path.join(folder, 'screen.signals');
  await writeFile(
    file,
    `\`\`\`{sql}\nFROM ${list}\n\`\`\`\n\n\`\`\`{sql}\nFROM snapshots\n\`\`\`\n`,
  );
  const { code, stdout } = await signals([
    'run',
    file,
    '--format',
    'json',
    '--snapshots',
    snapshots,
  ]);
  assert.equal(code, 0);
  const { cells } = JSON.parse(stdout) as { cells: { notes: string[]; rowCount: number }[] };
  assert.match(cells[0]?.notes.join(' ') ?? '', new RegExp(`Since ${earlier}: `));
  assert.equal(cells[1]?.rowCount, 2);
});

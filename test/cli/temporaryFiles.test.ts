import assert from 'node:assert/strict';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { replaceByMoving, replaceWithBytes } from '../../src/io/replaceFile';
import {
  makeSpillFolder,
  removeLeftovers,
  removeSpillLeftovers,
  temporaryFor,
} from '../../src/io/temporaryFiles';
import { until } from '../support/until';
import { signals } from './command';

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.now();
let parent: string;

before(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'market-signals-temporary-'));
});
after(() => rm(parent, { recursive: true, force: true }));

/** The temporary file of a process that has ended. */
function ofEnded(file: string): string {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  return temporaryFor(file).replace(`-${process.pid}-`, `-${pid}-`);
}

async function folderWith(...files: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(parent, 'f'));
  await Promise.all(files.map(file => writeFile(path.join(folder, path.basename(file)), 'half')));
  return folder;
}

test('a temporary file goes when its process has ended, and stays while it runs', async () => {
  const running = temporaryFor('/x/a.json');
  const folder = await folderWith(running, ofEnded('/x/a.json'), ofEnded('/x/another.csv'));
  await removeLeftovers(folder, now);
  assert.deepEqual(await readdir(folder), [path.basename(running)]);
});

test('of another computer, or of a process id that is used again, it goes after a day', async () => {
  const elsewhere = ofEnded('/x/a').replace(/signals-[0-9a-f]{8}/, 'signals-00000000');
  const folder = await folderWith(elsewhere, temporaryFor('/x/a'));
  await removeLeftovers(folder, now + dayMs / 2);
  assert.equal((await readdir(folder)).length, 2);
  const old = new Date(now - 2 * dayMs);
  await utimes(path.join(folder, path.basename(elsewhere)), old, old);
  await removeLeftovers(folder, now);
  assert.equal((await readdir(folder)).length, 1);
  await removeLeftovers(folder, now + 2 * dayMs);
  assert.deepEqual(await readdir(folder), []);
});

test('links and folders of such a name stay, and a folder that is not there is no error', async () => {
  const folder = await folderWith('kept.txt');
  const [link, below] = [path.basename(ofEnded('/x/a')), path.basename(ofEnded('/x/b'))];
  await symlink(path.join(folder, 'kept.txt'), path.join(folder, link));
  await mkdir(path.join(folder, below));
  await removeLeftovers(folder, now + 2 * dayMs);
  assert.deepEqual((await readdir(folder)).sort(), [link, below, 'kept.txt'].sort());
  await removeLeftovers(path.join(folder, 'missing'), now);
});

test('writing a file clears what was left beside it, and takes names of any length', async () => {
  const folder = await folderWith(ofEnded('/x/a.json'));
  const name = `${'ä'.repeat(120)}.json`;
  await replaceWithBytes(path.join(folder, name), 'whole');
  assert.deepEqual(await readdir(folder), [name]);
  assert.equal(await readFile(path.join(folder, name), 'utf8'), 'whole');
});

/** A spill folder of a process that has ended, in `folder`. */
async function spillOfEnded(folder: string): Promise<string> {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const spill = path
    .join(folder, path.basename(await makeSpillFolder(parent)))
    .replace(`-${process.pid}-`, `-${pid}-`);
  await mkdir(path.join(spill, 'exports'), { recursive: true });
  await writeFile(path.join(spill, 'duckdb_temp_block-1.block'), 'spilled');
  return spill;
}

test('a spill folder goes when its process has ended, and stays while it runs', async () => {
  const folder = await folderWith();
  const running = await makeSpillFolder(folder);
  const old = new Date(now - 30 * dayMs);
  await utimes(running, old, old);
  await spillOfEnded(folder);
  await spillOfEnded(folder);
  await removeSpillLeftovers(folder);
  assert.deepEqual(await readdir(folder), [path.basename(running)]);
});

test('what is no spill folder of this computer stays, whatever its name', async () => {
  const folder = await folderWith();
  const elsewhere = await mkdtemp(path.join(parent, 'elsewhere'));
  const spill = path.basename(await spillOfEnded(elsewhere));
  const stays = {
    link: spill.replace(/.$/, 'L'),
    file: spill.replace(/.$/, 'F'),
    foreign: spill.replace(/signals-[0-9a-f]{8}/, 'signals-00000000'),
    other: `${spill}.old`,
  };
  await symlink(elsewhere, path.join(folder, stays.link));
  await writeFile(path.join(folder, stays.file), 'kept');
  await mkdir(path.join(folder, stays.foreign));
  await mkdir(path.join(folder, stays.other));
  await removeSpillLeftovers(folder);
  assert.deepEqual((await readdir(folder)).sort(), Object.values(stays).sort());
  assert.deepEqual(await readdir(elsewhere), [spill]);
  await removeSpillLeftovers(path.join(folder, 'missing'));
});

test('what a killed command spilled goes when the next command starts', async () => {
  const temporary = await folderWith();
  const env = { ...process.env, TMPDIR: temporary, TEMP: temporary };
  const endless = 'SELECT count(*) FROM range(100000000) a, range(100000000) b';
  // With a process group of its own, so that its kernel, which would clean up, is killed with it.
  const child = spawn(process.execPath, ['dist/cli.js', 'query', endless], {
    ...{ env, detached: true, stdio: 'ignore' },
  });
  const spills = async (): Promise<string[]> =>
    (await readdir(temporary)).filter(each => each.startsWith('market-signals-'));
  await until(async () => (await spills()).length === 1);
  process.kill(-(child.pid ?? NaN), 'SIGKILL');
  assert.equal((await spills()).length, 1);
  const { code, stderr } = await signals(['query', 'SELECT 1 AS a'], { TMPDIR: temporary });
  assert.equal(code, 0, stderr);
  await until(async () => (await spills()).length === 0);
});

test('a moved file is new or replaces one, of the same file system or of another', async () => {
  const folder = await mkdtemp(path.join(parent, 'moved'));
  const file = path.join(folder, 'a.csv');
  // On Linux memory, which is a file system of its own.
  const other = await mkdtemp(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'moved-'));
  try {
    for (const [at, place] of [folder, folder, other, other].entries()) {
      const source = path.join(place, 'source');
      await writeFile(source, `content ${at}`);
      await replaceByMoving(file, source);
      assert.equal(await readFile(file, 'utf8'), `content ${at}`);
      assert.deepEqual(
        (await readdir(folder)).filter(name => name !== 'source'),
        ['a.csv'],
      );
    }
    await assert.rejects(replaceByMoving(file, path.join(folder, 'missing')), /ENOENT/);
    assert.equal(await readFile(file, 'utf8'), 'content 3');
  } finally {
    await rm(other, { recursive: true, force: true });
  }
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CompanyStore } from '../../src/io/companyStore';
import { sandboxCompanies } from '../../src/sandbox/sandbox';
import { demo } from '../sandbox/asking';

const companies = sandboxCompanies(demo).slice(0, 20);
let folder: string;
let store: CompanyStore;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'market-signals-companies-'));
  store = new CompanyStore(path.join(folder, 'companies'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('companies are kept for each connection apart, until they are cleared', async () => {
  assert.deepEqual(await store.read('one'), []);
  assert.equal(await store.isEmpty(), true);
  await store.write('one', companies);
  await store.write('two', companies.slice(5));
  assert.deepEqual(await store.read('one'), companies);
  assert.deepEqual(await store.read('two'), companies.slice(5));
  assert.deepEqual((await readdir(path.join(folder, 'companies'))).sort(), [
    'one.json',
    'two.json',
  ]);
  assert.equal(await store.isEmpty(), false);
  await store.clear();
  assert.deepEqual(await store.read('one'), []);
});

test('companies of other connections are removed, and nothing else', async () => {
  for (const place of ['one', 'two', 'three']) {
    await store.write(place, companies);
  }
  const foreign = path.join(folder, 'companies', 'notes.txt');
  await writeFile(foreign, 'mine');
  await store.keep(['two', 'four']);
  assert.deepEqual((await readdir(path.join(folder, 'companies'))).sort(), [
    'notes.txt',
    'two.json',
  ]);
  await store.clear();
  await store.keep(['two']);
});

test('a company with a text of any length leaves the others in place', async () => {
  const [first, ...others] = companies;
  assert.ok(first);
  await store.write('one', [{ ...first, name: 'x'.repeat(11_000_000) }, ...others]);
  assert.deepEqual(await store.read('one'), others);
});

test('a file that holds anything else tells of no company', async () => {
  await mkdir(path.join(folder, 'companies'), { recursive: true });
  const write = (text: string): Promise<void> =>
    writeFile(path.join(folder, 'companies', 'one.json'), text);
  const [first] = companies;
  for (const text of ['', '{', '{}', '[1, null, []]', '[{"entity": "company:a"}]']) {
    await write(text);
    assert.deepEqual(await store.read('one'), [], text);
  }
  await write(JSON.stringify([{ ...first, name: 7 }, first]));
  assert.deepEqual(await store.read('one'), [first]);
  await assert.rejects(store.write('../one', companies), /no such place/);
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CompanyStore } from '../../src/io/companyStore';
import { sandboxCompanies } from '../../src/sandbox/sandbox';
import { demo } from '../sandbox/asking';

const companies = sandboxCompanies(demo).slice(0, 20);
const eventNames = [['E3_A', 'Plant closure']] as const;
const nothing = { companies: [], eventNames: [] };
let folder: string;
let store: CompanyStore;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'market-signals-companies-'));
  store = new CompanyStore(path.join(folder, 'companies'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('companies are kept for each connection apart, until they are cleared', async () => {
  assert.deepEqual(await store.read('one'), nothing);
  assert.equal(await store.isEmpty(), true);
  const [one, two] = [
    { companies, eventNames },
    { companies: companies.slice(5), eventNames: [] },
  ];
  await store.write('one', one);
  await store.write('two', two);
  assert.deepEqual(await store.read('one'), one);
  assert.deepEqual(await store.read('two'), two);
  assert.deepEqual((await readdir(path.join(folder, 'companies'))).sort(), [
    'one.json',
    'two.json',
  ]);
  assert.equal(await store.isEmpty(), false);
  await store.clear();
  assert.deepEqual(await store.read('one'), nothing);
});

test('companies of other connections are removed, and nothing else', async () => {
  for (const place of ['one', 'two', 'three']) {
    await store.write(place, { companies, eventNames });
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
  const long = { ...first, name: 'x'.repeat(11_000_000) };
  await store.write('one', { companies: [long, ...others], eventNames });
  assert.deepEqual(await store.read('one'), { companies: others, eventNames });
});

test('a file that holds anything else tells of no company', async () => {
  await mkdir(path.join(folder, 'companies'), { recursive: true });
  const write = (text: string): Promise<void> =>
    writeFile(path.join(folder, 'companies', 'one.json'), text);
  const [first] = companies;
  const lists = ['[1, null, []]', '[{"entity": "company:a"}]'];
  const names =
    '{"companies": 7, "eventNames": [["E3_A"], ["E3_A", ""], ["<b>", "a"], null, "ab"]}';
  for (const text of ['', '{', '{}', 'null', '7', ...lists, names]) {
    await write(text);
    assert.deepEqual(await store.read('one'), nothing, text);
  }
  await write(JSON.stringify({ companies: [{ ...first, name: 7 }, first], eventNames }));
  assert.deepEqual(await store.read('one'), { companies: [first], eventNames });
  await assert.rejects(store.write('../one', nothing), /not the name of a folder/);
});

test('a list of companies, as an earlier version wrote it, is read', async () => {
  await mkdir(path.join(folder, 'companies'), { recursive: true });
  await writeFile(path.join(folder, 'companies', 'one.json'), JSON.stringify(companies));
  assert.deepEqual(await store.read('one'), { companies, eventNames: [] });
});

test('names of event types are bounded in number and length', async () => {
  const many = Array.from({ length: 1500 }, (_, at) => [`E${at}_A`, `Name ${at}`] as const);
  const long = ['E3_A', 'x'.repeat(201)] as const;
  await store.write('one', { companies: [], eventNames: [long, ...many] });
  const kept = await store.read('one');
  assert.deepEqual(kept.eventNames, many.slice(0, 1000));
});

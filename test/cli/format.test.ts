import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  lstatSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { formatSpecification } from '../../src/core/language/formatSpecification';
import { formatCell } from '../../src/core/visualise/formatCell';
import { signals } from './command';

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-format-'));
});
after(() => rmSync(folder, { recursive: true }));

const sql = 'select a,b from t where x=1 -- why\n;from t visualise a as x,b as y draw line';
const specification = '{"mark":"bar","data":{"name":"t"}}';
const output = '{"outputs":[{"text/plain":"a  b"}],"copyright":null}';

/** A file in which everything but the two cells would be written in another way. */
function untidy(cells: readonly [string, string], newline = '\n'): string {
  return [
    '\ufeff---   ',
    "title:   'x'   # kept",
    '...',
    '',
    '',
    '#   Prose   ',
    '+++',
    '',
    'select 1   ',
    '````{sql}   ',
    ...cells[0].split('\n'),
    '````',
    '',
    '```{output}',
    output,
    '```',
    '```{vega-lite}',
    ...cells[1].split('\n'),
    '```',
    '   ',
    '+++  ',
  ].join(newline);
}

test('cells are formatted as in the editor, and all else in the file stays byte for byte', async () => {
  const file = path.join(folder, 'a.signals');
  for (const [tabSize, newline] of [
    [4, '\n'],
    [2, '\n'],
    [4, '\r\n'],
  ] as const) {
    writeFileSync(file, untidy([sql, specification], newline));
    const words = tabSize === 4 ? [] : ['--tab-size', String(tabSize)];
    const { code, stdout } = await signals(['format', file, ...words]);
    assert.deepEqual([code, stdout], [0, `${file}: 2 cells formatted\n`]);
    const [edit] = formatSpecification(specification, null, tabSize);
    const expected = untidy([formatCell(sql, tabSize), edit?.text ?? ''], newline);
    assert.equal(readFileSync(file, 'utf8'), expected);
    assert.notEqual(expected, untidy([sql, specification], newline));
    const again = await signals(['format', file, ...words]);
    assert.deepEqual([again.code, again.stdout], [0, '']);
    assert.equal(readFileSync(file, 'utf8'), expected);
  }
});

test('--check changes nothing and fails for a file that is not formatted', async () => {
  const file = path.join(folder, 'b.signals');
  const text = untidy([sql, specification]);
  writeFileSync(file, text);
  const { code, stdout } = await signals(['format', '--check', file]);
  assert.deepEqual([code, stdout], [1, `${file}: 2 cells are not formatted\n`]);
  assert.equal(readFileSync(file, 'utf8'), text);
  await signals(['format', file]);
  assert.deepEqual(await signals(['format', '--check', file]), { code: 0, stdout: '', stderr: '' });
});

test('a cell that cannot be parsed stays as it is, and so does its file', async () => {
  const file = path.join(folder, 'c.signals');
  const text = untidy(["select 'x", '{\n    "mark": "bar"\n}']);
  writeFileSync(file, text);
  assert.equal((await signals(['format', file])).code, 0);
  assert.equal(readFileSync(file, 'utf8'), text);
});

test('permissions stay, and a link still names the file', async () => {
  const [file, link] = [path.join(folder, 'd.signals'), path.join(folder, 'link.signals')];
  writeFileSync(file, untidy([sql, specification]));
  chmodSync(file, 0o640);
  symlinkSync(file, link);
  await signals(['format', link]);
  assert.equal(statSync(file).mode & 0o777, 0o640);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.ok(readFileSync(file, 'utf8').includes('SELECT'));
});

test('a file that is no text is named, left as it is, and the others are formatted', async () => {
  const [wrong, file] = [path.join(folder, 'e.signals'), path.join(folder, 'f.signals')];
  writeFileSync(wrong, Buffer.from([0xff, 0xfe, 0x41]));
  writeFileSync(file, untidy([sql, specification]));
  const { code, stderr } = await signals(['format', wrong, file]);
  assert.equal(code, 2);
  assert.match(stderr, /e\.signals: This file is not UTF-8 text/);
  assert.deepEqual([...readFileSync(wrong)], [0xff, 0xfe, 0x41]);
  assert.ok(readFileSync(file, 'utf8').includes('SELECT'));
});

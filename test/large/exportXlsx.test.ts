import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { read, utils, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { unzipSync } from 'fflate';
import { uncancellable } from '../../src/core/base/cancellation';
import { columnLetters } from '../../src/kernel/export/exportXlsxCells';
import { exportedFile } from '../kernel/exporting';
import { openSession, type TestSession } from '../kernel/openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

async function book(text: string): Promise<WorkBook> {
  const bytes = readFileSync(await exportedFile(kernel, text, 'xlsx'));
  return read(bytes, { cellFormula: true, cellNF: true, cellStyles: true });
}

async function sheet(text: string): Promise<WorkSheet> {
  const { Sheets } = await book(text);
  assert.ok(Sheets['Result']);
  return Sheets['Result'];
}

function cellOf(made: WorkSheet, address: string): CellObject | undefined {
  return made[address] as CellObject | undefined;
}

/** The one cell below the header of the one column. */
async function cell(sql: string): Promise<CellObject | undefined> {
  return cellOf(await sheet(`SELECT ${sql} AS a`), 'A2');
}

async function sheetXml(text: string): Promise<string> {
  const files = unzipSync(readFileSync(await exportedFile(kernel, text, 'xlsx')));
  return new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
}

/** `check(sql, type, value)`: types are s for a text, n for a number, b for a boolean. */
async function check(sql: string, type: string, value: unknown): Promise<void> {
  const found = await cell(sql);
  assert.deepEqual([found?.t, found?.v, found?.f], [type, value, undefined], sql);
}

test('numbers are numbers as far as a sheet keeps their digits, and texts beyond', async () => {
  await check('42', 'n', 42);
  await check('-0.1::DOUBLE', 'n', -0.1);
  await check('1.5e300::DOUBLE', 'n', 1.5e300);
  await check('0.1::FLOAT', 'n', 0.1);
  await check('9007199254740991', 'n', 9007199254740991);
  await check('9007199254740993', 's', '9007199254740993');
  await check('-9007199254740993::HUGEINT', 's', '-9007199254740993');
  await check('7::UHUGEINT', 'n', 7);
  const most = '340282366920938463463374607431768211455';
  await check(`${most}::UHUGEINT`, 's', most);
  await check('12.34::DECIMAL(9, 2)', 'n', 12.34);
  await check('-1234567890123.456789::DECIMAL(20, 6)', 's', '-1234567890123.456789');
  await check('0.000001::DECIMAL(20, 6)', 'n', 0.000001);
});

test('what is not a number of a sheet is a text', async () => {
  await check("'nan'::DOUBLE", 's', 'nan');
  await check("'inf'::DOUBLE", 's', 'inf');
  await check("'-inf'::FLOAT", 's', '-inf');
});

test('booleans, dates and times keep their kind', async () => {
  await check('true', 'b', true);
  await check('false', 'b', false);
  await check("DATE '2026-11-19'", 'n', 46345);
  await check("TIMESTAMP '2026-11-19 12:00:00'", 'n', 46345.5);
  await check("TIMESTAMPTZ '2026-11-19 14:00:00+02'", 'n', 46345.5);
  await check("TIMESTAMP_NS '2026-11-19 12:00:00'", 'n', 46345.5);
  assert.equal((await cell("DATE '2026-11-19'"))?.w, '2026-11-19');
  assert.equal((await cell("TIMESTAMP '2026-11-19 12:30:15'"))?.w, '2026-11-19 12:30:15');
});

test('a day that spreadsheets count wrongly is a text', async () => {
  await check("DATE '1900-02-28'", 's', '1900-02-28');
  await check("DATE '1900-03-01'", 'n', 61);
  await check("TIMESTAMP '1899-12-31 00:00:00'", 's', '1899-12-31 00:00:00');
  await check("'infinity'::DATE", 's', 'infinity');
});

test('a text is the text it was, whatever it holds', async () => {
  for (const text of [
    '=1+1',
    '+x',
    '@SUM(A1)',
    '-2+3',
    '',
    ' spaced  ',
    'a\nb',
    'tab\there',
    '"quoted", <b>&amp;',
    'Ünïcödé 漢字 😀',
    '_x0041_',
    'constructor',
    '__proto__',
    'bell\u0007',
    '\ufffe',
  ]) {
    await check(`'${text.replaceAll("'", "''")}'`, 's', text);
  }
});

test('a text that looks like a formula stays a text when it is edited', async () => {
  const xml = await sheetXml("SELECT '=1' AS a, 'b' AS b");
  assert.match(xml, /<c r="A2" t="inlineStr" s="5">/);
  assert.match(xml, /<c r="B2" t="inlineStr">/);
  assert.match(xml, /<pane ySplit="1"[^>]*state="frozen"/);
});

test('a carriage return, which XML would lose, is written as spreadsheets do', async () => {
  assert.match(await sheetXml("SELECT 'a' || chr(13) || chr(10) || 'b' AS a"), /a_x000D_\nb/);
});

test('nested values are JSON, and a missing value is an empty cell', async () => {
  await check('[1, NULL]', 's', '[1,null]');
  await check("{'a': 1, 'b': 'x'}", 's', '{"a":1,"b":"x"}');
  assert.equal(await cell('NULL::VARCHAR'), undefined);
  assert.equal(await cell('NULL::DOUBLE'), undefined);
  assert.equal(await cell('NULL::DATE'), undefined);
  assert.equal(await cell('NULL::DECIMAL(20, 2)'), undefined);
});

test('the header is the names, also of columns past Z and of an empty result', async () => {
  const names = Array.from({ length: 28 }, (_, index) => `c${index}`);
  const made = await sheet(`SELECT ${names.map(name => `1 AS ${name}`).join(', ')} WHERE false`);
  assert.deepEqual(utils.sheet_to_json(made, { header: 1 }), [names]);
  assert.deepEqual([0, 25, 26, 701, 702].map(columnLetters), ['A', 'Z', 'AA', 'ZZ', 'AAA']);
  assert.equal(cellOf(await sheet('SELECT 1 AS "=a<b"'), 'A1')?.v, '=a<b');
});

test('the second sheet says where the rows come from', async () => {
  const { SheetNames, Sheets } = await book('FROM bullish_stocks(amount := 2)');
  assert.deepEqual(SheetNames, ['Result', 'Provenance']);
  assert.ok(Sheets['Provenance']);
  const lines = new Map(utils.sheet_to_json<[string, string]>(Sheets['Provenance'], { header: 1 }));
  assert.equal(lines.get('connection'), 'fixture');
  assert.equal(lines.get('synthetic'), 'true');
  assert.equal(lines.get('calls 1 function'), 'bullish_stocks');
});

test('more rows than a sheet holds are refused before anything is written', async () => {
  const { table } = await kernel.run('FROM range(1048576)');
  const params = { resultId: table?.id ?? '', format: 'xlsx', record: null } as const;
  await assert.rejects(
    kernel.session.ask('export', params, uncancellable),
    /holds 1,048,575 rows below its header, but this result has 1,048,576 rows/,
  );
});

test('a text that a cell cannot hold is refused with its column', async () => {
  await assert.rejects(
    exportedFile(kernel, "SELECT repeat('x', 32768) AS story", 'xlsx'),
    /column story is longer than an XLSX cell/,
  );
});

test('many rows keep their order', async () => {
  const file = await exportedFile(
    kernel,
    "SELECT range AS a, 'row ' || range AS b FROM range(150000)",
    'xlsx',
  );
  const { Sheets } = read(readFileSync(file), { dense: true });
  assert.ok(Sheets['Result']);
  const rows = utils.sheet_to_json<[number, string]>(Sheets['Result'], { header: 1 }).slice(1);
  assert.equal(rows.length, 150_000);
  assert.ok(rows.every(([a, b], index) => a === index && b === `row ${index}`));
});

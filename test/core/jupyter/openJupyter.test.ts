import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jupyterNotebook } from '../../../src/core/jupyter/jupyterNotebook';
import { notebookOfJupyter } from '../../../src/core/jupyter/openJupyter';
import type { NotebookCell } from '../../../src/core/notebook/notebook';
import { readNotebook } from '../../../src/core/notebook/notebookFile';
import type { PageCell } from '../../../src/core/page/pageCells';
import { filesBelow } from '../../support/filesBelow';
import { assertProportional } from '../../support/growth';
import fc from '../../support/properties';
import { readFileSync } from 'node:fs';

type Written = Pick<NotebookCell, 'kind' | 'language' | 'text'>;

function pageCell({ kind, language, text }: Written): PageCell {
  return { kind, language, text, results: [], errors: [], hasRun: false };
}

function exported(cells: readonly Written[], frontMatter = ''): string {
  const head = { title: null, description: null, fileName: 'n.signals', frontMatter };
  return jupyterNotebook({ ...head, cells: cells.map(pageCell), variables: [], portfolios: {} });
}

/** A file of somebody else, of cells as `[type, source]`. */
function foreign(cells: readonly (readonly [string, string | string[]])[], metadata = {}): string {
  return JSON.stringify({
    ...{ nbformat: 4, nbformat_minor: 5, metadata },
    cells: cells.map(([cell_type, source]) => ({ cell_type, metadata: {}, source, outputs: [] })),
  });
}

/** The cells of the notebook: SQL as it is, prose after `md: `. */
function opened(text: string): string[] {
  return notebookOfJupyter(text).cells.map(cell =>
    cell.kind === 'code' ? cell.text : `md: ${cell.text}`,
  );
}

function check(source: string, ...expected: string[]): void {
  const first: [string, string] = ['code', 'con = duckdb.connect()'];
  assert.deepEqual(opened(foreign([first, ['code', source]])), expected, source);
}

test('the notebooks that ship come back from an export as they were', () => {
  const files = filesBelow('notebooks', /\.signals$/);
  assert.ok(files.length > 3);
  for (const file of files) {
    const { frontMatter, cells } = readNotebook(readFileSync(file, 'utf8'));
    const back = notebookOfJupyter(exported(cells, frontMatter.raw));
    assert.equal(back.frontMatter.raw, frontMatter.raw);
    const plain = cells.map(({ kind, language, text }) => ({ kind, language, text }));
    assert.deepEqual(back.cells, plain, file);
  }
});

test('any cell comes back from an export', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 6 });
  fc.assert(
    fc.property(texts, all => {
      const cells = all.map((text, at): Written => {
        const language = ['signals-sql', 'markdown', 'vega-lite'][at % 3] ?? '';
        return { kind: language === 'markdown' ? 'markdown' : 'code', language, text };
      });
      assert.deepEqual(notebookOfJupyter(exported(cells)).cells, cells);
    }),
    { numRuns: 30 },
  );
});

test('Python that was changed after its export is kept beside the query', () => {
  const sql = { kind: 'code', language: 'signals-sql', text: 'SELECT 1' } as const;
  const text = exported([sql]).replace('result = sql(', 'result = 2 * sql(');
  const [own, note] = opened(text);
  assert.equal(own, 'SELECT 1');
  assert.match(note ?? '', /was changed after it was exported\.\n\n```python\nresult = 2 \* sql/);
});

test('what was written into the first cells of an export is kept', () => {
  const sql = { kind: 'code', language: 'signals-sql', text: 'SELECT 1' } as const;
  const edited = (at: number, write: (source: string) => string): string[] => {
    const file = JSON.parse(exported([sql], 'title: T\n')) as { cells: { source: string[] }[] };
    file.cells.slice(at, at + 1).forEach(cell => {
      cell.source = write(cell.source.join('')).split(/(?<=\n)/);
    });
    const text = JSON.stringify(file);
    assert.equal(notebookOfJupyter(text).frontMatter.raw, 'title: T\n');
    return opened(text);
  };
  const [prose = '', ...after] = edited(0, text => `${text}\n\nMy remark`);
  assert.match(prose, /^md: This notebook was exported from[^]*\n\nMy remark$/);
  assert.deepEqual(after, ['SELECT 1']);
  for (const at of [1, 2]) {
    const [note = '', ...rest] = edited(at, text => text.replace('import ', 'MINE = 1\nimport '));
    assert.match(
      note,
      /^md: The Python of this cell, .* was changed.*\n\n```python\n[^]*MINE = 1\n/,
    );
    assert.ok(note.endsWith('\n```'));
    assert.deepEqual(rest, ['SELECT 1']);
  }
  for (const at of [0, 1, 2]) {
    assert.deepEqual(
      edited(at, text => text.replaceAll('\n', '\r\n')),
      ['SELECT 1'],
    );
    assert.deepEqual(
      edited(at, () => ''),
      ['SELECT 1'],
    );
  }
});

test('a cell that has the mark of an export without its checksum is kept as the cell of somebody else', () => {
  const cell = {
    cell_type: 'code',
    source: 'x = 1',
    metadata: { market_signals: { kind: 'setup' } },
  };
  assert.deepEqual(opened(JSON.stringify({ nbformat: 4, cells: [cell] })), [
    'md: This Python was not taken over.\n\n```python\nx = 1\n```',
  ]);
});

test('prose is taken, and code of another kind is in the prose', () => {
  assert.deepEqual(
    opened(
      foreign([
        ['markdown', ['# A\n', 'b']],
        ['raw', 'x\n```'],
        ['code', ''],
      ]),
    ),
    ['md: # A\nb', 'md: ````text\nx\n```\n````'],
  );
  check(
    'x = 1\nprint(x)',
    'md: This Python was not taken over.\n\n```python\nx = 1\nprint(x)\n```',
  );
});

test('magics are queries', () => {
  check('%%sql\nSELECT 1\n  FROM t', 'SELECT 1\n  FROM t');
  check('%%sql\r\nSELECT 1;\r\n', 'SELECT 1;');
  check(
    '%%sql duckdb:///x.db\nSELECT 1',
    'md: This Python was not taken over.\n\n```python\nduckdb:///x.db\n```',
    'SELECT 1',
  );
  check('%load_ext sql\n%sql SELECT 1\na = %sql FROM t', 'SELECT 1', 'FROM t');
  check('%sql duckdb://');
  check(
    '%sql postgresql://h/d',
    'md: This Python was not taken over.\n\n```python\n%sql postgresql://h/d\n```',
  );
  check(
    '%%sql\nSELECT {{n}}, {n}',
    'md: The next query has values of Python in it, which it cannot read: `{{n}}`, `{n}`.',
    'SELECT {{n}}, {n}',
  );
});

test('plain strings that DuckDB is given are queries', () => {
  check('import duckdb\nduckdb.sql("SELECT 1").show()', 'SELECT 1');
  check(
    "df = con.sql('''\n    SELECT 1\n      AS a\n''').df()\nprint(df)",
    'md: This Python was not taken over.\n\n```python\nprint(df)\n```',
    'SELECT 1\n  AS a',
  );
  check('con.execute(r"SELECT \'\\d\'")\ncon.query("a" "b",)', "SELECT '\\d'", 'ab');
  check(String.raw`con.sql("SELECT 'a\tb\x41\u00e9\"\\'")`, "SELECT 'a\tbAé\"\\'");
  check('print(con.sql("SELECT 1"))', 'SELECT 1');
  check('%sql SELECT 1\ncon.sql("SELECT 2")\n%sql SELECT 3', 'SELECT 1', 'SELECT 2', 'SELECT 3');
});

test('texts that are known when the code runs are not queries', () => {
  for (const code of [
    'con.sql(f"SELECT {x}")',
    'con.sql("SELECT " + x)',
    'con.execute("SELECT ?", [1])',
    'other.sql("SELECT 1")',
    '# con.sql("SELECT 1")',
    'x = "con.sql(\'SELECT 1\')"',
    'con.sql(b"SELECT 1")',
    String.raw`con.sql("\N{BULLET}")`,
    'con.sql("SELECT 1',
  ]) {
    check(code, `md: This Python was not taken over.\n\n\`\`\`python\n${code}\n\`\`\``);
  }
});

test('the lines of a string are neither magics nor lines without effect', () => {
  for (const quote of ["'''", '"""']) {
    const code = `x = ${quote}\n%sql SELECT 1\nimport duckdb\n${quote}\nprint(x)`;
    check(code, `md: This Python was not taken over.\n\n\`\`\`python\n${code}\n\`\`\``);
    check(`con.sql(${quote}\n%sql SELECT 1\n${quote})\n%sql SELECT 2`, '%sql SELECT 1', 'SELECT 2');
  }
  check(
    '# """\n%sql SELECT 1\n# """',
    'md: This Python was not taken over.\n\n```python\n# """\n# """\n```',
    'SELECT 1',
  );
});

test('a notebook of SQL is queries as they are', () => {
  const sql = foreign([['code', 'SELECT "a" -- x']], { language_info: { name: 'sql' } });
  assert.deepEqual(opened(sql), ['SELECT "a" -- x']);
});

test('anything else is refused with a sentence', () => {
  for (const text of [
    '',
    '{',
    '[]',
    '{"nbformat":3,"worksheets":[]}',
    '{"nbformat":4,"cells":[1]}',
  ]) {
    assert.throws(() => notebookOfJupyter(text), /not a Jupyter notebook/, text);
  }
});

test('nothing of any Python is lost', () => {
  const parts = [
    'con.sql(',
    '"',
    "'''",
    '\\',
    '#',
    '\n',
    ')',
    'f"',
    '%sql ',
    '\n%sql zq\n',
    '%%sql',
    ' zq',
    '"""',
    '.df()',
    '.limit(',
    ',',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 25 }), pieces => {
      const code = pieces.join('');
      const cells = opened(
        foreign([
          ['code', 'con = duckdb.connect()'],
          ['code', code],
        ]),
      );
      const count = (text: string): number => text.split('zq').length - 1;
      assert.equal(count(cells.join('\n')), count(code), code);
    }),
    { numRuns: 2000 },
  );
});

test('long code is read in a time that grows with its length', () => {
  const open = (code: string): unknown =>
    opened(foreign([['code', `con = duckdb.connect()\n${code}`]]));
  assertProportional(length => open(`con.sql(${'"a" '.repeat(length)}`), 5_000);
  assertProportional(length => open('con.sql("'.repeat(length)), 5_000);
  assertProportional(length => open('con.sql(\n'.repeat(length)), 5_000);
});

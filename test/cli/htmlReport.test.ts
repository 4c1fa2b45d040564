import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { readPageData } from '../../src/core/page/pageData';
import { signals } from './command';

let folder: string;
/** What the command says that makes a page of each notebook that ships. */
let said: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-html-'));
  cpSync('notebooks', path.join(folder, 'notebooks'), { recursive: true });
  const command = `'${process.execPath}' '${path.resolve('dist/cli.js')}'`;
  const line = `${command} run notebooks/*.signals --format html`;
  said = execFileSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
});
after(() => rmSync(folder, { recursive: true }));

function dataOf(html: string) {
  const text = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1];
  const data = readPageData(text ?? 'null');
  assert.ok(data);
  return data.results.map(result => {
    assert.ok(result);
    return result;
  });
}

const shipped = readdirSync('notebooks').filter(file => file.endsWith('.signals'));

test('the notebooks that ship become pages with one command', () => {
  const lines = shipped.map(
    name => String.raw`notebooks/${path.parse(name).name}\.html · (\d+) cells: \1 succeeded\n`,
  );
  const all = `${shipped.length} notebooks: ${shipped.length} succeeded\n`;
  assert.ok(said.endsWith(all), said);
  lines.forEach(line => assert.match(said, new RegExp(line)));
});

for (const name of shipped) {
  test(`${name} becomes a page with every result that it has`, () => {
    const html = readFileSync(
      path.join(folder, 'notebooks', `${path.parse(name).name}.html`),
      'utf8',
    );
    const results = dataOf(html);
    const charts = results.flatMap(({ output }) => output.chart ?? []);
    const asked = readFileSync(`notebooks/${name}`, 'utf8').split('\nVISUALISE').length - 1;
    assert.equal(charts.length, asked);
    assert.ok(charts.every(({ datasets }) => datasets.every(({ rows }) => rows !== null)));
    for (const { output, table } of results) {
      assert.equal(table?.rowCount, output.table?.rowCount);
    }
    assert.match(html, /Synthetic data: not real market data/);
    assert.ok(html.length < 3_000_000, String(html.length));
  });
}

test('a page has the rows up to its limit, and says what it left out', async () => {
  const file = path.join(folder, 'long.signals');
  const cells = ['SELECT i AS i, i % 7 AS g FROM range(100001) t(i)', 'SELECT 1 AS one'];
  writeFileSync(file, cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n'));
  const { stdout, code } = await signals(['run', file, '--format', 'html']);
  assert.equal(code, 0);
  assert.match(stdout, /The first 100,000 rows of 100,001 rows are in this page\./);
  const [long, short] = dataOf(stdout);
  assert.equal(long?.table?.rowCount, 100_000);
  assert.deepEqual(long?.table?.values[0]?.slice(-1), [99_999]);
  assert.equal(short?.table?.rowCount, 1);
});

test('--max-rows leaves more rows out of a page, and does not raise its limit', async () => {
  const file = path.join(folder, 'limited.signals');
  const drawn =
    'SELECT i AS x, i + 5000 AS y FROM range(30) t(i) VISUALISE x AS x, y AS y DRAW point';
  const cells = ['SELECT i + 7000 AS i FROM range(100001) t(i)', drawn];
  writeFileSync(file, cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n'));
  const page = path.join(folder, 'limited.html');
  const pageOf = async (maxRows: string): Promise<string> => {
    const words = ['run', file, '-o', page, '--max-rows', maxRows];
    const { code, stderr } = await signals(words);
    assert.equal(code, 0, stderr);
    return readFileSync(page, 'utf8');
  };
  const few = await pageOf('10');
  assert.match(few, /The first 10 rows of 100,001 rows are in this page\./);
  assert.match(few, /The first 10 rows of 30 rows are in this page\./);
  const [long, chart] = dataOf(few);
  assert.equal(long?.table?.rowCount, 10);
  assert.deepEqual(long?.table?.values[0]?.slice(-1), [7009]);
  assert.equal(chart?.table?.rowCount, 10);
  assert.equal(chart?.output.chart?.datasets[0]?.rows?.length, 30);
  // The earlier page is replaced without being asked for it.
  const many = await pageOf('200000');
  assert.match(many, /The first 100,000 rows of 100,001 rows are in this page\./);
});

test('a failed cell and those after it are in the page too, and whether each test passed, and the run fails', async () => {
  const file = path.join(folder, 'fails.signals');
  const cells = [
    ...['--| test: <gaps>\nSELECT 1 AS day', '--| test: none\nSELECT 1 WHERE false'],
    ...['SELECT 1 AS one', 'SELECT nope', '--| echo: false\nSELECT 2'],
  ];
  writeFileSync(file, cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n'));
  const { stdout, code } = await signals(['run', file, '--format', 'html']);
  assert.equal(code, 1);
  assert.match(stdout, /<p class="failure">✗ &lt;gaps&gt;: 1 row fails<\/p>/);
  assert.match(stdout, /<p class="passed">✓ none passed<\/p>/);
  assert.match(stdout, /<strong>This cell failed\.<\/strong>[^<]*nope/);
  assert.match(stdout, /This cell was not run\./);
  assert.equal(stdout.split('Show query').length - 1, 4);
  assert.equal(dataOf(stdout).length, 3);
});

import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { isPlainSvg } from '../../src/core/protocol/plainSvg';
import { categoryPlaces } from '../../src/core/visualise/categoryColours';
import { signals } from './command';

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-markdown-'));
});
after(() => rmSync(folder, { recursive: true }));

function notebookOf(name: string, ...cells: string[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n'));
  return file;
}

const drawn = "SELECT 1 AS x, 'a' AS y VISUALISE x AS x, y AS y DRAW point";

for (const name of ['companyDossier.signals', 'morningScreen.signals']) {
  test(`${name} becomes Markdown with a picture of every chart`, async () => {
    const base = path.basename(name, '.signals');
    const file = path.join(folder, `${base}.md`);
    const ended = await signals(['run', `notebooks/${name}`, '--format', 'md', '-o', file]);
    assert.equal(ended.code, 0, ended.stderr);
    const text = readFileSync(file, 'utf8');
    const asked = readFileSync(`notebooks/${name}`, 'utf8').split('\nVISUALISE').length - 1;
    const pictures = path.join(folder, `${base}_files`);
    const names = readdirSync(pictures);
    assert.deepEqual(
      names.toSorted(),
      Array.from({ length: asked }, (_, at) => `chart-${at + 1}.svg`).toSorted(),
    );
    for (const picture of names) {
      assert.ok(text.includes(`](${base}_files/${picture})`), picture);
      const svg = readFileSync(path.join(pictures, picture), 'utf8');
      assert.ok(isPlainSvg(svg), picture);
      assert.match(svg, /<text[^>]*>[^<]+<\/text>/);
    }
    assert.doesNotMatch(text, /The chart is not drawn/);
    assert.match(text, /Synthetic data: not real market data/);
  });
}

test('names have one colour in the pictures of all charts, and a chart that cannot be drawn is its rows and the reason', async () => {
  // Each alone would have the same colour.
  const names = ['Group 0', 'Group 4'];
  const [one, other] = names.map(name => categoryPlaces([name])[0]);
  assert.equal(one, other);
  const cells = [...names.map(name => [name]), names].map(
    all =>
      `SELECT unnest(['${all.join("', '")}']) AS g, 1 AS n VISUALISE n AS x, g AS y, g AS fill DRAW bar`,
  );
  const target = path.join(folder, 'colours.md');
  const file = notebookOf('colours.signals', ...cells, 'CREATE TABLE wide AS SELECT 1 AS x');
  const wide = '{"data":{"name":"wide"},"mark":"point","width":9000}';
  appendFileSync(file, `\n\`\`\`{vega-lite}\n${wide}\n\`\`\`\n`);
  const { code, stderr } = await signals(['run', file, '--format', 'md', '-o', target]);
  assert.equal(code, 0, stderr);
  assert.match(
    readFileSync(target, 'utf8'),
    /> The chart is not drawn\. A chart is at most 5000 px wide/,
  );
  const fills = [1, 2, 3].map(at => {
    const svg = readFileSync(path.join(folder, 'colours_files', `chart-${at}.svg`), 'utf8');
    const bars = /class="mark-rect role-mark.*?<\/g>/s.exec(svg)?.[0] ?? '';
    return [...bars.matchAll(/fill="(#[^"]+)"/g)].map(([, fill]) => fill);
  });
  assert.deepEqual(fills[2], [...(fills[0] ?? []), ...(fills[1] ?? [])]);
  assert.equal(new Set(fills[2]).size, 2);
});

test('an earlier export is replaced, and files of others are left as they are', async () => {
  const file = notebookOf('small.signals', drawn);
  const target = path.join(folder, 'small (1).md');
  const words = ['run', file, '--format', 'md', '-o', target];
  assert.equal((await signals(words)).code, 0);
  assert.match(readFileSync(target, 'utf8'), /\]\(small%20%281%29_files\/chart-1\.svg\)/);
  const again = await signals(words);
  assert.equal(again.code, 0, again.stderr);
  const other = path.join(folder, 'small (1)_files', 'chart-2.svg');
  writeFileSync(other, '<svg xmlns="http://www.w3.org/2000/svg"></svg>');
  const refused = await signals(words);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /chart-2\.svg exists and is not a picture of an earlier report/);
  writeFileSync(target, '# Mine\n');
  assert.match((await signals(words)).stderr, /exists and is not an earlier report/);
  const file2 = path.join(folder, 'blocked.md');
  mkdirSync(path.join(folder, 'blocked_files'));
  writeFileSync(path.join(folder, 'blocked_files', 'mine.svg'), 'mine');
  assert.equal((await signals(['run', file, '--format', 'md', '-o', file2])).code, 0);
  assert.equal(readFileSync(path.join(folder, 'blocked_files', 'mine.svg'), 'utf8'), 'mine');
});

test('on standard output charts are described, long tables are cut, and nothing else is written', async () => {
  const file = notebookOf('printed.signals', drawn, 'SELECT i AS i FROM range(250) t(i)');
  const before = readdirSync(folder).length;
  const { stdout, code } = await signals(['run', file, '--format', 'md']);
  assert.equal(code, 0);
  assert.match(stdout, /\*Chart: /);
  assert.match(stdout, /\n\| 99 \|\n\n> The first 100 rows are shown, 150 rows are left out\./);
  const few = await signals(['run', file, '--format', 'md', '--max-rows', '10']);
  assert.match(few.stdout, /\n\| 9 \|\n\n> The first 10 rows are shown, 240 rows are left out\./);
  const many = await signals(['run', file, '--format', 'md', '--max-rows', '200']);
  assert.match(many.stdout, /\n\| 99 \|\n\n> The first 100 rows are shown/);
  assert.equal(readdirSync(folder).length, before);
});

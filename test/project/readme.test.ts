import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gallery } from '../../src/core/gallery/gallery';
import { filesBelow } from '../support/filesBelow';

const readme = readFileSync('README.md', 'utf8');
const architecture = readFileSync('ARCHITECTURE.md', 'utf8');

test('the generated sections of the documentation are what the code says', async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['scripts/reference.mjs', '--check']);
  assert.equal(stdout, '');
});

test('the quick start is two lines', () => {
  const section = readme.split('## Quick start\n')[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter(line => line.startsWith('    '));
  assert.deepEqual(lines, ['    npm ci && npm start', '    npm ci && npm test']);
});

test('what the documents point to is there', () => {
  const pattern =
    /(?:\b(?:src|test|content|scripts|media|docs|notebooks)\/[\w./-]*[\w/]|(?<![\w/-])[\w-]+\.(?:mjs|md)\b)/g;
  const pages = readdirSync('docs').filter(file => file.endsWith('.md'));
  const texts = pages.map(page => readFileSync(path.join('docs', page), 'utf8'));
  const paths = [readme, architecture, ...texts].flatMap(text => text.match(pattern) ?? []);
  assert.ok(paths.length > 40);
  const missing = paths.filter(each => !existsSync(each) && !existsSync(path.join('docs', each)));
  assert.deepEqual(missing, []);
});

test('the README is one page', () => {
  assert.ok(readme.split('\n').length <= 150);
});

test('the documentation has a picture of each chart of the gallery', () => {
  const text = readFileSync('docs/gallery.md', 'utf8');
  const pictures = [...text.matchAll(/\]\((gallery\/\w+\.png)\)/g)].map(([, file = '']) => file);
  assert.equal(pictures.length, gallery.length);
  assert.deepEqual(
    pictures.map(file => path.basename(file)).sort(),
    readdirSync('docs/gallery').sort(),
  );
});

test('the architecture names every folder, in at most 200 lines', () => {
  const files = ['src', 'test'].flatMap(folder => filesBelow(folder, /\.\w+$/));
  const folders = [...new Set(files.map(file => path.posix.dirname(file)))];
  const below = folders.filter(folder => folder.includes('/'));
  const unnamed = below.filter(folder => !architecture.includes(`\`${folder}/\``));
  assert.deepEqual(unnamed, []);
  assert.ok(architecture.split('\n').length <= 200);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as esbuild from 'esbuild';
import { listFiles, PackageManager } from '@vscode/vsce';
import { bundles } from '../../scripts/bundles.mjs';
import { bundledPackages } from '../../scripts/notices.mjs';
import { sampleNotebooks } from '../../src/core/gallery/sampleNotebooks';

const shipped = bundles(true);
const outfiles = shipped.flatMap(({ outfile }) => outfile ?? []);
/** As the package is made: the bundles hold what they depend on. */
const listed = listFiles({ cwd: process.cwd(), packageManager: PackageManager.None });

test('the package holds what ships and nothing else', async () => {
  const files = await listed;
  const allowed =
    /^(package\.json|README\.md|CHANGELOG\.md|LICENSE(\.txt)?|media\/[\w./-]+|content\/agents\/signals\.instructions\.md|docs\/[\w-]+\.md|docs\/gallery\/\w+\.png|notebooks\/\w+\.signals|dist\/view\/[\w-]+\.js|dist\/page\/(notebookPage\.js|pageStyle\.css)|dist\/duckdb\/(duckdb\.node|libduckdb\.(so|dylib)|duckdb\.dll)|dist\/vega-lite-schema\.json|dist\/THIRD_PARTY_NOTICES\.txt)$/;
  assert.deepEqual(
    files.filter(file => !allowed.test(file) && !outfiles.includes(file)),
    [],
  );
  for (const needed of [
    ...outfiles,
    'dist/view/renderer.js',
    'dist/view/livePage.js',
    'dist/page/notebookPage.js',
    'dist/page/pageStyle.css',
    'dist/duckdb/duckdb.node',
    ...sampleNotebooks.map(file => `notebooks/${file}.signals`),
    'LICENSE',
  ]) {
    assert.ok(files.includes(needed), needed);
  }
});

test('every file that the manifest names ships', async () => {
  const files = await listed;
  const named =
    readFileSync('package.json', 'utf8').match(/"\.?\/?(media|dist|content)\/[^"*]+"/g) ?? [];
  const paths = named.map(text => text.slice(1, -1).replace(/^\.\//, ''));
  assert.ok(paths.length > 3);
  assert.deepEqual(
    paths.filter(path => !files.includes(path)),
    [],
  );
});

test("the host's bundle stays under 450 kB, and copies nothing of VS Code", async () => {
  const host = shipped.find(({ name }) => name === 'extension');
  assert.ok(host);
  const { name: _, ...options } = host;
  const { outputFiles } = await esbuild.build({ ...options, write: false });
  const bundle = outputFiles?.[0];
  assert.ok(bundle && bundle.contents.byteLength < 450_000, String(bundle?.contents.byteLength));
  assert.ok(!bundle.text.includes('libduckdb'));
  assert.ok(bundle.text.includes('require("vscode")'));
  assert.doesNotMatch(bundle.text, /\(require\("vscode"\)/, 'a copy of the whole API of VS Code');
});

test('every package in the bundles states a permissive licence', () => {
  const permissive =
    /^\(?(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|CC-BY-4\.0)( OR .*)?\)?$/;
  const folders = bundledPackages();
  assert.ok(folders.length > 5);
  for (const folder of folders) {
    const { license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
      license?: string;
    };
    assert.match(license ?? '', permissive, folder);
  }
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import * as esbuild from 'esbuild';
import { listFiles, PackageManager } from '@vscode/vsce';
import { bundles } from '../../scripts/bundles.mjs';
import { lockedPackage } from '../../scripts/bindings.mjs';
import { shippedManifest } from '../../scripts/manifest.mjs';
import { bundledPackages, noticeOf } from '../../scripts/notices.mjs';
import { bindingFiles, bindingPackage, hostTarget, targets } from '../../scripts/platforms.mjs';
import { installedSbom, sbomFor } from '../../scripts/sbom.mjs';
import { shippedFiles, stagePackage } from '../../scripts/vsix.mjs';
import { sampleNotebooks } from '../../src/core/gallery/sampleNotebooks';

const shipped = bundles(true);
const outfiles = shipped.flatMap(({ outfile }) => outfile ?? []);
const listed = shippedFiles();

test('the package holds what ships and nothing else', async () => {
  const files = await listed;
  const allowed =
    /^(package\.json|README\.md|CHANGELOG\.md|LICENSE(\.txt)?|media\/[\w./-]+|content\/agents\/signals\.instructions\.md|docs\/[\w-]+\.md|docs\/gallery\/\w+\.png|notebooks\/\w+\.signals|dist\/view\/[\w-]+\.js|dist\/page\/(notebookPage\.js|pageStyle\.css)|dist\/duckdb\/(duckdb\.node|libduckdb\.(so|dylib)|duckdb\.dll)|dist\/vega-lite-schema\.json|dist\/THIRD_PARTY_NOTICES\.txt|package\.nls\.[\w-]+\.json|l10n\/bundle\.l10n\.[\w-]+\.json)$/;
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

test('the notices have each package in the bundles with the text of its licence', () => {
  const folders = bundledPackages();
  assert.ok(folders.length > 50);
  for (const folder of folders) {
    const [title = '', license = '', , ...text] = noticeOf(folder).split('\n');
    assert.match(title, /^\S+ \d+\.\d+/);
    assert.match(license, /\S/, title);
    assert.ok(text.join(' ').length > 300, title);
  }
  assert.match(
    noticeOf('node_modules/apache-arrow'),
    /Apache License[^]*Apache Arrow JavaScript\nCopyright/,
  );
  // Those of the code in its library.
  const duckdb = noticeOf('node_modules/@duckdb/node-bindings');
  for (const part of [
    'Stichting DuckDB',
    'cpp-httplib: Copyright (c) 2025 Yuji Hirose',
    'libpg_query: Copyright (c) 2015, Lukas Fittl',
    'RE2: Copyright 2003-2018 The RE2 Authors',
    'ICU 58 and later: Copyright © 1991-2020 Unicode, Inc.',
    'ICU 1.8.1 to ICU 57.1: Copyright (c) 1995-2016 International Business Machines',
    'Data of utf8proc: Copyright (c) 1991-2007 Unicode, Inc.',
  ]) {
    assert.ok(duckdb.includes(part), part);
  }
});

test('a package with another licence, or without a text of its licence, is refused', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'market-signals-notices-'));
  t.after(() => rm(folder, { recursive: true }));
  const check = async (license: unknown, expected?: RegExp): Promise<void> => {
    const manifest = { name: 'copyleft', version: '1.0.0', license };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
    if (expected) assert.throws(() => noticeOf(folder), expected, String(license));
    else assert.match(noticeOf(folder), /^copyleft 1\.0\.0\n.*\n\nFree for all$/);
  };
  await check('MIT', /has no text of its licence/);
  await writeFile(path.join(folder, 'LICENSE'), 'Free for all\n');
  await check('MIT');
  await check('(GPL-3.0 OR MIT)');
  for (const license of ['GPL-3.0', 'MIT AND GPL-3.0', undefined, { type: 'MIT' }, 'AMIT']) {
    await check(license, /which scripts\/notices\.mjs does not allow/);
  }
});

test('the bill of materials lists what the notices list, and the binding of its platform', async () => {
  const installed = await installedSbom();
  for (const target of targets) {
    const { metadata, components, dependencies, ...sbom } = sbomFor(installed, target);
    assert.equal(sbom.bomFormat, 'CycloneDX');
    assert.equal(metadata.component.name, 'market-signals');
    const refs = components.map(component => component['bom-ref']);
    const titles = bundledPackages().map(folder => noticeOf(folder).split('\n')[0] ?? '');
    const binding = `${bindingPackage(target)} ${lockedPackage(bindingPackage(target))?.version}`;
    assert.deepEqual(
      components.map(({ name, version }) => `${name} ${version}`).sort(),
      [...titles, binding].sort(),
    );
    for (const { name, version, purl, hashes } of components) {
      assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
      assert.match(hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/, name);
    }
    const known = new Set([...refs, ...dependencies.map(({ ref }) => ref)]);
    dependencies
      .flatMap(({ dependsOn }) => dependsOn)
      .forEach(ref => assert.ok(known.has(ref), ref));
  }
});

test('what ships has its texts in a file of their own, and says where its repository is', async t => {
  const folder = await mkdtemp(path.join(tmpdir(), 'market-signals-staged-'));
  t.after(() => rm(folder, { recursive: true }));
  const repository = 'https://example.test/owner/repository';
  const binding = path.join(folder, 'binding');
  await mkdir(binding);
  for (const file of bindingFiles(hostTarget())) await writeFile(path.join(binding, file), '');
  const staged = path.join(folder, 'staged');
  stagePackage(staged, { files: await listed, target: hostTarget(), binding, repository });
  const files = await listFiles({ cwd: staged, packageManager: PackageManager.None });
  assert.deepEqual(
    files.sort(),
    [...(await listed), 'package.nls.json', 'l10n/bundle.l10n.json'].sort(),
  );
  const read = (file: string): string => readFileSync(path.join(staged, file), 'utf8');
  const texts = JSON.parse(read('package.nls.json')) as Record<string, string>;
  const shippedText = read('package.json');
  const restored = shippedText.replace(/"%([^"%]+)%"/g, (_, key: string) =>
    JSON.stringify(texts[key]),
  );
  const source = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
  const manifest = JSON.parse(restored) as Record<string, unknown>;
  assert.deepEqual(manifest['contributes'], source['contributes']);
  assert.deepEqual(manifest['capabilities'], source['capabilities']);
  assert.deepEqual(manifest['bugs'], { url: `${repository}/issues` });
  assert.equal(manifest['homepage'], `${repository}#readme`);
  assert.equal(manifest['devDependencies'], undefined);
  const dataKeys = ['keywords', 'aliases', 'categories', 'modelDescription', 'inputSchema'];
  // What is left in the manifest is no sentence for a person, but in data and for models.
  const left = JSON.stringify(JSON.parse(shippedText), (key, value: unknown) =>
    [...['default', 'when', 'enablement'], ...dataKeys].includes(key) ? undefined : value,
  ).match(/"[A-Z][a-z]+ [a-z][^"]*"/g);
  assert.deepEqual(left, null);
});

test('the texts of the manifest keep their keys when others come before them', () => {
  const command = (id: string): object => ({ command: `signals.${id}`, title: `Title of ${id}` });
  const textsOf = (...ids: string[]): Record<string, string> =>
    shippedManifest({
      description: 'What it is.',
      capabilities: {},
      contributes: { commands: ids.map(command) },
    }).texts;
  assert.deepEqual(textsOf('b'), {
    description: 'What it is.',
    'contributes.commands.signals.b.title': 'Title of b',
  });
  assert.deepEqual(Object.entries(textsOf('a', 'b')).slice(-1), [
    ['contributes.commands.signals.b.title', 'Title of b'],
  ]);
});

test('the README and the changelog have what galleries show: the version, and pictures that are no SVG', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  assert.ok(readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version}\n`));
  const files = await listed;
  const pictures = ['README.md', 'CHANGELOG.md'].flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, at = '']) => at),
  );
  assert.ok(pictures.length >= 3);
  for (const picture of pictures) {
    assert.match(picture, /^media\/screenshots\/[\w-]+\.png$/);
    assert.ok(files.includes(picture), picture);
  }
});

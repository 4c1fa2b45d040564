import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import * as v from 'valibot';
import { checkVsix } from '../../scripts/checkVsix.mjs';
import { lockedPackage, verifyIntegrity } from '../../scripts/bindings.mjs';
import {
  bindingFiles,
  bindingPackage,
  hostTarget,
  targets,
  targetsOfBinary,
} from '../../scripts/platforms.mjs';

/** A library with these bytes, in hexadecimal, at these places. */
function library(size: number, ...parts: readonly [at: number, hex: string][]): Buffer {
  const bytes = Buffer.alloc(size);
  parts.forEach(([at, hex]) => Buffer.from(hex, 'hex').copy(bytes, at));
  return bytes;
}

const musl = Buffer.from('libc.musl-x').toString('hex');
const windows = (machine: string): Buffer =>
  library(160, [0, '4d5a'], [60, '80000000'], [128, '50450000'], [132, machine]);
/** A library for each platform. */
const libraries: Readonly<Record<string, Buffer>> = {
  'linux-x64': library(96, [0, '7f454c46'], [18, '3e00']),
  'linux-arm64': library(96, [0, '7f454c46'], [18, 'b700']),
  'alpine-x64': library(96, [0, '7f454c46'], [18, '3e00'], [70, musl]),
  'alpine-arm64': library(96, [0, '7f454c46'], [18, 'b700'], [70, musl]),
  'darwin-x64': library(96, [0, 'cffaedfe07000001']),
  'darwin-arm64': library(96, [0, 'cffaedfe0c000001']),
  'win32-x64': windows('6486'),
  'win32-arm64': windows('64aa'),
};
const universal = library(96, [0, 'cafebabe00000002'], [8, '01000007'], [28, '0100000c']);

const required = {
  'extension/package.json': strToU8('{}'),
  'extension/package.nls.json': strToU8('{}'),
  'extension/readme.md': strToU8(''),
  'extension/changelog.md': strToU8(''),
  'extension/LICENSE.txt': strToU8(''),
  'extension/dist/THIRD_PARTY_NOTICES.txt': strToU8(''),
  'extension/l10n/bundle.l10n.json': strToU8('{}'),
};

function vsix(target: string, files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const manifest = strToU8(`<Identity TargetPlatform="${target}"/>`);
  return zipSync({ 'extension.vsixmanifest': manifest, ...required, ...files });
}

function bindingOf(target: string, content = libraries[target]): Record<string, Uint8Array> {
  assert.ok(content);
  return Object.fromEntries(
    bindingFiles(target).map(file => [`extension/dist/duckdb/${file}`, content]),
  );
}

test('there is a package for each platform that DuckDB has a binding for, in the version of the lock file', () => {
  const lock = v.parse(
    v.object({
      packages: v.record(
        v.string(),
        v.looseObject({ optionalDependencies: v.optional(v.record(v.string(), v.string())) }),
      ),
    }),
    JSON.parse(readFileSync('package-lock.json', 'utf8')),
  );
  const bindings = lock.packages['node_modules/@duckdb/node-bindings']?.optionalDependencies ?? {};
  assert.deepEqual(targets.map(bindingPackage).sort(), Object.keys(bindings).sort());
  for (const [name, version] of Object.entries(bindings)) {
    assert.equal(lockedPackage(name)?.version, version, name);
    assert.match(lockedPackage(name)?.integrity ?? '', /^sha512-/, name);
  }
});

test('a library says which platform it is for', () => {
  for (const target of targets) {
    assert.deepEqual(targetsOfBinary(libraries[target] ?? Buffer.alloc(0)), [target]);
  }
  assert.deepEqual(targetsOfBinary(universal), ['darwin-x64', 'darwin-arm64']);
  assert.deepEqual(targetsOfBinary(readFileSync('package.json')), []);
  assert.deepEqual(targetsOfBinary(Buffer.from('MZ')), []);
  const installed = `node_modules/${bindingPackage(hostTarget())}/duckdb.node`;
  assert.deepEqual(targetsOfBinary(readFileSync(installed)), [hostTarget()]);
});

test('a package of the registry that differs from the lock file is refused', () => {
  const bytes = strToU8('a package');
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  verifyIntegrity(bytes, integrity, 'binding 1.0.0');
  assert.throws(
    () => verifyIntegrity(strToU8('A package'), integrity, 'binding 1.0.0'),
    /^Error: binding 1\.0\.0 from the registry is not the package of package-lock\.json\.$/,
  );
});

test('a package holds the binding of its platform and no other library', () => {
  for (const target of targets) {
    checkVsix(vsix(target, bindingOf(target)), target);
    const refused = (files: Readonly<Record<string, Uint8Array>>, message: RegExp): void =>
      assert.throws(() => checkVsix(vsix(target, files), target), message, target);
    for (const other of targets.filter(each => each !== target)) {
      refused(bindingOf(target, libraries[other]), / is for /);
    }
    refused({}, / holds , not /);
    refused({ ...bindingOf(target), 'extension/dist/helper.dat': universal }, /helper\.dat/);
    refused({ ...bindingOf(target), 'extension/dist/a.node': strToU8('') }, /a\.node/);
  }
  checkVsix(vsix('darwin-arm64', bindingOf('darwin-arm64', universal)), 'darwin-arm64');
});

test('a package says its platform, and has its licence, notices, README and changelog', () => {
  const files = bindingOf('linux-x64');
  assert.throws(() => checkVsix(vsix('linux-arm64', files), 'linux-x64'), /another platform/);
  const all = {
    ...required,
    ...files,
    'extension.vsixmanifest': strToU8('TargetPlatform="linux-x64"'),
  };
  for (const file of Object.keys(required)) {
    const others = Object.fromEntries(Object.entries(all).filter(([name]) => name !== file));
    assert.throws(() => checkVsix(zipSync(others), 'linux-x64'), / lacks /, file);
  }
});

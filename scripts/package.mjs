/**
 * Makes the VSIX.
 *
 *   node scripts/package.mjs                 for this platform
 *   node scripts/package.mjs --target T …    for others: linux-x64 linux-arm64 alpine-x64 alpine-arm64
 *                                            darwin-x64 darwin-arm64 win32-x64 win32-arm64
 *
 * A package holds the one DuckDB binding of its platform; those of others come from the npm registry. Prints each
 * file's name and size.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { writeNotices } from './notices.mjs';

const require = createRequire(import.meta.url);

/** VS Code's names of platforms, and those of the bindings. */
const bindings = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'alpine-x64': 'linux-x64-musl',
  'alpine-arm64': 'linux-arm64-musl',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-x64',
  'win32-arm64': 'win32-arm64',
};

function hostTarget() {
  const musl =
    process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `${musl ? 'alpine' : process.platform}-${process.arch}`;
}

/** @returns The folder with the binding's files. */
function bindingFolder(target, temporary) {
  const name = `@duckdb/node-bindings-${bindings[target]}`;
  try {
    return path.dirname(require.resolve(`${name}/duckdb.node`));
  } catch {
    const { version } = JSON.parse(
      readFileSync(require.resolve('@duckdb/node-bindings/package.json'), 'utf8'),
    );
    const packed = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
      cwd: temporary,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }).trim();
    execFileSync('tar', ['-xzf', packed], { cwd: temporary });
    return path.join(temporary, 'package');
  }
}

function placeBinding(folder) {
  rmSync('dist/duckdb', { recursive: true, force: true });
  mkdirSync('dist/duckdb', { recursive: true });
  for (const file of ['duckdb.node', 'libduckdb.so', 'libduckdb.dylib', 'duckdb.dll']) {
    const source = path.join(folder, file);
    if (existsSync(source)) {
      cpSync(source, `dist/duckdb/${file}`, { dereference: true });
    }
  }
}

function packageFor(target, version) {
  const temporary = mkdtempSync(path.join(tmpdir(), 'market-signals-package-'));
  try {
    placeBinding(bindingFolder(target, temporary));
    const file = `market-signals-${target}-${version}.vsix`;
    // The file is replaced at once: an installation meanwhile gets the previous one.
    mkdirSync('out', { recursive: true });
    const made = path.join('out', file);
    const vsce = require.resolve('@vscode/vsce/vsce');
    const args = [
      'package',
      '--no-dependencies',
      '--no-rewrite-relative-links',
      '--allow-missing-repository',
      '--target',
      target,
      '--out',
      made,
    ];
    execFileSync(process.execPath, [vsce, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    renameSync(made, file);
    console.log(`${file} ${(statSync(file).size / 2 ** 20).toFixed(1)} MiB`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const at = process.argv.indexOf('--target');
const targets = at < 0 ? [hostTarget()] : process.argv.slice(at + 1);
const unknown = targets.filter(target => !(target in bindings));
if (unknown.length > 0) {
  console.error(`No target ${unknown.join(', ')}; known: ${Object.keys(bindings).join(', ')}.`);
  process.exit(2);
}
execFileSync(process.execPath, ['esbuild.mjs', '--production'], { stdio: 'inherit' });
writeNotices();
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
try {
  targets.forEach(target => packageFor(target, version));
} finally {
  if (targets.at(-1) !== hostTarget()) {
    placeBinding(bindingFolder(hostTarget(), tmpdir()));
  }
}

/**
 * The licences of the code that the bundles hold, from the bundles' own lists of inputs.
 *
 * DuckDB's package has no list of what its library holds: `licences/@duckdb-node-bindings.txt` is written by hand. Years and holders
 * of these were compared with the licence files or file headers in DuckDB's repository: concurrentqueue, cpp-httplib, FSST,
 * HyperLogLog (its licence file), ICU, Jaro-Winkler, libpg_query, miniz, PCG, PostgreSQL's parser, RE2, ska_sort, skip list, Snappy,
 * t-digest, utf8proc (but for its first holders, 2014-2021), yyjson, Zstandard. Not compared, and to be checked before a release: Brotli,
 * fast_float, FastPFor, fmt, jemalloc, LZ4, Mbed TLS, Parquet format and Thrift, pdqsort, Redis, vergesort. DuckDB's tag could not be
 * chosen there, so a year may be that of an earlier or later version.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from './files.mjs';

/** Licences that ask for nothing but notices. */
const allowed = new Set([
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Unlicense', 'CC0-1.0'],
  ...['BlueOak-1.0.0', 'CC-BY-4.0'],
]);

/** Files of a package that have to be shipped with it. */
const noticeFiles = /^(licen[cs]e|copying|notice)/i;

/** @returns Folders of the packages in the bundles, DuckDB's binding included, sorted. */
export function bundledPackages() {
  const folders = new Set(['node_modules/@duckdb/node-bindings']);
  const files = globSync('out/meta', /\.json$/);
  if (files.length === 0) {
    throw new Error('build first');
  }
  for (const file of files) {
    for (const input of Object.keys(JSON.parse(readFileSync(file, 'utf8')).inputs)) {
      const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
      if (match) folders.add(match[1]);
    }
  }
  return [...folders].sort();
}

/**
 * @param {string} folder Of a package.
 * @returns {string} Its name, its licence, and the texts that go with it.
 * @throws {Error} If the licence is not an allowed one or its text is nowhere.
 */
export function noticeOf(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  if (!isAllowed(license)) {
    throw new Error(
      `${name} ${version} has the licence ${license}, which scripts/notices.mjs does not allow.`,
    );
  }
  const supplement = `licences/${name.replaceAll('/', '-')}.txt`;
  const files = readdirSync(folder)
    .filter(file => noticeFiles.test(file))
    .sort()
    .map(file => path.join(folder, file));
  const texts = [...files, ...(existsSync(supplement) ? [supplement] : [])].map(file =>
    readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim(),
  );
  if (texts.length === 0) {
    throw new Error(`${name} ${version} has no text of its licence, nor has ${supplement}.`);
  }
  return [`${name} ${version}`, license, '', texts.join('\n\n')].join('\n');
}

/** `MIT`, or `(MIT OR GPL-3.0)`, of which one suffices. */
function isAllowed(license) {
  return (
    typeof license === 'string' &&
    license
      .replace(/^\((.*)\)$/, '$1')
      .split(' OR ')
      .some(each => allowed.has(each))
  );
}

/** Writes dist/THIRD_PARTY_NOTICES.txt. */
export function writeNotices() {
  const parts = bundledPackages().map(noticeOf);
  writeFileSync('dist/THIRD_PARTY_NOTICES.txt', `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

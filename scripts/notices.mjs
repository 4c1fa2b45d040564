/** The licences of the code that the bundles hold, from the bundles' own lists of inputs. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from './files.mjs';

/** @returns Folders of the packages in the bundles, DuckDB's binding included, sorted. */
export function bundledPackages() {
  const folders = new Set(['node_modules/@duckdb/node-bindings']);
  for (const file of globSync('out/meta', /\.json$/)) {
    for (const input of Object.keys(JSON.parse(readFileSync(file, 'utf8')).inputs)) {
      const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
      if (match) folders.add(match[1]);
    }
  }
  return [...folders].sort();
}

/** Writes dist/THIRD_PARTY_NOTICES.txt. Throws for a package without a licence. */
export function writeNotices() {
  const parts = bundledPackages().map(folder => {
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    );
    if (!license) {
      throw new Error(`${name} ${version} states no licence`);
    }
    const file = readdirSync(folder).find(entry => /^(licen[cs]e|copying)/i.test(entry));
    const text = file ? readFileSync(path.join(folder, file), 'utf8').trim() : '';
    return `${name} ${version}\n${typeof license === 'string' ? license : license.type}\n\n${text}`;
  });
  if (!existsSync('dist')) {
    throw new Error('build first');
  }
  writeFileSync('dist/THIRD_PARTY_NOTICES.txt', `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

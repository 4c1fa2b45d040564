/**
 * Makes the VSIX of one or more platforms, each with its bill of materials beside it.
 *
 *   node scripts/package.mjs                 for this platform
 *   node scripts/package.mjs --target T …    for others: linux-x64 linux-arm64 alpine-x64 alpine-arm64
 *                                            darwin-x64 darwin-arm64 win32-x64 win32-arm64
 *   node scripts/package.mjs --all           for all of them
 *   … --repository https://github.com/…      for a release: the manifest and the links of README name the repository
 *
 * A package holds the one DuckDB binding of its platform; those of others come from the npm registry. Each package is
 * checked. Prints each file's name and size.
 */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bindingFolder } from './bindings.mjs';
import { checkVsix } from './checkVsix.mjs';
import { writeNotices } from './notices.mjs';
import { hostTarget, targets } from './platforms.mjs';
import { installedSbom, sbomFor } from './sbom.mjs';
import { shippedFiles, stagePackage, zipPackage } from './vsix.mjs';

async function packageFor(target, { files, sbom, ...release }) {
  const temporary = mkdtempSync(path.join(tmpdir(), 'market-signals-package-'));
  try {
    const staged = path.join(temporary, 'staged');
    const binding = await bindingFolder(target, temporary);
    stagePackage(staged, { files, target, binding, repository: release.repository });
    const name = `market-signals-${target}-${release.version}`;
    // The file is replaced at once: an installation meanwhile gets the previous one.
    mkdirSync('out', { recursive: true });
    const made = path.join('out', `${name}.vsix`);
    await zipPackage(staged, target, path.resolve(made), release);
    checkVsix(readFileSync(made), target);
    renameSync(made, `${name}.vsix`);
    writeFileSync(`${name}.cdx.json`, `${JSON.stringify(sbomFor(sbom, target), undefined, 2)}\n`);
    console.log(`${name}.vsix ${(statSync(`${name}.vsix`).size / 2 ** 20).toFixed(1)} MiB`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  options: {
    target: { type: 'string', multiple: true, default: [] },
    all: { type: 'boolean', default: false },
    repository: { type: 'string' },
  },
  allowPositionals: true,
});
const named = [...values.target, ...positionals];
const unknown = named.filter(target => !targets.includes(target));
if (unknown.length > 0) {
  console.error(`No target ${unknown.join(', ')}; known: ${targets.join(', ')}.`);
  process.exit(2);
}
const chosen = values.all ? targets : named.length > 0 ? named : [hostTarget()];
execFileSync(process.execPath, ['esbuild.mjs', '--production'], { stdio: 'inherit' });
writeNotices();
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { repository } = values;
const files = await shippedFiles();
const sbom = await installedSbom();
for (const target of chosen) {
  await packageFor(target, { files, sbom, repository, version });
}

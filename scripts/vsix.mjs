/** Makes the package of a platform. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { listFiles, PackageManager } from '@vscode/vsce';
import { runCommand } from './command.mjs';
import { textBundle } from './l10n.mjs';
import { shippedManifest } from './manifest.mjs';
import { bindingFiles } from './platforms.mjs';

const require = createRequire(import.meta.url);

/** @returns {Promise<string[]>} The files of the project that packages hold; `dist` has this platform's binding. */
export function shippedFiles() {
  return listFiles({ cwd: process.cwd(), packageManager: PackageManager.None });
}

/**
 * Lays out what a package holds.
 *
 * @param {string} folder
 * @param {{ files: readonly string[], target: string, binding: string, repository?: string }} content `files` are those of
 *   `shippedFiles`, `binding` is the folder with the platform's binding.
 */
export function stagePackage(folder, { files, target, binding, repository }) {
  const others = files
    .filter(file => !file.startsWith('dist/duckdb/') && file !== 'package.json')
    .map(file => [file, file]);
  const ownBinding = bindingFiles(target).map(file => [
    path.join(binding, file),
    `dist/duckdb/${file}`,
  ]);
  for (const [from, to] of [...others, ...ownBinding]) {
    mkdirSync(path.dirname(path.join(folder, to)), { recursive: true });
    copyFileSync(from, path.join(folder, to));
  }
  const source = JSON.parse(readFileSync('package.json', 'utf8'));
  const { manifest, texts } = shippedManifest(source, repository);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  writeFileSync(path.join(folder, 'package.nls.json'), JSON.stringify(texts, undefined, 2));
  mkdirSync(path.join(folder, 'l10n'), { recursive: true });
  writeFileSync(
    path.join(folder, 'l10n/bundle.l10n.json'),
    JSON.stringify(textBundle(), undefined, 2),
  );
}

/**
 * @param {string} folder From `stagePackage`.
 * @param {string} target
 * @param {string} packagePath Where the VSIX is written.
 * @param {{ repository?: string, version: string }} release Links of the README lead to the repository at the version's tag. Without a repository they stay relative,
 *   which is for an installation by hand: galleries do not show relative pictures.
 */
export async function zipPackage(folder, target, packagePath, { repository, version }) {
  const links =
    repository === undefined
      ? ['--no-rewrite-relative-links', '--allow-missing-repository']
      : [
          ...['--baseContentUrl', `${repository}/blob/v${version}`],
          ...['--baseImagesUrl', `${repository}/raw/v${version}`],
        ];
  const vsce = require.resolve('@vscode/vsce/vsce');
  await runCommand(
    process.execPath,
    [vsce, 'package', '--no-dependencies', ...links, '--target', target, '--out', packagePath],
    { cwd: folder },
  );
}

/** Checks that a package is what its platform needs. */
import { unzipSync } from 'fflate';
import { bindingFiles, targetsOfBinary } from './platforms.mjs';

/**
 * @param {Uint8Array} bytes A VSIX.
 * @param {string} target
 * @throws {Error} If it holds another binding than its platform's, a library besides, or lacks a file that every package has.
 */
export function checkVsix(bytes, target) {
  const files = unzipSync(bytes, { filter: ({ name }) => !/\.(js|png|signals)$/.test(name) });
  const isLibrary = ([name, content]) =>
    /\.(node|dll|dylib|so)(\.|$)/.test(name) || targetsOfBinary(Buffer.from(content)).length > 0;
  const expected = bindingFiles(target).map(file => `extension/dist/duckdb/${file}`);
  const libraries = Object.entries(files).filter(isLibrary);
  const names = libraries.map(([name]) => name);
  if (names.toSorted().join() !== expected.toSorted().join()) {
    throw new Error(
      `The package for ${target} holds ${names.join(', ')}, not ${expected.join(', ')}.`,
    );
  }
  for (const [name, content] of libraries) {
    const runsOn = targetsOfBinary(Buffer.from(content));
    if (!runsOn.includes(target)) {
      throw new Error(
        `${name} in the package for ${target} is for ${runsOn.join(' and ') || 'none'}.`,
      );
    }
  }
  const manifest = Buffer.from(files['extension.vsixmanifest'] ?? []).toString();
  if (!manifest.includes(`TargetPlatform="${target}"`)) {
    throw new Error(`The package for ${target} says that it is for another platform.`);
  }
  const missing = [
    ...['package.json', 'package.nls.json', 'readme.md', 'changelog.md', 'LICENSE.txt'],
    ...['dist/THIRD_PARTY_NOTICES.txt', 'l10n/bundle.l10n.json'],
  ].filter(file => !(`extension/${file}` in files));
  if (missing.length > 0) {
    throw new Error(`The package for ${target} lacks ${missing.join(', ')}.`);
  }
}

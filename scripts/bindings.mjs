/** DuckDB's bindings: this platform's from node_modules, others' from the npm registry. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './command.mjs';
import { bindingFiles, bindingPackage } from './platforms.mjs';

/**
 * @param {string} target
 * @param {string} temporary A folder for what is downloaded.
 * @returns {Promise<string>} The folder with the binding's files.
 * @throws {Error} If the registry's file is not the one of the lock file.
 */
export async function bindingFolder(target, temporary) {
  const name = bindingPackage(target);
  const installed = path.join('node_modules', name);
  if (bindingFiles(target).every(file => existsSync(path.join(installed, file)))) {
    return installed;
  }
  const { version, integrity } = lockedPackage(name);
  const isWindows = process.platform === 'win32';
  const packed = await runCommand(
    isWindows ? 'npm.cmd' : 'npm',
    ['pack', '--silent', `${name}@${version}`],
    { cwd: temporary, shell: isWindows },
  );
  const file = path.join(temporary, packed.trim());
  verifyIntegrity(readFileSync(file), integrity, `${name} ${version}`);
  await runCommand('tar', ['-xzf', path.basename(file)], { cwd: temporary });
  return path.join(temporary, 'package');
}

/** @returns {{ version: string, integrity: string }} Of a package in package-lock.json. */
export function lockedPackage(name) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return packages[`node_modules/${name}`];
}

/**
 * @param {Uint8Array} bytes
 * @param {string} integrity As in package-lock.json: `sha512-` and the hash in base64.
 * @throws {Error} If the bytes are others.
 */
export function verifyIntegrity(bytes, integrity, name) {
  const actual = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (actual !== integrity) {
    throw new Error(`${name} from the registry is not the package of package-lock.json.`);
  }
}

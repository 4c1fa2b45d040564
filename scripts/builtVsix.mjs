/** The packaged extension. */
import { existsSync, readFileSync } from 'node:fs';
import { hostTarget } from './platforms.mjs';

/**
 * @returns {string} `SIGNALS_VSIX`, or what `npm run package` made for this platform in the project's folder.
 * @throws {Error} If there is none.
 */
export function builtVsix() {
  if (process.env.SIGNALS_VSIX) {
    return process.env.SIGNALS_VSIX;
  }
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const file = `${name}-${hostTarget()}-${version}.vsix`;
  if (!existsSync(file)) {
    throw new Error('There is no packaged extension: make it with npm run package.');
  }
  return file;
}

/** The packaged extension. */
import { readdirSync, readFileSync, statSync } from 'node:fs';

/**
 * @returns {string} `SIGNALS_VSIX`, or what `npm run package` made last in the project's folder.
 * @throws {Error} If there is none.
 */
export function builtVsix() {
  if (process.env.SIGNALS_VSIX) {
    return process.env.SIGNALS_VSIX;
  }
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [newest] = readdirSync('.')
    .filter(file => file.startsWith(`${name}-`) && file.endsWith(`-${version}.vsix`))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (newest === undefined) {
    throw new Error('There is no packaged extension: make it with npm run package.');
  }
  return newest;
}

import { readdirSync, readFileSync, statSync } from 'node:fs';

/**
 * The packaged extension that the tests install: `SIGNALS_VSIX`, or what `npm run package` made last.
 *
 * @throws {Error} If there is none.
 */
export function builtVsix(): string {
  const given = process.env['SIGNALS_VSIX'];
  if (given !== undefined) {
    return given;
  }
  const [, version] = /"version": "(.*?)"/.exec(readFileSync('package.json', 'utf8')) ?? [];
  const [newest] = readdirSync('.')
    .filter(name => name.startsWith('market-signals-') && name.endsWith(`-${version}.vsix`))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (newest === undefined) {
    throw new Error('There is no packaged extension: make it with npm run package.');
  }
  return newest;
}

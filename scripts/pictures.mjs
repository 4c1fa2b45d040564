/**
 * Takes the pictures of README and of the chart gallery: from a real VS Code, and from the page of the view tests.
 *
 *   node scripts/pictures.mjs
 *
 * Builds and packages the extension first, unless `SIGNALS_VSIX` names a package. Look at the pictures before you
 * commit them.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { builtVsix } from './builtVsix.mjs';
import { globSync } from './files.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { bundleTests } from './testFiles.mjs';

const file = 'test/vscode/pictures.ts';

if (!process.env.SIGNALS_VSIX) {
  execFileSync(process.execPath, ['scripts/package.mjs'], { stdio: 'inherit' });
}
process.env.SIGNALS_VSIX = builtVsix();
await ensurePrerequisites({ chromium: true });
execFileSync(process.execPath, ['scripts/viewTests.mjs', 'browser/gallery'], { stdio: 'inherit' });
mkdirSync('docs/gallery', { recursive: true });
for (const picture of globSync('out/screenshots/gallery', /^.*\/G\d+-light-700\.png$/)) {
  copyFileSync(picture, `docs/gallery/${path.basename(picture).split('-')[0]}.png`);
}
const bundles = await bundleTests([file], 'pictures');
execFileSync(process.execPath, ['--enable-source-maps', bundles.get(file)], { stdio: 'inherit' });

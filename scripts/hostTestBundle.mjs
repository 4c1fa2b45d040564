/** Bundles the tests that run inside VS Code's extension host into one module with an exported `run()`. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { globSync } from './files.mjs';
import { textLoader } from './textLoader.mjs';

const folder = 'test/vscode/host';

/**
 * @param {readonly string[]} [words] Only test files whose path contains one of them.
 * @returns {string[]}
 */
export function hostTestFiles(words = []) {
  return globSync(folder, /\.test\.ts$/).filter(
    file => words.length === 0 || words.some(word => file.includes(word)),
  );
}

/** @returns {Promise<string>} The bundle, for VS Code's `extensionTestsPath`. */
export async function bundleHostTests(files = hostTestFiles()) {
  const outfile = path.resolve('out/test/vscode-host.js');
  const loads = files.map(file => `require('./${path.relative(folder, file)}');`);
  await esbuild.build({
    stdin: {
      contents: `import { runSuites } from './runSuites';
        export const run = () => runSuites(() => { ${loads.join(' ')} });`,
      resolveDir: folder,
    },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    loader: textLoader,
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return outfile;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await bundleHostTests();
}

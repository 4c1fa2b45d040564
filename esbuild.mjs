/**
 * Builds everything that ships into dist/.
 *
 *   node esbuild.mjs [--watch] [--production]
 *
 * The metafile of each bundle goes to out/meta/ for the tests of layers and sizes.
 */
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as esbuild from 'esbuild';
import { bundles } from './scripts/bundles.mjs';
import { bindingFiles, bindingPackage, hostTarget } from './scripts/platforms.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const require = createRequire(import.meta.url);

async function copyBinding() {
  const target = hostTarget();
  await mkdir('dist/duckdb', { recursive: true });
  for (const file of bindingFiles(target)) {
    await rm(`dist/duckdb/${file}`, { force: true });
    await copyFile(require.resolve(`${bindingPackage(target)}/${file}`), `dist/duckdb/${file}`);
  }
}

/** Chunks have their hash in the name: those of earlier builds would pile up and ship. */
async function removeStale(outdir, { outputs }) {
  for (const file of outdir ? await readdir(outdir) : []) {
    if (!(`${outdir}/${file}` in outputs)) {
      await rm(`${outdir}/${file}`, { force: true });
    }
  }
}

async function main() {
  await mkdir('out/meta', { recursive: true });
  await copyBinding();
  await copyFile(
    'node_modules/vega-lite/build/vega-lite-schema.json',
    'dist/vega-lite-schema.json',
  );
  const present = bundles(production).filter(({ entryPoints }) =>
    Object.values(entryPoints).every(file => existsSync(file)),
  );
  await Promise.all(
    present.map(async ({ name, ...options }) => {
      if (watch) {
        await (await esbuild.context(options)).watch();
        return;
      }
      const result = await esbuild.build(options);
      await writeFile(`out/meta/${name}.json`, JSON.stringify(result.metafile));
      await removeStale(options.outdir, result.metafile);
    }),
  );
}

await main();

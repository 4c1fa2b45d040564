/**
 * Builds everything that ships into dist/.
 *
 *   node esbuild.mjs [--watch] [--production]
 *
 * `vscode` is external in the host bundle alone, so that a leak into another zone fails the build. The metafile of
 * each bundle goes to out/meta/ for the tests of layers and sizes.
 */
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import * as esbuild from 'esbuild';
import { textLoader } from './scripts/textLoader.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const require = createRequire(import.meta.url);

const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  metafile: true,
  legalComments: 'none',
  loader: textLoader,
  logLevel: 'warning',
};
const node = { ...common, platform: 'node', format: 'cjs', target: 'node20' };

/** A plugin that leaves a module to its own bundle, beside the one that loads it when it is first needed. */
const apart = filter => ({
  name: `apart-${filter.source}`,
  setup(build) {
    build.onResolve({ filter }, ({ path }) => ({
      path: `./${path.slice(path.lastIndexOf('/') + 1)}.js`,
      external: true,
    }));
  },
});
const sandboxApart = apart(/\/sandbox\/sandbox$/);
/** What suggests charts compiles them. */
const suggestionsApart = apart(/\/gallery\/suggest$/);
/** What helps while typing. */
const assistanceApart = apart(/^\.\/assistance$/);
/** What reads answers for the side bar. */
const decodingApart = apart(/\/service\/decodeText$/);
/** What reads pasted companies. */
const pastingApart = apart(/\/portfolios\/pasted$/);
/** What opens and makes links. */
const linksApart = apart(/\/notebook\/openLink$/);
/** What parses YAML: a notebook without front matter loads none. */
const frontMatterApart = apart(/\/core\/notebook\/(frontMatter|editParameter)$/);
/** What checks Vega-Lite specifications has its compiler: loaded with the first cell of that language. */
const specificationCheckApart = apart(/^\.\/specificationCheck$/);
/** What compares specifications with their schema, likewise. */
const specificationSchemaApart = apart(/^\.\/specificationSchema$/);

/** What writes Arrow files: a quarter of the kernel, loaded with the first of them. */
const arrowApart = apart(/^apache-arrow$/);

/** On Node it looks for a canvas in a way that the format of our bundles has not; nothing is drawn there. */
const withoutCanvas = {
  name: 'without-canvas',
  setup(build) {
    build.onResolve({ filter: /^vega-canvas$/ }, () => ({
      path: path.resolve('node_modules/vega-canvas/build/vega-canvas.browser.js'),
    }));
  },
};

/** The one binding that a platform's package holds lies beside the kernel. */
const duckdbBeside = {
  name: 'duckdb-beside',
  setup(build) {
    build.onResolve({ filter: /^@duckdb\/node-bindings$/ }, () => ({
      path: './duckdb/duckdb.node',
      external: true,
    }));
  },
};

const bundles = [
  {
    name: 'extension',
    ...node,
    entryPoints: ['src/host/extension.ts'],
    outfile: 'dist/extension.js',
    external: ['vscode'],
    plugins: [
      sandboxApart,
      suggestionsApart,
      assistanceApart,
      decodingApart,
      frontMatterApart,
      pastingApart,
      linksApart,
    ],
  },
  {
    name: 'pasted',
    ...node,
    entryPoints: ['src/core/portfolios/pasted.ts'],
    outfile: 'dist/pasted.js',
  },
  {
    name: 'openLink',
    ...node,
    entryPoints: ['src/core/notebook/openLink.ts'],
    outfile: 'dist/openLink.js',
  },
  {
    name: 'suggest',
    ...node,
    entryPoints: ['src/core/gallery/suggest.ts'],
    outfile: 'dist/suggest.js',
  },
  {
    name: 'assistance',
    ...node,
    entryPoints: ['src/host/language/assistance.ts'],
    outfile: 'dist/assistance.js',
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  },
  {
    name: 'decodeText',
    ...node,
    entryPoints: ['src/core/service/decodeText.ts'],
    outfile: 'dist/decodeText.js',
  },
  {
    name: 'frontMatter',
    ...node,
    entryPoints: ['src/core/notebook/frontMatter.ts'],
    outfile: 'dist/frontMatter.js',
  },
  {
    name: 'editParameter',
    ...node,
    entryPoints: ['src/core/notebook/editParameter.ts'],
    outfile: 'dist/editParameter.js',
  },
  { name: 'sandbox', ...node, entryPoints: ['src/sandbox/sandbox.ts'], outfile: 'dist/sandbox.js' },
  {
    name: 'kernel',
    ...node,
    entryPoints: ['src/kernel/main.ts'],
    outfile: 'dist/kernel.js',
    // Its main file requires its parts by names that only exist when it runs.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [duckdbBeside, specificationCheckApart, arrowApart],
  },
  {
    name: 'specificationCheck',
    ...node,
    entryPoints: ['src/kernel/chart/specificationCheck.ts'],
    outfile: 'dist/specificationCheck.js',
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [withoutCanvas],
  },
  {
    name: 'apache-arrow',
    ...node,
    entryPoints: [require.resolve('apache-arrow')],
    outfile: 'dist/apache-arrow.js',
  },
  {
    name: 'language',
    ...node,
    entryPoints: ['src/kernel/language/main.ts'],
    outfile: 'dist/language.js',
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [duckdbBeside, specificationSchemaApart],
  },
  {
    name: 'specificationSchema',
    ...node,
    entryPoints: ['src/kernel/language/specificationSchema.ts'],
    outfile: 'dist/specificationSchema.js',
    alias: {
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      'vscode-json-languageservice': 'vscode-json-languageservice/lib/esm/jsonLanguageService.js',
    },
  },
  {
    name: 'cli',
    ...node,
    entryPoints: ['src/cli/main.ts'],
    outfile: 'dist/cli.js',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [sandboxApart, frontMatterApart],
  },
  {
    name: 'view',
    ...common,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    splitting: true,
    entryPoints: { renderer: 'src/view/renderer.ts', resultTab: 'src/view/resultTab.ts' },
    outdir: 'dist/view',
    loader: { '.css': 'text', '.ttf': 'dataurl', '.svg': 'text' },
  },
];

async function copyBinding() {
  const platform = `${process.platform}-${process.arch}`;
  const musl =
    process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  const from = path.dirname(
    require.resolve(`@duckdb/node-bindings-${platform}${musl ? '-musl' : ''}/duckdb.node`),
  );
  await mkdir('dist/duckdb', { recursive: true });
  for (const file of ['duckdb.node', 'libduckdb.so', 'libduckdb.dylib', 'duckdb.dll']) {
    const source = path.join(from, file);
    if (existsSync(source)) {
      await rm(`dist/duckdb/${file}`, { force: true });
      await copyFile(source, `dist/duckdb/${file}`);
    }
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
  const present = bundles.filter(({ entryPoints }) =>
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

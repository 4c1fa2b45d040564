/**
 * The bundles that ship: one a process or page, and parts that a process loads when it first needs them.
 *
 * `vscode` is external in the host's bundle alone, so that a leak into another zone fails the build.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createRequire } from 'node:module';
import { textLoader } from './textLoader.mjs';

const require = createRequire(import.meta.url);

/** The parts, each with its module: what is large, or rarely needed. */
const parts = {
  // In a bundle of its own, since a process is given its translations once, for all of its parts.
  translations: 'src/core/base/translations.ts',
  sandbox: 'src/sandbox/sandbox.ts',
  // Suggested charts are compiled.
  suggest: 'src/core/gallery/suggest.ts',
  // What helps while typing.
  assistance: 'src/host/language/assistance.ts',
  // Reads answers for the side bar.
  decodeText: 'src/core/service/decodeText.ts',
  pasted: 'src/core/portfolios/pasted.ts',
  snapshotStore: 'src/io/snapshotStore.ts',
  openLink: 'src/core/notebook/openLink.ts',
  exploredCell: 'src/core/explorer/exploredCell.ts',
  portfolioCells: 'src/core/sidebar/portfolioCells.ts',
  // Parses YAML: a notebook without front matter loads none.
  frontMatter: 'src/core/notebook/frontMatter.ts',
  editParameter: 'src/core/notebook/editParameter.ts',
  // Write notebooks in other formats.
  makePage: 'src/core/page/makePage.ts',
  makeMarkdown: 'src/core/page/makeMarkdown.ts',
  jupyterNotebook: 'src/core/jupyter/jupyterNotebook.ts',
  // What the tools for language models do.
  agentTools: 'src/core/agents/agentTools.ts',
  // Runs the commands of the command line.
  command: 'src/cli/command.ts',
  // Has the SDK of the Model Context Protocol.
  mcp: 'src/cli/mcp.ts',
  openJupyter: 'src/core/jupyter/openJupyter.ts',
  // Communicates with processes.
  childRpc: 'src/io/childRpc.ts',
  // Has Vega-Lite's compiler: loaded with the first cell of that language.
  specificationCheck: 'src/kernel/chart/specificationCheck.ts',
  specificationSchema: 'src/kernel/language/specificationSchema.ts',
  // Writes Arrow files.
  'apache-arrow': 'apache-arrow',
};

/** Parts that leave others to their own bundles. */
const partsOfParts = {
  mcp: ['sandbox', 'frontMatter', 'childRpc'],
  command: ['sandbox', 'frontMatter', 'makePage', 'makeMarkdown', 'jupyterNotebook', 'mcp'],
};

const hostParts = [
  ...['sandbox', 'suggest', 'assistance', 'decodeText', 'pasted', 'snapshotStore', 'openLink'],
  ...[
    'frontMatter',
    'editParameter',
    'makePage',
    'makeMarkdown',
    'jupyterNotebook',
    'openJupyter',
    'childRpc',
    'exploredCell',
    'portfolioCells',
    'agentTools',
  ],
];

/** A plugin that leaves these parts to their own bundles, beside the one that loads them. */
function apart(...names) {
  const byModule = new Map(
    names.map(name => [isFile(parts[name]) ? path.resolve(parts[name]) : parts[name], name]),
  );
  return {
    name: 'apart',
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path: imported, resolveDir }) => {
        const name = byModule.get(
          imported.startsWith('.') ? `${path.resolve(resolveDir, imported)}.ts` : imported,
        );
        return name === undefined ? undefined : { path: `./${name}.js`, external: true };
      });
    },
  };
}

function isFile(module) {
  return module.endsWith('.ts');
}

/** On Node it looks for a canvas in a way that the format of our bundles has not; nothing is drawn there. */
const withoutCanvas = {
  name: 'without-canvas',
  setup(build) {
    build.onResolve({ filter: /^vega-canvas$/ }, () => ({
      path: path.resolve('node_modules/vega-canvas/build/vega-canvas.browser.js'),
    }));
  },
};

/** Charts are drawn as text, whose letters are measured without a canvas. */
const measuringCanvas = {
  name: 'measuring-canvas',
  setup(build) {
    build.onResolve({ filter: /^vega-canvas$/ }, () => ({
      path: path.resolve('src/drawing/measuringCanvas.ts'),
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

/**
 * esbuild copies a namespace for each file that imports it. A hundred copies of the six hundred members of `vscode` took half of
 * the activation, so all files have the module itself.
 */
const vscodeUncopied = {
  name: 'vscode-uncopied',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]host[\\/].*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replace(
        /^import \* as vscode from 'vscode';$/m,
        "import vscode = require('vscode');",
      ),
      loader: 'ts',
    }));
  },
};

/**
 * @param {boolean} production Minified, without source maps.
 * @returns {(import('esbuild').BuildOptions & { name: string })[]} What esbuild makes, each with the name of its metafile.
 */
export function bundles(production) {
  const common = {
    bundle: true,
    minify: production,
    sourcemap: production ? false : 'linked',
    metafile: true,
    legalComments: 'none',
    loader: textLoader,
    logLevel: 'warning',
  };
  const node = (name, module, { plugins = [], ...options } = {}) => ({
    ...{ name, ...common, platform: 'node', format: 'cjs', target: 'node20' },
    entryPoints: [isFile(module) ? module : require.resolve(module)],
    outfile: `dist/${name}.js`,
    // Their main files require their parts by names that only exist when they run.
    alias: {
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      'vscode-json-languageservice': 'vscode-json-languageservice/lib/esm/jsonLanguageService.js',
    },
    // Parts are required: for `import()` Node parses them twice more, for their format and the names that they export.
    supported: { 'dynamic-import': false },
    plugins: [
      duckdbBeside,
      ...plugins,
      ...(name === 'translations' ? [] : [apart('translations')]),
      withoutCanvas,
    ],
    ...options,
  });
  return [
    node('extension', 'src/host/extension.ts', {
      external: ['vscode'],
      // Its many `import()` stay as they are, which keeps the bundle below the size that it may have.
      supported: {},
      plugins: [vscodeUncopied, apart(...hostParts)],
    }),
    node('kernel', 'src/kernel/main.ts', {
      plugins: [apart('specificationCheck', 'apache-arrow')],
    }),
    node('language', 'src/kernel/language/main.ts', { plugins: [apart('specificationSchema')] }),
    node('drawing', 'src/drawing/main.ts', { plugins: [measuringCanvas] }),
    node('cli', 'src/cli/main.ts', {
      banner: { js: '#!/usr/bin/env node' },
      plugins: [apart('command')],
    }),
    ...Object.entries(parts).map(([name, module]) =>
      node(name, module, { plugins: [apart(...(partsOfParts[name] ?? []))] }),
    ),
    {
      ...{ name: 'view', ...common, platform: 'browser', format: 'esm', target: 'es2022' },
      splitting: true,
      entryPoints: {
        renderer: 'src/view/renderer.ts',
        resultTab: 'src/view/resultTab.ts',
        explorerTab: 'src/view/explorerTab.ts',
        livePage: 'src/view/livePage.ts',
      },
      outdir: 'dist/view',
      loader: { '.css': 'text', '.ttf': 'dataurl', '.svg': 'text' },
    },
    {
      // In one piece, and without the address of a source map, since a page holds it.
      ...{ name: 'page', ...common, platform: 'browser', format: 'iife', target: 'es2022' },
      minify: true,
      sourcemap: false,
      entryPoints: {
        notebookPage: 'src/view/page/notebookPage.ts',
        pageStyle: 'src/view/page/page.css',
      },
      outdir: 'dist/page',
      loader: { '.svg': 'text' },
    },
  ];
}

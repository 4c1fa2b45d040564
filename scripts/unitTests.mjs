/**
 * Bundles the plain-Node tests into out/test and runs them with Node's own runner.
 *
 *   node scripts/unitTests.mjs [PATH…]     only test files whose path contains one of the words, slow ones among them
 *
 * Prints `N passed, N failed` and exits 1 when one failed. The working directory of a test is the project.
 */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { globSync } from './files.mjs';
import { rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import * as esbuild from 'esbuild';

/** Folders whose tests need nothing but Node. */
export const unitFolders = ['core', 'kernel', 'sandbox', 'io', 'cli', 'contract', 'project'];

/** Folders of tests that need nothing but Node, and much time: `npm test` has a stage for them. */
export const slowFolders = ['charts', 'large'];

/**
 * @param first Words in the paths of files that start before the others.
 * @returns How many passed and failed, together and in each file.
 */
export async function runNodeTests(folders, words = [], concurrency = 2, first = []) {
  const isFirst = file => first.some(word => file.includes(word));
  const files = folders
    .flatMap(folder => globSync(`test/${folder}`, /\.test\.ts$/))
    .filter(file => words.length === 0 || words.some(word => file.includes(word)))
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const outdir = path.resolve(
    `out/test/${folders.join('-')}${words.length ? `-${process.pid}` : ''}`,
  );
  await rm(outdir, { recursive: true, force: true });
  if (files.length === 0) {
    return totalOf([]);
  }
  await esbuild.build({
    entryPoints: files,
    outdir,
    outbase: 'test',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    outExtension: { '.js': '.mjs' },
    loader: { '.css': 'text', '.ttf': 'dataurl', '.svg': 'text' },
    logLevel: 'warning',
  });
  const built = files.map(file => path.join(outdir, file.slice(5).replace(/\.ts$/, '.mjs')));
  const counts = new Map(files.map(file => [file, { file, passed: 0, failed: 0 }]));
  const stream = run({ files: built, concurrency });
  // Node's runner also reports each file as a test of its own; only leaves count.
  const isLeaf = data =>
    data.details?.type !== 'suite' && data.name !== data.file && !built.includes(data.name);
  // With source maps a test names its source, otherwise the bundle.
  const countsOf = ({ file, name }) => {
    const places = [file, name].map(place => path.resolve(place ?? ''));
    const index = files.findIndex(
      (source, at) => places.includes(path.resolve(source)) || places.includes(built[at]),
    );
    if (index < 0) {
      throw new Error(`A test of no known file: ${name} (${file})`);
    }
    return counts.get(files[index]);
  };
  stream.on('test:pass', data => {
    if (isLeaf(data)) countsOf(data).passed++;
  });
  stream.on('test:fail', data => {
    countsOf(data).failed++;
  });
  const reporter = spec();
  stream.compose(reporter).pipe(process.stdout, { end: false });
  await new Promise((resolve, reject) => {
    stream.on('end', resolve);
    stream.on('error', reject);
  });
  if (words.length) {
    await rm(outdir, { recursive: true, force: true });
  }
  return totalOf([...counts.values()]);
}

/** @returns What the files gave together, and what each gave. */
export function totalOf(files) {
  const sum = key => files.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), files };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim();
  const words = process.argv.slice(2);
  const folders = words.length === 0 ? unitFolders : [...unitFolders, ...slowFolders];
  const { passed, failed } = await runNodeTests(folders, words);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}

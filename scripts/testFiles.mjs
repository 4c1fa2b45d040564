/** Bundles test files for plain Node, and runs some of them in a process of their own. */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as esbuild from 'esbuild';
import { exitOnSignals } from './exitOnSignals.mjs';
import { textLoader } from './textLoader.mjs';

const reporter = path.resolve('scripts/testReporter.mjs');
const importer = path.resolve('scripts/importTests.mjs');
/** A process that runs longer is considered hung. */
const fileWatchdogMs = 15 * 60_000;
/** Room for what is soon unused, MiB: with Node's own 16 a tenth of a test's time goes to collecting it. */
const newObjectsMiB = 32;
/** The time for a process to end what it started, and for the rest of its output. */
const endMs = 5_000;

let reports = 0;

/**
 * @typedef {{ title: string, name: string, file?: string, ms: number, error?: string }} TestResult `title` has the names
 *   of the suites around the test before its own `name`.
 * @typedef {{ tests: TestResult[], output: string, ms: number }} FileResult What was printed, and the tests.
 */

/**
 * @param {readonly string[]} files Test files, in `test`.
 * @param {string} name Of a folder in out/test, which is emptied before.
 * @returns {Promise<ReadonlyMap<string, string>>} The bundle of each file.
 */
export async function bundleTests(files, name) {
  const outdir = path.resolve('out/test', name);
  await rm(outdir, { recursive: true, force: true });
  await esbuild.build({
    entryPoints: [...files],
    outdir,
    outbase: 'test',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    outExtension: { '.js': '.mjs' },
    loader: { ...textLoader, '.css': 'text', '.ttf': 'dataurl', '.svg': 'text' },
    logLevel: 'warning',
  });
  return new Map(
    files.map(file => [file, path.join(outdir, file.slice(5).replace(/\.ts$/, '.mjs'))]),
  );
}

/** Without certificates for the internet, which no test uses: Node 20 reads them at each of its starts, for 50 ms. */
function testEnvironment() {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...others } = process.env;
  return others;
}

/**
 * Runs bundled test files in one process, one after another. The working directory of their tests is the project.
 *
 * @param {ReadonlyMap<string, string>} bundles Of `bundleTests`.
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, string>>} [env] More variables than this process has.
 * @returns {Promise<FileResult>} A process that ends badly, and a test file of which no test ran, count as a failed test.
 */
export async function runTestFiles(bundles, files, env = {}) {
  const startedAt = Date.now();
  const report = path.resolve(`out/test/report-${process.pid}-${++reports}.jsonl`);
  const child = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      `--max-semi-space-size=${newObjectsMiB}`,
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${report}`,
      importer,
      ...files.map(file => bundles.get(file)),
    ],
    { env: { ...testEnvironment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const collect = chunk => {
    output += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  const outcome = await outcomeOf(child);
  const tests = await readReport(report);
  const ms = Date.now() - startedAt;
  return { tests: [...tests, ...missingTests(files, tests, outcome)], output, ms };
}

/**
 * What a report does not say by itself.
 *
 * @param {readonly string[]} files Those that ran; one whose name does not end in `.test.ts` has no test.
 * @param {readonly TestResult[]} tests
 * @param {number | string} outcome
 * @returns {TestResult[]} A failed test for each file without one, and for a process whose end the tests do not explain.
 */
export function missingTests(files, tests, outcome) {
  const isExplained = outcome === 0 || (outcome === 1 && tests.some(({ error }) => error));
  const silent = files.filter(
    file => file.endsWith('.test.ts') && !tests.some(test => test.file === file),
  );
  const missing = silent.map(file => ({
    ...{ title: `${file} has a test`, name: 'has a test', file, ms: 0 },
    error: 'No test of it ran.',
  }));
  const error = `The process ended with ${outcome} after ${tests.length} tests.`;
  const ended = { title: 'the process', name: 'the process', ms: 0, error };
  return isExplained ? missing : [...missing, ended];
}

/** @returns {Promise<number | string>} The exit code, or the signal that ended the process. */
async function outcomeOf(child) {
  const closed = new Promise(resolve => child.once('close', resolve));
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  const watchdogs = [
    setTimeout(() => child.kill('SIGTERM'), fileWatchdogMs),
    setTimeout(() => child.kill('SIGKILL'), fileWatchdogMs + endMs),
  ];
  const endChild = () => child.kill('SIGTERM');
  exitOnSignals();
  process.once('exit', endChild);
  try {
    const outcome = await ended;
    // A program that the tests left running keeps the pipes open.
    await Promise.race([closed, delay(endMs, undefined, { ref: false })]);
    return outcome;
  } finally {
    process.off('exit', endChild);
    watchdogs.forEach(clearTimeout);
  }
}

async function readReport(file) {
  const text = await readFile(file, 'utf8').catch(() => '');
  await rm(file, { force: true });
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
}

/** Runs the pieces of a test run side by side, prints what each found, and sums up. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';

/**
 * @typedef {import('./testFiles.mjs').FileResult} FileResult
 * @typedef {object} Job
 * @property {string} stage The part of the run that it belongs to.
 * @property {string} name A test file, or what is done.
 * @property {(slot: Slot, finished: Finished[], first?: Finished) => Promise<FileResult>} run `first` is there for the
 *   second try, which may leave out what passed in the first.
 * @property {Promise<unknown>} [needs] It starts when this is there, and fails with it.
 * @property {string} [after] It starts when every job of this stage has ended.
 * @property {boolean} [twice] Whether it runs once more, alone, where it failed. That it passed then is reported.
 *
 * @typedef {FileResult & { job: Job, from: number, to: number, flaky?: Finished }} Finished Milliseconds since the start.
 *
 * @typedef {Map<string, Promise<{ stop: () => Promise<void> }>>} Slot Where one job runs at a time, with what its jobs
 *   leave running for those after them.
 */

const slowestShown = 10;
const reasonLetters = 300;

/**
 * @param {readonly Job[]} jobs The first that can start does.
 * @param {number} [most] How many run at a time.
 * @returns {Promise<Finished[]>}
 */
export async function runJobs(jobs, most = availableParallelism()) {
  const waiting = [...jobs];
  const running = new Set();
  const finished = [];
  const there = new Set();
  const startedAt = Date.now();
  let change = withResolvers();
  const changed = () => {
    change.resolve();
    change = withResolvers();
  };
  for (const job of jobs.filter(({ needs }) => needs)) {
    const ready = () => {
      there.add(job);
      changed();
    };
    job.needs.then(ready, ready);
  }
  const canStart = ({ needs, after }, at) =>
    (!needs || there.has(waiting[at])) &&
    ![...waiting, ...running].some(({ stage }) => stage === after);
  const take = async (job, slot, first) => {
    const from = Date.now() - startedAt;
    const result = await runJob(job, slot, finished, first);
    const done = { job, ...result, from, to: Date.now() - startedAt };
    print(done);
    return done;
  };
  const fillSlot = async () => {
    const slot = new Map();
    while (waiting.length > 0) {
      const at = waiting.findIndex(canStart);
      if (at < 0) {
        await change.promise;
        continue;
      }
      const [job] = waiting.splice(at, 1);
      running.add(job);
      finished.push(await take(job, slot));
      running.delete(job);
      changed();
    }
    await stop(slot);
  };
  await Promise.all(Array.from({ length: most }, fillSlot));

  for (const [at, first] of finished.entries()) {
    if (first.job.twice && failuresOf(first).length > 0) {
      console.log(`\nOnce more, alone: ${first.job.name}`);
      const slot = new Map();
      const second = await take(first.job, slot, first);
      await stop(slot);
      const flaky = failuresOf(second).length === 0 ? first : undefined;
      finished[at] = { ...second, tests: withPassed(first, second), flaky };
    }
  }
  return finished;
}

async function stop(slot) {
  for (const started of slot.values()) {
    await (await started.catch(() => undefined))?.stop();
  }
}

/** @returns The tests of a second try, and those of the first that it left out. */
function withPassed(first, second) {
  const keyOf = ({ file, title }) => `${file}\n${title}`;
  const again = new Set(second.tests.map(keyOf));
  const rest = first.tests.filter(test => test.error === undefined && !again.has(keyOf(test)));
  return [...rest, ...second.tests];
}

async function runJob(job, slot, finished, first) {
  const startedAt = Date.now();
  try {
    await job.needs;
    return await job.run(slot, finished, first);
  } catch (error) {
    const test = { title: job.name, name: job.name, ms: 0, error: inspect(error) };
    return { tests: [test], output: '', ms: Date.now() - startedAt };
  }
}

/** Whether every test of a run passed, and there was one. */
export function isPassed(finished) {
  return finished.length > 0 && finished.every(done => failuresOf(done).length === 0);
}

/** @returns {string[]} Words to look for in the paths of test files; an absolute path, or one that begins with a dot, as such a path. */
export function pathWords(given) {
  return given.map(word => (/^\.|^\//.test(word) ? path.relative('.', path.resolve(word)) : word));
}

/**
 * Prints what a script of tests found, and ends it: with 1 where a test failed, or none ran.
 *
 * @param {readonly Finished[]} finished
 * @param {readonly string[]} [words] Those that chose the files.
 */
export function finish(finished, words = []) {
  if (finished.length === 0 && words.length > 0) {
    const asked = words.map(word => `“${word}”`).join(' or ');
    console.error(`No test file of this stage has ${asked} in its path.`);
  } else {
    console.log(summary(finished));
  }
  process.exit(isPassed(finished) ? 0 : 1);
}

/** @returns Times, slow files and flaky ones, and a last line `N passed, N failed`. */
export function summary(finished) {
  const stages = [...new Set(finished.map(({ job }) => job.stage))].map(stage => {
    const own = finished.filter(({ job }) => job.stage === stage);
    const from = Math.min(...own.map(done => done.from));
    const to = Math.max(...own.map(done => done.to));
    const work = own.reduce((total, { ms }) => total + ms, 0);
    return (
      `${stage}: ${countsOf(own)}, ${own.length} files, ${seconds(work)} of work ` +
      `between ${seconds(from)} and ${seconds(to)}`
    );
  });
  const slowest = finished
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, slowestShown)
    .map(({ job, ms }) => `${seconds(ms).padStart(6)}  ${job.name}`);
  const slowestTests = finished
    .flatMap(({ job, tests }) => tests.map(test => ({ job, test })))
    .toSorted((one, other) => other.test.ms - one.test.ms)
    .slice(0, slowestShown)
    .map(({ job, test }) => `${seconds(test.ms).padStart(6)}  ${test.title} (${job.stage})`);
  const flaky = finished
    .filter(done => done.flaky)
    .map(done => `flaky: ${done.job.name}: ${reasonOf(done.flaky)}`);
  const failed = finished.flatMap(done =>
    failuresOf(done).map(test => `✖ ${done.job.name}: ${test.title}`),
  );
  return [
    ...['', 'Stages', ...stages, '', 'Slowest files', ...slowest, ''],
    ...['Slowest tests', ...slowestTests, ''],
    ...failed,
    ...flaky,
    countsOf(finished),
  ].join('\n');
}

function countsOf(finished) {
  const tests = finished.flatMap(done => done.tests);
  const failed = tests.filter(({ error }) => error !== undefined).length;
  return `${tests.length - failed} passed, ${failed} failed`;
}

function failuresOf({ tests }) {
  return tests.filter(({ error }) => error !== undefined);
}

/** Of the first failure, in one line; what differs, where an assertion compared. The whole error was printed before. */
function reasonOf(done) {
  const [{ title, error }, ...others] = failuresOf(done);
  const [first = '', ...lines] = error.split('\n').filter(line => !/^\s+at /.test(line));
  const differing = lines.filter(line => /^[+-] (?!actual - expected)/.test(line));
  const reason = [first, ...(differing.length > 0 ? differing : lines.slice(0, 3))].join(' ');
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${title}${more}: ${shortened(reason.replace(/\s+/g, ' ').trim() || 'no reason')}`;
}

function shortened(text) {
  return text.length > reasonLetters ? `${text.slice(0, reasonLetters)}…` : text;
}

function print(done) {
  const failures = failuresOf(done);
  const mark = failures.length === 0 ? '✔' : '✖';
  console.log(`${mark} ${done.job.name}: ${countsOf([done])}, ${seconds(done.ms)}`);
  for (const { title, error } of failures) {
    console.log(`  ✖ ${title}\n    ${error.replaceAll('\n', '\n    ')}`);
  }
  if (failures.length > 0 && done.output !== '') {
    console.log(`  What it printed:\n    ${done.output.trimEnd().replaceAll('\n', '\n    ')}`);
  }
}

function withResolvers() {
  const resolvers = {};
  resolvers.promise = new Promise(resolve => Object.assign(resolvers, { resolve }));
  return resolvers;
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

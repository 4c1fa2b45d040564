/** `signals run`: the cells of a notebook in order, as in the notebook. */

import path from 'node:path';
import { errorMessage } from '../core/base/errorMessage';
import { plainDateOfInstant } from '../core/base/plainDate';
import { uncancellable, type Cancellation } from '../core/base/cancellation';
import { lineColumnAt } from '../core/base/span';
import { chosenCells } from '../core/language/chosenCells';
import { withUpstream } from '../core/language/runPlans';
import { conflictSentence } from '../core/notebook/conflictMarkers';
import { cellSpans } from '../core/notebook/cellSpans';
import { withChangesNote } from '../core/protocol/changesSummary';
import { failedOutcome } from '../core/protocol/failedOutcome';
import type { RunProgress, Variable } from '../core/protocol/kernelRpc';
import type { CellOutcome } from '../core/protocol/outcome';
import type { FrontMatterContents } from '../core/notebook/frontMatter';
import { parametersInForce, readParameterInput } from '../core/notebook/parameterInput';
import type { KernelHandle } from '../io/kernelProcess';
import { cellPortfolios } from './portfolioFiles';
import { systemClock } from '../io/systemClock';
import type { RunOptions } from './arguments';
import { coloursOf } from './colours';
import { connect } from './connect';
import { cellParams, startCliKernel } from './kernel';
import { startNotebookReport, type NotebookReport } from './notebookReport';
import { jsonReport, withChartRows } from './jsonReport';
import { languageOf, notebookText, readNotebookInput, type NotebookInput } from './notebookInput';
import { checkedOutput, checkPictures, checkSnapshots, filesNamed } from './outputFile';
import { progressOn, type Progress } from './progress';
import { failureOf, isTestFailure, type RanCell, type Report } from './report';
import { terminalText } from './terminalText';
import { cellText, summary, textReport } from './textReport';
import { UsageError } from './usage';
import { writeOutput, writePictures } from './writeOutput';

/** Rows of each result, without --max-rows. */
const USUAL_ROWS = 1000;

/** @returns The exit code. */
export async function run(options: RunOptions, cancellation: Cancellation): Promise<number> {
  const input = await readNotebookInput(options.file);
  const { front, conflict } = input;
  const remarks = front.problems.map(({ message }) => message);
  [...(conflict ? [conflictSentence()] : []), ...remarks].forEach(message =>
    process.stderr.write(`${terminalText(`${options.file}: ${message}`)}\n`),
  );
  const variables = variablesOf(front, options.params);
  const files = await outputFiles(input, options);
  await checkSnapshots(options.snapshots);
  const directory = options.files ? path.dirname(options.file) : null;
  const portfolios = await cellPortfolios(front.portfolios, directory);
  const plan = await planOf(input, options, { names: Object.keys(portfolios), cancellation });
  const client = await connect(options.connection);
  const kernel = await startCliKernel(client, directory, options);
  try {
    await kernel.setVariables({ variables });
    const params = { ...cellParams(client, options), portfolios };
    const cells = cellsOf(input, plan);
    const report = { file: options.file, connection: client.connection, cells };
    const { format } = options;
    const page =
      format === 'text' || format === 'json'
        ? null
        : startNotebookReport({ format, maxRows: options.maxRows }, kernel, {
            ...{ front, variables, portfolios },
            frontMatter: input.notebook.frontMatter.raw,
          });
    const reporter = await reporterOf(report, plan.length, { options, files, page });
    await runPlan({ kernel, params, options, report, plan, reporter }, cancellation);
    await reporter.end();
    return cells.some(({ failure }) => failure !== null) ? 1 : 0;
  } finally {
    await kernel.dispose();
  }
}

interface OutputFiles {
  readonly output: string | null;
  readonly junit: string | null;
}

async function outputFiles(input: NotebookInput, options: RunOptions): Promise<OutputFiles> {
  const { file, force } = options;
  const code = input.code.map(({ text }) => text);
  const rest = {
    ...{ force, replacesReports: true },
    inputs: [file, ...filesNamed(code, path.dirname(file))],
  };
  const output = await checkedOutput({ ...rest, option: '--output', file: options.output });
  const junit = await checkedOutput({ ...rest, option: '--junit', file: options.junit });
  if (output !== null && options.format === 'md') {
    await checkPictures(output, force);
  }
  if (output !== null && junit !== null && path.resolve(output) === path.resolve(junit)) {
    throw new UsageError('--output and --junit are the same file.');
  }
  return { output, junit };
}

/** @returns The code cells to run, as indices among them, in the order in which they run. */
async function planOf(
  input: NotebookInput,
  { cells, files, file }: RunOptions,
  { names, cancellation }: { names: readonly string[]; cancellation: Cancellation },
): Promise<readonly number[]> {
  if (cells === null) {
    return input.code.map((_, index) => index);
  }
  // What a cell needs is known to the language process, which other runs do without.
  const { CliLanguage } = await import('./language');
  const language = new CliLanguage(files ? path.resolve(path.dirname(file)) : null, cancellation);
  try {
    const notebook = notebookText(input, names);
    const analysis = await language.ask(process => process.analyse({ notebook }, uncancellable));
    const all = notebook.cells.flatMap((cell, index) => {
      const analysed = analysis.cells[index];
      return analysed ? { ...cell, definitions: analysed.definitions } : [];
    });
    const chosen = chosenCells(all, cells);
    if ('problem' in chosen) {
      throw new UsageError(`--cells: ${chosen.problem}`);
    }
    return withUpstream(analysis.cells, chosen.cells);
  } finally {
    await language.dispose();
  }
}

/** All cells before the run. */
function cellsOf({ text, notebook, code }: NotebookInput, plan: readonly number[]): RanCell[] {
  const spans = cellSpans(notebook);
  return notebook.cells.map((cell, index) => {
    const at = code.indexOf(cell);
    return {
      cell,
      number: at < 0 ? null : at + 1,
      line: lineColumnAt(text, spans[index]?.from ?? 0).line,
      isChosen: plan.includes(at),
      outcome: null,
      failure: null,
    };
  });
}

/** Where a run reports. */
interface Reporter extends Pick<Progress, 'progressed'> {
  started(cell: RanCell, done: number): void;
  ended(cell: RanCell, done: number): Promise<void>;
  end(): Promise<void>;
}

async function reporterOf(
  report: Report,
  total: number,
  {
    options,
    files: { output, junit },
    page,
  }: { options: RunOptions; files: OutputFiles; page: NotebookReport | null },
): Promise<Reporter> {
  const isStreamed = options.format === 'text' && output === null;
  const progress = progressOn(process.stderr, { isReported: isStreamed });
  const colours = coloursOf(process.stdout, process.env);
  const junitFile = junit === null ? null : await junitFileOf(junit, report);
  return {
    started: (cell, done) => {
      junitFile?.update();
      progress.started(cell, done, total);
    },
    progressed: each => progress.progressed(each),
    ended: async (cell, done) => {
      junitFile?.update();
      progress.ended(cell, done, total);
      await page?.ended(cell);
      if (isStreamed) {
        await writeOutput(null, cellText(cell, colours));
      }
    },
    end: async () => {
      progress.clear();
      await junitFile?.end();
      if (isStreamed) {
        const skipped = report.cells.filter(({ isChosen, outcome }) => isChosen && !outcome);
        const rest = skipped.map(cell => cellText(cell, colours));
        await writeOutput(null, [...rest, summary(report.cells, colours)].join(''));
      } else {
        await writeReport(report, { options, output, page });
      }
    },
  };
}

async function writeReport(
  report: Report,
  {
    options: { format },
    output,
    page,
  }: { options: RunOptions; output: string | null; page: NotebookReport | null },
): Promise<void> {
  if (page) {
    const { text, pictures } = await page.written(report, output);
    await writePictures(output, pictures);
    await writeOutput(output, text);
  } else {
    await writeOutput(output, format === 'json' ? jsonReport(report) : textReport(report));
  }
}

async function junitFileOf(file: string, report: Report) {
  const { junitReport, ReportFile } = await import('./junitReport');
  return new ReportFile(file, hasEnded => junitReport(report, hasEnded));
}

interface Run {
  readonly kernel: KernelHandle;
  readonly params: ReturnType<typeof cellParams>;
  readonly options: RunOptions;
  readonly report: { readonly cells: RanCell[] };
  /** Indices among the code cells. */
  readonly plan: readonly number[];
  readonly reporter: Reporter;
}

/** Puts the outcome of each cell into the report when it ends. */
async function runPlan(run: Run, cancellation: Cancellation): Promise<void> {
  const { cells } = run.report;
  for (const [done, index] of run.plan.entries()) {
    const at = cells.findIndex(({ number }) => number === index + 1);
    const before = cells[at];
    if (!before) {
      return;
    }
    run.reporter.started(before, done);
    const ran = await runOne(run, before, cancellation);
    cells[at] = ran;
    await run.reporter.ended(ran, done + 1);
    const isOver = ran.outcome?.status === 'cancelled' || !run.kernel.alive;
    if (isOver || (ran.failure && !isTestFailure(ran) && !run.options.keepGoing)) {
      return;
    }
  }
}

async function runOne(run: Run, before: RanCell, cancellation: Cancellation): Promise<RanCell> {
  const { options, reporter } = run;
  const onProgress = (progress: RunProgress): void => reporter.progressed(progress);
  const outcome = await outcomeOf(run, before, { cancellation, onProgress });
  const failure = failureOf(outcome, options.strict);
  return { ...before, outcome: withChangesNote(outcome), failure };
}

/** A kernel that ended, because a cell needed too much memory or was killed, is a failure of the cell that ran. */
async function outcomeOf(
  { kernel, params, options }: Run,
  { cell, number }: RanCell,
  running: Parameters<KernelHandle['runCell']>[1],
): Promise<CellOutcome> {
  const startedMs = systemClock.now();
  const nestedAsText = options.format !== 'json';
  const page = { firstPageRows: options.maxRows ?? USUAL_ROWS, nestedAsText };
  try {
    const outcome = await kernel.runCell(
      { ...params, ...page, language: languageOf(cell), text: cell.text, cell: String(number) },
      running,
    );
    return options.format === 'json' ? await withChartRows(outcome, kernel) : outcome;
  } catch (error) {
    const endedMs = systemClock.now();
    return failedOutcome({
      code: 'kernel',
      message: errorMessage(error),
      connection: params.connection,
      endedAt: new Date(endedMs).toISOString(),
      elapsedMs: endedMs - startedMs,
    });
  }
}

/** The notebook's parameters with the given values; an undeclared one is a text or a number. */
function variablesOf(
  front: FrontMatterContents,
  given: readonly (readonly [name: string, value: string])[],
): Variable[] {
  const variables = new Map<string, Variable>();
  const today = plainDateOfInstant(systemClock.now());
  for (const { name, type, value } of parametersInForce(front.parameters, new Map(), today)) {
    variables.set(name, { name, type, value });
  }
  for (const [name, text] of given) {
    const declared = front.parameters.find(parameter => parameter.name === name);
    if (!declared) {
      process.stderr.write(`The notebook declares no parameter ${name}; it is set anyway.\n`);
    }
    const type = declared?.type ?? (/^-?\d+$/.test(text) ? 'integer' : 'text');
    const parameter = { name, type, choices: declared?.choices ?? [] };
    const input = readParameterInput(parameter, text, today);
    if ('problem' in input) {
      throw new UsageError(`--param ${input.problem}`);
    }
    variables.set(name, { name, type, value: input.value });
  }
  return [...variables.values()];
}

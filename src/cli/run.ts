/** `signals run`: the cells of notebooks in order, as in the notebook. */

import path from 'node:path';
import { errorMessage } from '../core/base/errorMessage';
import { plainDateOfInstant } from '../core/base/plainDate';
import { uncancellable, type Cancellation } from '../core/base/cancellation';
import { lineColumnAt } from '../core/base/span';
import type { ServiceClient } from '../core/client/serviceClient';
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
import type { Portfolios } from '../core/portfolios/portfolios';
import type { KernelHandle } from '../io/kernelProcess';
import { cellPortfolios } from './portfolioFiles';
import { systemClock } from '../io/systemClock';
import type { RunOptions } from './arguments';
import { connect } from './connect';
import { cellParams, startCliKernel } from './kernel';
import { startNotebookReport } from './notebookReport';
import { withChartRows } from './jsonReport';
import { languageOf, notebookText, readGivenNotebook, type NotebookInput } from './notebookInput';
import { checkSnapshots } from './outputFile';
import { failureOf, hasSucceeded, isTestFailure, type RanCell, type Report } from './report';
import { isNotebookFormat, reportFiles, runReporter, type RunReporter } from './runReporter';
import { terminalText } from './terminalText';
import { UsageError } from './usage';
import { ClosedPipe } from './writeOutput';

/** Rows of each result, without --max-rows. */
const USUAL_ROWS = 1000;

/**
 * Runs each notebook with a kernel of its own. Everything that can be checked before is checked for all of them first.
 *
 * @returns The exit code.
 */
export async function run(options: RunOptions, cancellation: Cancellation): Promise<number> {
  const inputs: NotebookInput[] = [];
  for (const file of options.files) {
    inputs.push(await readGivenNotebook(file));
  }
  inputs.forEach(reportRemarks);
  reportUndeclared(inputs, options);
  const variables = inputs.map(({ front }) => variablesOf(front, options.params));
  const files = await reportFiles(inputs, options);
  await checkSnapshots(options.snapshots);
  const prepared: Prepared[] = [];
  for (const [at, input] of inputs.entries()) {
    prepared.push(await preparedOf(input, variables[at] ?? [], { options, cancellation }));
  }
  const client = await connect(options.connection);
  const notebooks = prepared.map(({ input, plan, ...rest }) => {
    const cells = cellsOf(input, plan);
    const report = { file: input.file, connection: client.connection, cells };
    return { input, plan, ...rest, report };
  });
  const reports = notebooks.map(({ report }) => report);
  const reporter = await runReporter(reports, options, files);
  const results: boolean[] = [];
  for (const notebook of notebooks) {
    if (results.length > 0 && cancellation.isCancellationRequested) {
      break;
    }
    results.push(await attempted(notebook, { client, options, reporter, cancellation }));
  }
  await reporter.end(results);
  return results.length === reports.length && results.every(Boolean) ? 0 : 1;
}

/** @throws {UsageError} If a merge was not finished: the cells of both sides would run. */
function reportRemarks({ file, front, conflict }: NotebookInput): void {
  if (conflict) {
    throw new UsageError(`${file}: ${conflictSentence()}`);
  }
  front.problems.forEach(({ message }) =>
    process.stderr.write(`${terminalText(`${file}: ${message}`)}\n`),
  );
}

/** @throws {UsageError} If a parameter is not declared, with --strict. */
function reportUndeclared(
  inputs: readonly NotebookInput[],
  { params: given, strict }: RunOptions,
): void {
  const declared = new Set(inputs.flatMap(({ front }) => front.parameters.map(({ name }) => name)));
  const nobody = inputs.length === 1 ? 'The notebook declares no' : 'No notebook declares the';
  for (const [name] of given) {
    if (declared.has(name)) {
      continue;
    }
    if (strict) {
      throw new UsageError(`--strict: ${nobody} parameter ${name}.`);
    }
    process.stderr.write(`${nobody} parameter ${terminalText(name)}; it is set anyway.\n`);
  }
}

/** A notebook before its run. */
interface Prepared {
  readonly input: NotebookInput;
  readonly variables: readonly Variable[];
  /** Cells may read files in it and below; null: no files. */
  readonly directory: string | null;
  readonly portfolios: Portfolios;
  /** Indices among the code cells, in the order in which they run. */
  readonly plan: readonly number[];
}

async function preparedOf(
  input: NotebookInput,
  variables: readonly Variable[],
  { options, cancellation }: { options: RunOptions; cancellation: Cancellation },
): Promise<Prepared> {
  const directory = options.readsFiles ? path.dirname(input.file) : null;
  const portfolios = await cellPortfolios(input.front.portfolios, directory);
  const names = Object.keys(portfolios);
  const plan = await planOf(input, options, { names, cancellation });
  return { input, variables, directory, portfolios, plan };
}

/** A report whose cells are replaced when they end. */
interface RunningReport extends Report {
  readonly cells: RanCell[];
}

interface NotebookRun extends Prepared {
  readonly report: RunningReport;
}

interface RunParts {
  readonly client: ServiceClient;
  readonly options: RunOptions;
  readonly reporter: RunReporter;
  readonly cancellation: Cancellation;
}

/**
 * One of several notebooks that cannot be run to its end, or whose report cannot be written, does not stop the others.
 *
 * @returns Whether all of its cells succeeded.
 */
async function attempted(notebook: NotebookRun, parts: RunParts): Promise<boolean> {
  try {
    return await runNotebook(notebook, parts);
  } catch (error) {
    if (parts.options.files.length === 1 || error instanceof ClosedPipe) {
      throw error;
    }
    await parts.reporter.broke(notebook.report, error);
    return false;
  }
}

async function runNotebook(
  { input, variables, directory, portfolios, plan, report }: NotebookRun,
  { client, options, reporter, cancellation }: RunParts,
): Promise<boolean> {
  const kernel = await startCliKernel(client, directory, options);
  try {
    await kernel.setVariables({ variables });
    const params = { ...cellParams(client, options), portfolios };
    const { format } = options;
    const page = isNotebookFormat(format)
      ? startNotebookReport({ format, maxRows: options.maxRows }, kernel, {
          ...{ front: input.front, variables, portfolios },
          frontMatter: input.notebook.frontMatter.raw,
        })
      : null;
    await reporter.begin(report, { total: plan.length, page });
    await runPlan({ kernel, params, options, report, plan, reporter }, cancellation);
    await reporter.finish();
    return hasSucceeded(report);
  } finally {
    await kernel.dispose();
  }
}

/** @returns The code cells to run, as indices among them, in the order in which they run. */
async function planOf(
  input: NotebookInput,
  { cells, readsFiles }: RunOptions,
  { names, cancellation }: { names: readonly string[]; cancellation: Cancellation },
): Promise<readonly number[]> {
  if (cells === null) {
    return input.code.map((_, index) => index);
  }
  // What a cell needs is known to the language process, which other runs do without.
  const { CliLanguage } = await import('./language');
  const folder = readsFiles ? path.resolve(path.dirname(input.file)) : null;
  const language = new CliLanguage(folder, cancellation);
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

interface Run {
  readonly kernel: KernelHandle;
  readonly params: ReturnType<typeof cellParams>;
  readonly options: RunOptions;
  readonly report: RunningReport;
  /** Indices among the code cells. */
  readonly plan: readonly number[];
  readonly reporter: RunReporter;
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

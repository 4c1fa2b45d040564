/** `signals run`: the cells of a notebook in order, as in the notebook. */

import { errorMessage } from '../core/base/errorMessage';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { plainDateOfInstant } from '../core/base/plainDate';
import type { Cancellation } from '../core/base/cancellation';
import type { Variable } from '../core/protocol/kernelRpc';
import type { CellOutcome } from '../core/protocol/outcome';
import { readFrontMatter, type FrontMatterContents } from '../core/notebook/frontMatter';
import { openNotebook, type Notebook, type NotebookCell } from '../core/notebook/notebookFile';
import { parametersInForce, readParameterInput } from '../core/notebook/parameterInput';
import type { KernelHandle } from '../io/kernelProcess';
import { cellPortfolios } from './portfolioFiles';
import { systemClock } from '../io/systemClock';
import type { RunOptions } from './arguments';
import { withChangesNote } from './changesNote';
import { connect } from './connect';
import { cellParams, startCliKernel } from './kernel';
import { startHtmlReport } from './htmlReport';
import { jsonReport, withChartRows } from './jsonReport';
import { checkedOutput, checkSnapshots, filesNamed } from './outputFile';
import type { RanCell } from './report';
import { terminalText } from './terminalText';
import { textReport } from './textReport';
import { UsageError } from './usage';
import { writeOutput } from './writeOutput';

/** @returns The exit code. */
export async function run(options: RunOptions, cancellation: Cancellation): Promise<number> {
  const notebook = await readNotebookFile(options.file);
  const front = readFrontMatter(notebook.frontMatter.raw);
  front.problems.forEach(({ message }) =>
    process.stderr.write(`${terminalText(`${options.file}: ${message}`)}\n`),
  );
  const variables = variablesOf(front, options.params);
  const output = await checkedOutput({
    ...{ option: '--output', file: options.output, force: options.force, replacesReports: true },
    inputs: [options.file, ...filesNamed(codeOf(notebook), path.dirname(options.file))],
  });
  await checkSnapshots(options.snapshots);
  const client = await connect(options.connection);
  const directory = options.files ? path.dirname(options.file) : null;
  const kernel = await startCliKernel(client, directory, options.snapshots);
  try {
    await kernel.setVariables({ variables });
    const portfolios = await cellPortfolios(front.portfolios, directory);
    const base = { ...cellParams(client, options.snapshots), portfolios };
    const ran: RanCell[] = [];
    const page = options.format === 'html' ? await startHtmlReport(kernel) : null;
    let goesOn = true;
    for (const cell of notebook.cells) {
      const context = { cell, base, options };
      const outcome: CellOutcome | null =
        cell.kind === 'code' && goesOn ? await runOne(kernel, context, cancellation) : null;
      goesOn &&= !endsRun(outcome, options);
      ran.push({ cell, outcome });
      await page?.add({ cell, outcome });
    }
    const report = { file: options.file, connection: client.connection, ran };
    const text = page
      ? await page.text(options.file, front)
      : options.format === 'json'
        ? jsonReport(report)
        : textReport(report);
    await writeOutput(output, text);
    return ran.some(({ outcome }) => outcome !== null && outcome.status !== 'ok') ? 1 : 0;
  } finally {
    await kernel.dispose();
  }
}

function codeOf({ cells }: Notebook): string[] {
  return cells.filter(({ kind }) => kind === 'code').map(({ text }) => text);
}

function endsRun(outcome: CellOutcome | null, { keepGoing }: RunOptions): boolean {
  return outcome?.status === 'cancelled' || (outcome?.status === 'error' && !keepGoing);
}

async function runOne(
  kernel: KernelHandle,
  {
    cell,
    base,
    options,
  }: { cell: NotebookCell; base: ReturnType<typeof cellParams>; options: RunOptions },
  cancellation: Cancellation,
): Promise<CellOutcome> {
  const language = cell.language === 'vega-lite' ? 'vega-lite' : 'signals-sql';
  const nestedAsText = options.format !== 'json';
  const outcome = withChangesNote(
    await kernel.runCell(
      { ...base, language, text: cell.text, firstPageRows: options.maxRows, nestedAsText },
      { cancellation, onProgress: () => undefined },
    ),
  );
  return options.format === 'json' ? withChartRows(outcome, kernel) : outcome;
}

async function readNotebookFile(file: string): Promise<Notebook> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const reason = errorMessage(error);
    throw new UsageError(`${file} cannot be read: ${reason}`);
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return openNotebook(bytes, read => decoder.decode(read));
  } catch (error) {
    throw new UsageError(`${file}: ${errorMessage(error)}`);
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

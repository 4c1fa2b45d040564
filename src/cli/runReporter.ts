/**
 * Where a run writes its reports: text and JSON are one report of all notebooks, the other formats are a file for each.
 */

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../core/base/errorMessage';
import { notebookFormats, type NotebookFormatName } from '../core/page/notebookFormats';
import type { RunProgress } from '../core/protocol/kernelRpc';
import type { RunOptions } from './arguments';
import { coloursOf, type Colours } from './colours';
import { jsonReport, jsonReports } from './jsonReport';
import type { UnfinishedRuns } from './junitReport';
import type { NotebookInput } from './notebookInput';
import type { NotebookReport } from './notebookReport';
import { checkedOutput, checkPictures, filesNamed, isFolder } from './outputFile';
import { progressOn, type Progress } from './progress';
import type { RanCell, Report } from './report';
import { terminalText } from './terminalText';
import {
  cellText,
  heading,
  notebooksSummary,
  summary,
  textReport,
  textReports,
} from './textReport';
import { UsageError } from './usage';
import { writeOutput, writePictures } from './writeOutput';

export interface ReportFiles {
  /** The report of all notebooks as text or JSON; null: standard output. */
  readonly output: string | null;
  /** In the other formats that of each notebook, in their order; null: standard output, of one notebook. */
  readonly pages: readonly (string | null)[];
  readonly junit: string | null;
}

export function isNotebookFormat(format: RunOptions['format']): format is NotebookFormatName {
  return notebookFormats.some(({ name }) => name === format);
}

/**
 * Checks before anything runs that all reports can be written.
 *
 * @throws {UsageError} If writing one would lose something.
 */
export async function reportFiles(
  inputs: readonly NotebookInput[],
  options: RunOptions,
): Promise<ReportFiles> {
  const { format, force } = options;
  const rest = {
    ...{ force, replacesReports: true },
    inputs: inputs.flatMap(({ file, code }) => [
      file,
      ...filesNamed(
        code.map(({ text }) => text),
        path.dirname(file),
      ),
    ]),
  };
  const outputs: (string | null)[] = [];
  const checked: NamedReport[] = [];
  for (const { name, option, file } of await namedReports(inputs, options)) {
    const output = await checkedOutput({ ...rest, option, file });
    if (output !== null && format === 'md') {
      await checkPictures(option, output, force);
    }
    outputs.push(output);
    checked.push({ name, option, file: output });
  }
  const junit = await checkedOutput({ ...rest, option: '--junit', file: options.junit });
  await checkDistinct([...checked, { name: '--junit', option: '--junit', file: junit }]);
  return isNotebookFormat(format)
    ? { output: null, pages: outputs, junit }
    : { output: outputs[0] ?? null, pages: [], junit };
}

interface NamedReport {
  /** As a sentence on two reports names it. */
  readonly name: string;
  /** What names the file, for messages. */
  readonly option: string;
  /** Null: standard output. */
  readonly file: string | null;
}

/**
 * Files of notebooks are beside them without --output; of one notebook only where it would fill a terminal instead. A
 * folder that is given with --output holds a file of each, also if there is only one.
 */
async function namedReports(
  inputs: readonly NotebookInput[],
  { format, output }: RunOptions,
): Promise<readonly NamedReport[]> {
  const inFolder = isNotebookFormat(format) && output !== null && (await isFolder(output));
  const isBeside = output === null && (inputs.length > 1 || process.stdout.isTTY);
  const isOneFile = inputs.length === 1 && !inFolder && !isBeside;
  if (isOneFile || !isNotebookFormat(format)) {
    return [{ name: '--output', option: '--output', file: output }];
  }
  if (!inFolder && output !== null) {
    throw new UsageError(
      `--output: ${output} is not a folder. Several notebooks have a file each in the format ${format}: make the folder first.`,
    );
  }
  return inputs.map(({ file }) => ({
    name: `that of ${file}`,
    option: output === null ? 'The report' : '--output',
    file: path.join(output ?? path.dirname(file), `${path.parse(file).name}.${format}`),
  }));
}

/** Names in other case are one file on some systems. */
async function checkDistinct(reports: readonly NamedReport[]): Promise<void> {
  const names = new Map<string, string>();
  for (const { name, file } of reports) {
    if (file !== null) {
      const folder = await realpath(path.dirname(file));
      const key = path.join(folder, path.basename(file)).toLowerCase();
      const other = names.get(key);
      if (other !== undefined) {
        throw new UsageError(`Two reports have the same file, ${file}: ${other} and ${name}.`);
      }
      names.set(key, name);
    }
  }
}

/** @param reports Those of all notebooks, whose cells are replaced when they end. */
export async function runReporter(
  reports: readonly Report[],
  options: RunOptions,
  files: ReportFiles,
): Promise<RunReporter> {
  // Most runs write none.
  const junit = files.junit === null ? null : await import('./junitReport');
  return new RunReporter(reports, { options, files, junit });
}

interface NotebookParts {
  /** Cells that run. */
  readonly total: number;
  /** Null: the format is text or JSON. */
  readonly page: NotebookReport | null;
}

/** The notebook whose cells run. */
interface Running extends NotebookParts {
  readonly report: Report;
  readonly progress: Progress;
}

export class RunReporter {
  private readonly colours = coloursOf(process.stdout, process.env);
  private readonly isStreamed: boolean;
  private readonly isSeveral: boolean;
  private readonly junit: { update(): void; write(): Promise<void> } | null;
  private running: Running | null = null;
  /** Why the runs of notebooks broke off. */
  private readonly broken = new Map<Report, string>();

  constructor(
    private readonly reports: readonly Report[],
    private readonly parts: {
      readonly options: RunOptions;
      readonly files: ReportFiles;
      readonly junit: typeof import('./junitReport') | null;
    },
  ) {
    const { options, files, junit } = parts;
    this.isStreamed = options.format === 'text' && files.output === null;
    this.isSeveral = reports.length > 1;
    this.junit =
      junit && files.junit !== null
        ? new junit.ReportFile(files.junit, () => junit.junitReport(reports, this.unfinished()))
        : null;
  }

  /** A notebook begins. */
  async begin(report: Report, notebook: NotebookParts): Promise<void> {
    const progress = progressOn(process.stderr, {
      isReported: this.isStreamed,
      file: this.isSeveral ? report.file : null,
    });
    this.running = { ...notebook, report, progress };
    this.junit?.update();
    if (this.isStreamed && this.isSeveral) {
      await writeOutput(null, heading(report, this.colours));
    }
  }

  /** @param done Cells that ended before it. */
  started(cell: RanCell, done: number): void {
    this.junit?.update();
    this.running?.progress.started(cell, done, this.running.total);
  }

  progressed(progress: RunProgress): void {
    this.running?.progress.progressed(progress);
  }

  async ended(cell: RanCell, done: number): Promise<void> {
    this.junit?.update();
    this.running?.progress.ended(cell, done, this.running.total);
    await this.running?.page?.ended(cell);
    if (this.isStreamed) {
      await writeOutput(null, cellText(cell, this.colours));
    }
  }

  /** The notebook has ended. */
  async finish(): Promise<void> {
    const { running } = this;
    this.running = null;
    running?.progress.clear();
    if (running) {
      await this.writeReport(running);
    }
    // What can be written is, before this fails.
    await this.junit?.write();
  }

  private async writeReport({ report, page }: Running): Promise<void> {
    const { colours } = this;
    if (this.isStreamed) {
      const skipped = report.cells.filter(({ isChosen, outcome }) => isChosen && !outcome);
      const rest = skipped.map(cell => cellText(cell, colours));
      const end = this.isSeveral ? '\n' : '';
      await writeOutput(null, [...rest, summary(report.cells, colours), end].join(''));
    }
    if (page) {
      const target = this.parts.files.pages[this.reports.indexOf(report)] ?? null;
      const { text, pictures } = await page.written(report, target);
      await writePictures(target, pictures);
      await writeOutput(target, text);
      if (target !== null) {
        const line = (by: Colours): string =>
          `${terminalText(target)} · ${summary(report.cells, by)}`;
        if (this.isSeveral) {
          await writeOutput(null, line(colours));
        } else if (this.parts.options.output === null) {
          process.stderr.write(line(coloursOf(process.stderr, process.env)));
        }
      }
    }
  }

  /** The notebook could not be run to its end, or its report could not be written. */
  async broke(report: Report, error: unknown): Promise<void> {
    this.running?.progress.clear();
    this.running = null;
    this.broken.set(report, errorMessage(error));
    process.stderr.write(`${terminalText(`${report.file}: ${errorMessage(error)}`, true)}\n`);
    // Where the file of JUnit cannot be written, that is the error.
    await this.junit?.write().catch(() => undefined);
  }

  /** @param results Of each notebook that ended, whether it succeeded. */
  async end(results: readonly boolean[]): Promise<void> {
    const { reports, colours, isSeveral, isStreamed } = this;
    const { options, files } = this.parts;
    const isOk = results.length === reports.length && results.every(Boolean);
    const only = isSeveral ? undefined : reports[0];
    if (options.format === 'json') {
      await writeOutput(files.output, only ? jsonReport(only) : jsonReports(reports, isOk));
    } else if (options.format === 'text' && !isStreamed) {
      await writeOutput(files.output, only ? textReport(only) : textReports(reports, results));
    } else if (isSeveral) {
      const left = isStreamed ? reports.slice(results.length) : [];
      const skipped = left.map(report => `${heading(report, colours)}${textReport(report)}\n`);
      const all = notebooksSummary(results, reports.length, colours);
      await writeOutput(null, [...skipped, all].join(''));
    }
  }

  private unfinished(): UnfinishedRuns {
    return { running: this.running?.report ?? null, broken: this.broken };
  }
}

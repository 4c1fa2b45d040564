/** `signals check`: what the editor underlines, without running anything. */

import path from 'node:path';
import { uncancellable, type Cancellation } from '../core/base/cancellation';
import { assertNever } from '../core/base/assertNever';
import { lineColumnAt, type LineColumn, type Span } from '../core/base/span';
import { visibleJson } from '../core/base/visibleText';
import { conflictSentence } from '../core/notebook/conflictMarkers';
import type { Severity } from '../core/language/problems';
import { cellSpans } from '../core/notebook/cellSpans';
import type { CheckOptions } from './arguments';
import { CliLanguage } from './language';
import { notebookText, readGivenNotebook, type NotebookInput } from './notebookInput';
import { cellPortfolios } from './portfolioFiles';
import { terminalText } from './terminalText';
import { UsageError } from './usage';
import { writeOutput } from './writeOutput';

/** A finding and its place in the file. */
interface Finding {
  readonly file: string;
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Counts from 1 among the code cells; null: outside of them. */
  readonly cell: number | null;
  readonly from: LineColumn;
  readonly to: LineColumn;
}

interface CheckedFile {
  readonly file: string;
  readonly isReadable: boolean;
  /** In the order of the file. */
  readonly findings: readonly Finding[];
}

/** @returns The exit code. */
export async function check(options: CheckOptions, cancellation: Cancellation): Promise<number> {
  const checked: CheckedFile[] = [];
  let language: CliLanguage | undefined;
  try {
    for (const file of options.files) {
      const folder = options.readsFiles ? path.resolve(path.dirname(file)) : null;
      if (language?.folder !== folder) {
        await language?.dispose();
        language = new CliLanguage(folder, cancellation);
      }
      const result = await checkFile(file, options, language);
      checked.push(result);
      if (options.format !== 'json') {
        const line = options.format === 'github' ? annotation : textLine;
        await writeOutput(null, result.findings.map(finding => `${line(finding)}\n`).join(''));
      }
    }
  } finally {
    await language?.dispose();
  }
  const all = checked.flatMap(({ findings }) => findings);
  const isOk = !all.some(({ severity }) => options.strict || severity === 'error');
  if (options.format === 'json') {
    await writeOutput(null, jsonReport(checked, isOk));
  } else if (options.format === 'text') {
    await writeOutput(null, `${summary(checked)}\n`);
  }
  return checked.some(({ isReadable }) => !isReadable) ? 2 : isOk ? 0 : 1;
}

/** A file that cannot be read does not keep the others from being checked. */
async function checkFile(
  file: string,
  { readsFiles }: CheckOptions,
  language: CliLanguage,
): Promise<CheckedFile> {
  let input: NotebookInput;
  try {
    input = await readGivenNotebook(file);
  } catch (error) {
    if (error instanceof UsageError) {
      const start = { line: 1, column: 1 };
      const { message } = error;
      const place = { file, cell: null, from: start, to: start };
      const findings = [{ ...place, code: 'unreadable', severity: 'error', message } as const];
      return { file, isReadable: false, findings };
    }
    throw error;
  }
  const portfolios = await cellPortfolios(
    input.front.portfolios,
    readsFiles ? path.dirname(file) : null,
  );
  const text = notebookText(input, Object.keys(portfolios));
  const { cells, complete } = await language.ask(process =>
    process.analyse({ notebook: text }, uncancellable),
  );
  const { notebook, front, conflict } = input;
  const spans = cellSpans(notebook).filter((_, index) => notebook.cells[index]?.kind === 'code');
  const at = findingIn(input);
  const head = (notebook.layout?.byteOrderMark ? 1 : 0) + (notebook.frontMatter.open?.length ?? 0);
  return {
    file,
    isReadable: true,
    findings: [
      ...(conflict
        ? [at(conflict, { code: 'conflict', severity: 'error', message: conflictSentence() }, null)]
        : []),
      ...front.problems.map(({ code, span, message }) =>
        at(moved(span, head), { code: `frontMatter.${code}`, severity: 'warning', message }, null),
      ),
      ...cells.flatMap(({ problems }, index) =>
        problems.map(problem =>
          at(moved(problem.span, spans[index]?.from ?? 0), problem, index + 1),
        ),
      ),
      ...(complete ? [] : [at({ from: 0, to: 0 }, unfinished, null)]),
    ],
  };
}

const unfinished = {
  code: 'unfinished',
  severity: 'error',
  message: 'The check took too long, and not all cells were checked.',
} as const;

function findingIn({ file, text }: NotebookInput) {
  return (
    { from, to }: Span,
    { code, severity, message }: Pick<Finding, 'code' | 'severity' | 'message'>,
    cell: number | null,
  ): Finding => ({
    ...{ file, code, severity, message, cell },
    from: lineColumnAt(text, from),
    to: lineColumnAt(text, to),
  });
}

function moved({ from, to }: Span, by: number): Span {
  return { from: from + by, to: to + by };
}

/** As compilers write it, so that editors and terminals make a link of it. */
function textLine({ file, from, severity, code, message }: Finding): string {
  const place = `${terminalText(file)}:${from.line}:${from.column}`;
  return `${place}: ${severity}: ${terminalText(message)} (${code})`;
}

/** A workflow command of GitHub Actions. */
function annotation({ file, code, severity, message, from, to }: Finding): string {
  const properties = {
    file: file.split(path.sep).join('/'),
    line: from.line,
    endLine: to.line,
    // Columns only mark a part of one line.
    ...(from.line === to.line ? { col: from.column, endColumn: to.column } : {}),
    title: code,
  };
  const list = Object.entries(properties).map(
    ([name, value]) =>
      `${name}=${commandText(String(value)).replace(/[:,]/g, sign => `%${sign === ':' ? '3A' : '2C'}`)}`,
  );
  return `::${levelOf(severity)} ${list.join(',')}::${commandText(message)}`;
}

function commandText(text: string): string {
  return terminalText(text, true)
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
}

function levelOf(severity: Severity): string {
  switch (severity) {
    case 'error':
    case 'warning':
      return severity;
    case 'information':
      return 'notice';
    default:
      return assertNever(severity);
  }
}

function jsonReport(checked: readonly CheckedFile[], ok: boolean): string {
  const files = checked.map(({ file, findings }) => ({
    file,
    findings: findings.map(({ code, severity, message, cell, from, to }) => ({
      ...{ code, severity, message, cell },
      ...{ line: from.line, column: from.column, endLine: to.line, endColumn: to.column },
    })),
  }));
  return `${visibleJson(JSON.stringify({ ok, files }))}\n`;
}

function summary(checked: readonly CheckedFile[]): string {
  const all = checked.flatMap(({ findings }) => findings);
  const count = (wanted: Severity): number =>
    all.filter(({ severity }) => severity === wanted).length;
  const parts = [
    counted(count('error'), 'error'),
    counted(count('warning'), 'warning'),
    counted(count('information'), 'hint'),
  ].flatMap(part => part ?? []);
  const found = parts.length === 0 ? 'nothing found' : parts.join(', ');
  return `${counted(checked.length, 'file') ?? ''}: ${found}`;
}

function counted(count: number, what: string): string | null {
  return count === 0 ? null : `${count} ${what}${count === 1 ? '' : 's'}`;
}

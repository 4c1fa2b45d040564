/** `signals format`: the cells of notebooks laid out as the editor's formatter does. */

import { realpath, stat } from 'node:fs/promises';
import { uncancellable, type Cancellation } from '../core/base/cancellation';
import { conflictSentence } from '../core/notebook/conflictMarkers';
import { cellSpans } from '../core/notebook/cellSpans';
import { readNotebook, type NotebookCell } from '../core/notebook/notebookFile';
import type { TextEdit } from '../core/visualise/formatCell';
import { replaceWithBytes } from '../io/replaceFile';
import type { FormatOptions } from './arguments';
import { CliLanguage } from './language';
import { languageOf, readGivenNotebook, type NotebookInput } from './notebookInput';
import { terminalText } from './terminalText';
import { UsageError } from './usage';
import { writeOutput } from './writeOutput';

/** @returns The exit code. */
export async function format(options: FormatOptions, cancellation: Cancellation): Promise<number> {
  const language = new CliLanguage(null, cancellation);
  let code = 0;
  try {
    for (const file of options.files) {
      code = Math.max(code, await formatFile(file, options, language));
    }
    return code;
  } finally {
    await language.dispose();
  }
}

/** A file that cannot be read does not keep the others from being formatted. */
async function formatFile(
  file: string,
  { isCheck, tabSize }: FormatOptions,
  language: CliLanguage,
): Promise<number> {
  let input: NotebookInput;
  try {
    input = await readGivenNotebook(file);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${terminalText(error.message)}\n`);
      return 2;
    }
    throw error;
  }
  if (input.conflict) {
    process.stderr.write(`${terminalText(`${file} is left as it is: ${conflictSentence()}`)}\n`);
    return 1;
  }
  const made: string[] = [];
  for (const cell of input.notebook.cells) {
    const isFormatted = cell.kind === 'code';
    made.push(isFormatted ? await formatted(cell, { input, tabSize, language }) : cell.text);
  }
  const changed = input.notebook.cells.filter(({ text }, index) => text !== made[index]).length;
  if (changed === 0) {
    return 0;
  }
  const cells = changed === 1 ? '1 cell' : `${changed} cells`;
  const text = withCellTexts(input, made);
  if (text === null) {
    process.stderr.write(`${terminalText(file)} is left as it is: it would be read differently.\n`);
    return 1;
  }
  if (!isCheck) {
    const target = await realpath(file);
    await replaceWithBytes(target, text, (await stat(target)).mode & 0o7777);
  }
  const done = isCheck ? `${changed === 1 ? 'is' : 'are'} not formatted` : 'formatted';
  await writeOutput(null, `${terminalText(file)}: ${cells} ${done}\n`);
  return isCheck ? 1 : 0;
}

interface Formatting {
  readonly input: NotebookInput;
  readonly tabSize: number;
  readonly language: CliLanguage;
}

/** An editor gives every line of a text the same ending; a text of one line gets that of its file. */
async function formatted(
  cell: NotebookCell,
  { input, tabSize, language }: Formatting,
): Promise<string> {
  const { text } = cell;
  const params = { language: languageOf(cell), text, range: null, tabSize };
  const edits = await language.ask(process => process.format(params, uncancellable));
  const made = withEdits(text, edits);
  const ending = text.includes('\n') ? text : input.text;
  return ending.includes('\r\n') && made !== text ? made.replace(/\r?\n/g, '\r\n') : made;
}

/** @param edits In the order of the text. */
function withEdits(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight(
    (made, { span, text: inserted }) => made.slice(0, span.from) + inserted + made.slice(span.to),
    text,
  );
}

/** @returns The file with these texts of its cells, all else as it was; null if it would be read as other cells. */
function withCellTexts({ text, notebook }: NotebookInput, made: readonly string[]): string | null {
  let written = '';
  let at = 0;
  cellSpans(notebook).forEach(({ from, to }, index) => {
    written += text.slice(at, from) + (made[index] ?? '');
    at = to;
  });
  written += text.slice(at);
  const { cells } = readNotebook(written);
  const isSame =
    cells.length === made.length &&
    cells.every(
      ({ kind, text: read }, index) => read === made[index] && kind === notebook.cells[index]?.kind,
    );
  return isSame ? written : null;
}

/** Checks where a command may write: never over its inputs, and over other files only with --force. */

import { statSync, type BigIntStats } from 'node:fs';
import { lstat, open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { errorMessage } from '../core/base/errorMessage';
import { isRecord } from '../core/base/json';
import {
  jupyterBegin,
  jupyterEnd,
  markdownBegin,
  markdownEnd,
  pageBegin,
  pageEnd,
} from '../core/page/pageEnds';
import { stringValue } from '../core/sql/names';
import { identifierOf, tokenize } from '../core/sql/tokens';
import { isForeignPicture, picturesFolder } from '../io/writtenNotebook';
import { removeLeftovers, temporaryFor } from '../io/temporaryFiles';
import { systemClock } from '../io/systemClock';
import { UsageError } from './usage';

/**
 * How much of a file is read to detect an earlier report. The beginning contains the path of the notebook and the name
 * of the connection.
 */
const HEAD_BYTES = 65_536;
const TAIL_BYTES = 512;

const jsonText = String.raw`"(?:[^"\\]|\\.)*"`;
/** As `jsonReport` and `jsonReports` write it. */
const jsonHead = new RegExp(
  String.raw`^(?:\{"ok":(?:true|false),"files":\[)?` +
    String.raw`\{"file":${jsonText},"ok":(?:true|false),"connection":${jsonText},` +
    String.raw`"cells":\[(?:\]|\{"index":0,"kind":"(?:code|markdown)","language":)`,
);
const jsonTail = /\]\}\n$/;
/** As `textReport` and `textReports` write it. */
const textHead = /^(?:==> .* <==\n\n)?(?:\[\d+\] |0 cells: )/;
const textTail =
  /(?:^|\n\n)\d+ (?:cells?|notebooks): \d+ succeeded(?:, \d+ failed)?(?:, \d+ skipped)?\n$/;
/** As `junitReport` writes it. */
const junitHead = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="signals" tests="/;
const junitTail = /<\/testsuite>\n<\/testsuites>\n$/;

export interface OutputFile {
  /** The option that names it, or what it is, for messages. */
  readonly option: string;
  /** Null: standard output. */
  readonly file: string | null;
  readonly force: boolean;
  /** Files that the command reads; missing ones are ignored. */
  readonly inputs: readonly string[];
  /** Whether an earlier report is replaced without --force. */
  readonly replacesReports: boolean;
}

/**
 * Checks before anything runs that the file can be written. Leftovers of killed commands next to it are removed.
 *
 * @returns The file to write: the target if it is a link.
 * @throws {UsageError} If it cannot be written, or writing it would lose something.
 */
export async function checkedOutput(output: OutputFile): Promise<string | null> {
  const { option, file, force } = output;
  if (file === null) {
    return null;
  }
  await checkFolder(option, path.dirname(file));
  await removeLeftovers(path.dirname(file), systemClock.now());
  await checkWritable(output, file);
  if (await isMissing(lstat(file))) {
    return file;
  }
  if (await isMissing(stat(file))) {
    throw new UsageError(`${option} ${file} is a broken link.`);
  }
  if (!(await stat(file)).isFile()) {
    const without = option.startsWith('--') ? ` Without ${option}, nothing is written.` : '';
    throw new UsageError(`${option} ${file} exists and is not a regular file.${without}`);
  }
  await checkInputs(file, output);
  if (!force && !(output.replacesReports && (await isReport(file)))) {
    const what = output.replacesReports ? ' and is not an earlier report' : '';
    throw new UsageError(`${option} ${file} exists${what}. Add --force to replace it.`);
  }
  if (!(await lstat(file)).isSymbolicLink()) {
    return file;
  }
  const target = await realpath(file);
  await checkWritable(output, target);
  return target;
}

/**
 * Checks that a file can be made beside `target`, as writing it does. Permissions alone do not tell: file systems can be
 * mounted for reading only.
 */
async function checkWritable({ option, file }: OutputFile, target: string): Promise<void> {
  const temporary = temporaryFor(target);
  try {
    await (await open(temporary, 'wx')).close();
    await rm(temporary);
  } catch (error) {
    throw new UsageError(`${option} ${file ?? target} cannot be written: ${systemReason(error)}.`);
  }
}

/** What the system says, without the temporary name. */
function systemReason(error: unknown): string {
  const errno = isRecord(error) ? error['errno'] : undefined;
  const [, reason] = (typeof errno === 'number' && getSystemErrorMap().get(errno)) || [];
  return reason ?? errorMessage(error);
}

/**
 * Checks the folder beside a file that its pictures are written to.
 *
 * @param option The option that names the file, or what it is, for messages.
 * @throws {UsageError} If writing them could lose something.
 */
export async function checkPictures(option: string, file: string, force: boolean): Promise<void> {
  const folder = path.join(path.dirname(file), picturesFolder(file));
  if (force || (await isMissing(lstat(folder)))) {
    return;
  }
  await checkFolder(option, folder);
  for (const name of await readdir(folder)) {
    const picture = path.join(folder, name);
    const text = (await stat(picture)).isFile() ? await readFile(picture, 'utf8') : '';
    if (isForeignPicture(name, text)) {
      throw new UsageError(
        `${option}: ${picture} exists and is not a picture of an earlier report. Add --force to replace it.`,
      );
    }
  }
}

/**
 * Checks the folder of snapshots, which need not exist. Leftovers of killed commands in it are removed.
 *
 * @throws {UsageError} If it is not a folder.
 */
export async function checkSnapshots(folder: string | null): Promise<void> {
  if (folder === null || (await isMissing(stat(folder)))) {
    return;
  }
  await checkFolder('--snapshots', folder);
  for (const place of await readdir(folder)) {
    await removeLeftovers(path.join(folder, place), systemClock.now());
  }
}

/**
 * @param folder The folder for relative names.
 * @returns Every file that the texts may name: everything in quotes.
 */
export function filesNamed(texts: readonly string[], folder: string): string[] {
  const named = texts
    .flatMap(tokenize)
    .flatMap(token =>
      token.kind === 'string'
        ? (stringValue(token) ?? [])
        : token.kind === 'quoted'
          ? (identifierOf(token) ?? [])
          : [],
    );
  const names = named.filter(name => name !== '' && !/[\0\n]/.test(name));
  return [...new Set(names)].map(name => path.resolve(folder, name));
}

/** One file has many names: links, names in other case, and different paths. */
async function checkInputs(file: string, { option, inputs }: OutputFile): Promise<void> {
  const { dev, ino } = await stat(file, { bigint: true });
  for (const input of inputs) {
    const read = statOrNull(input);
    if (read?.dev === dev && read.ino === ino) {
      throw new UsageError(`${option} ${file} would replace ${input}, which the command reads.`);
    }
  }
}

/** Hundreds of keys can be names: waiting for each takes ten times as long. */
function statOrNull(file: string): BigIntStats | null {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** A notebook is never a report, whatever it begins with. */
async function isReport(file: string): Promise<boolean> {
  return !file.toLowerCase().endsWith('.signals') && (await isEarlierReport(file));
}

/** @returns Whether there is such a folder. */
export async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    found => found.isDirectory(),
    () => false,
  );
}

async function checkFolder(option: string, folder: string): Promise<void> {
  if (!(await isFolder(folder))) {
    throw new UsageError(`${option}: ${folder} is not a folder.`);
  }
}

async function isMissing(found: Promise<unknown>): Promise<boolean> {
  return found.then(
    () => false,
    (error: unknown) => isRecord(error) && error['code'] === 'ENOENT',
  );
}

/** @returns Whether beginning and end of the file are those of a report, of any format. */
async function isEarlierReport(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const part = async (from: number, byteLength: number): Promise<string> => {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(byteLength),
        0,
        byteLength,
        from,
      );
      return buffer.toString('utf8', 0, bytesRead);
    };
    const head = await part(0, Math.min(size, HEAD_BYTES));
    const tail = await part(Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES));
    return (
      (jsonHead.test(head) && jsonTail.test(tail)) ||
      (textHead.test(head) && textTail.test(tail)) ||
      (junitHead.test(head) && junitTail.test(tail)) ||
      (head.startsWith(pageBegin) && tail.endsWith(pageEnd)) ||
      (head.startsWith(markdownBegin) && tail.endsWith(markdownEnd)) ||
      (head.startsWith(jupyterBegin) && tail.endsWith(jupyterEnd))
    );
  } finally {
    await handle.close();
  }
}

/** Parses the command line's arguments. */

import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { parsePlainDate, type PlainDate } from '../core/base/plainDate';
import { checkBaseUrl } from '../core/client/baseUrl';
import type { Connection } from '../core/client/serviceClient';
import { signalFunctions } from '../core/service/functions';
import type { FunctionName } from '../core/service/operations';
import type { CellChoice } from '../core/language/chosenCells';
import {
  checkCommand,
  checkFormats,
  commands,
  completionCommand,
  endedFormats,
  formatCommand,
  mcpCommand,
  queryCommand,
  queryFormats,
  runCommand,
  runFormats,
  serveCommand,
  shells,
  syncCommand,
  type CommandRecord,
  type OptionRecord,
} from './commands';
import { UsageError } from './usage';

export interface RunOptions {
  readonly command: 'run';
  /** Notebooks, in the order in which they run; at least one. */
  readonly files: readonly string[];
  /** Null: all cells. Only of one notebook. */
  readonly cells: readonly CellChoice[] | null;
  readonly params: readonly (readonly [name: string, value: string])[];
  readonly format: (typeof runFormats)[number];
  /** A file, or a folder for a file of each notebook; null: standard output, or a file beside each notebook. */
  readonly output: string | null;
  /** Where to write the report for CI systems; null: nowhere. */
  readonly junit: string | null;
  /** Whether the output may replace a file that is not an earlier report. */
  readonly force: boolean;
  /** Rows of each result in the report; null: as many as its format usually has. */
  readonly maxRows: number | null;
  readonly keepGoing: boolean;
  /** Whether notes are failures. */
  readonly strict: boolean;
  /** Null: the sandbox. */
  readonly connection: Connection | null;
  /** Whether cells can read files. */
  readonly readsFiles: boolean;
  /** Folder of the snapshots of ranked lists; null: none are kept or read. */
  readonly snapshots: string | null;
  /** Folder of the lake that answers calls first; null: none. */
  readonly lake: string | null;
}

export interface QueryOptions {
  readonly command: 'query';
  readonly sql: string;
  readonly format: (typeof queryFormats)[number];
  readonly output: string | null;
  /** Whether the output may replace a file that is not an earlier report. */
  readonly force: boolean;
  readonly connection: Connection | null;
  readonly files: boolean;
  readonly snapshots: string | null;
  /** Folder of the lake that answers calls first; null: none. */
  readonly lake: string | null;
}

export interface CheckOptions {
  readonly command: 'check';
  readonly files: readonly string[];
  readonly format: (typeof checkFormats)[number];
  /** Whether warnings and hints are failures. */
  readonly strict: boolean;
  readonly readsFiles: boolean;
}

export interface FormatOptions {
  readonly command: 'format';
  readonly files: readonly string[];
  /** Whether files are only compared. */
  readonly isCheck: boolean;
  readonly tabSize: number;
}

/** Whose history is kept, and how it was given. */
export type EntitySource = { readonly given: string } & (
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  | { readonly kind: 'file' }
  | { readonly kind: 'list'; readonly name: string; readonly amount: number }
);

export interface SyncOptions {
  readonly command: 'sync';
  readonly directory: string;
  /** At least one. */
  readonly entities: readonly EntitySource[];
  readonly from: PlainDate;
  /** The day after the last; null: tomorrow. */
  readonly to: PlainDate | null;
  /** Empty: all functions. */
  readonly only: readonly FunctionName[];
  /** Rows of each ranked list. */
  readonly amount: number;
  readonly dryRun: boolean;
  readonly connection: Connection | null;
}

export interface ServeOptions {
  readonly command: 'serve';
  readonly port: number;
  readonly seed: number | null;
  readonly companies: number | null;
  readonly today: PlainDate | null;
  readonly token: string | null;
  /** Where to write the prices of the market as CSV; null: nowhere. */
  readonly prices: string | null;
  /** Whether the prices may replace a file. */
  readonly force: boolean;
}

export interface McpOptions {
  readonly command: 'mcp';
  /** Folder of the notebooks; null: none. */
  readonly folder: string | null;
  /** Whether models may be given rows; null: of the sandbox. */
  readonly sharesRows: boolean | null;
  /** How long a statement may take. */
  readonly timeLimitSeconds: number;
  readonly connection: Connection | null;
}

export interface CompletionOptions {
  readonly command: 'completion';
  readonly shell: (typeof shells)[number];
}

export interface HelpOptions {
  readonly command: 'help';
  /** Null: the program. */
  readonly about: CommandRecord | null;
}

export interface VersionOptions {
  readonly command: 'version';
}

export type Options =
  | RunOptions
  | QueryOptions
  | CheckOptions
  | FormatOptions
  | SyncOptions
  | ServeOptions
  | McpOptions
  | CompletionOptions
  | HelpOptions
  | VersionOptions;

/** @throws {UsageError} If an argument is unknown or has a value of the wrong kind. */
export function parseOptions(words: readonly string[]): Options {
  const [command, ...rest] = words;
  switch (command) {
    case 'run':
      return of(runCommand, rest, runOptions);
    case 'query':
      return of(queryCommand, rest, queryOptions);
    case 'check':
      return of(checkCommand, rest, checkOptions);
    case 'format':
      return of(formatCommand, rest, formatOptions);
    case 'sync':
      return of(syncCommand, rest, syncOptions);
    case 'serve':
      return of(serveCommand, rest, serveOptions);
    case 'mcp':
      return of(mcpCommand, rest, mcpOptions);
    case 'completion':
      return of(completionCommand, rest, completionOptions);
    case 'help':
    case '--help':
    case '-h':
      return { command: 'help', about: helpAbout(rest) };
    case 'version':
    case '--version':
      return { command: 'version' };
    default:
      throw new UsageError(command === undefined ? 'No command.' : `No command ${command}.`);
  }
}

/** `help run` and `--help run`. */
function helpAbout([word]: readonly string[]): CommandRecord | null {
  const about = commands.find(({ name }) => name === word);
  if (word !== undefined && about === undefined) {
    throw new UsageError(`No command ${word}.`);
  }
  return about ?? null;
}

/** The words of a command line, by the options of its command. */
interface Given<Name extends string> {
  /** The words that belong to no option. */
  readonly operands: readonly string[];
  readonly has: (name: Name) => boolean;
  /** The option's value, the last one of several; undefined if it is not given. */
  readonly text: (name: Name) => string | undefined;
  readonly texts: (name: Name) => readonly string[];
}

type NameOf<C extends CommandRecord> = C['options'][number]['name'];

/** The options of a command line; its help if that is what it asks for. */
function of<const C extends CommandRecord, O>(
  command: C,
  words: string[],
  read: (given: Given<NameOf<C>>) => O,
): O | HelpOptions {
  const known: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    command.options.map(({ name, short, value }: OptionRecord) => [
      name,
      {
        type: value === undefined ? 'boolean' : 'string',
        multiple: true,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  const options = { ...known, help: { type: 'boolean', short: 'h' } } as const;
  const parsed = parseArgs({
    ...{ args: words, options, allowPositionals: true },
    // Node's own words for what is wrong are for programmers.
    ...{ strict: false, tokens: true },
  });
  for (const token of parsed.tokens) {
    if (token.kind === 'option') {
      checkOption(command, options, token);
    }
  }
  const values: Readonly<Record<string, unknown>> = parsed.values;
  if (values['help'] === true) {
    return { command: 'help', about: command };
  }
  const texts = (name: string): string[] =>
    [values[name] ?? []].flat().filter(value => typeof value === 'string');
  return read({
    operands: parsed.positionals,
    has: name => values[name] !== undefined,
    text: name => texts(name).at(-1),
    texts,
  });
}

/** @throws {UsageError} If the command has no such option, or it lacks a value or has one that it does not take. */
function checkOption(
  command: CommandRecord,
  known: NonNullable<ParseArgsConfig['options']>,
  option: GivenOption,
): void {
  const { name, rawName, value } = option;
  if (!Object.hasOwn(known, name)) {
    throw new UsageError(`${command.name} has no option ${rawName}.`);
  }
  if (known[name]?.type === 'boolean') {
    if (value !== undefined) {
      throw new UsageError(`${rawName} takes no value.`);
    }
    return;
  }
  if (value === undefined || value === '') {
    throw new UsageError(`${rawName} lacks a value.`);
  }
  // A negative number is a value, which the option accepts or refuses.
  if (option.inlineValue !== true && /^-[^\d]/.test(value)) {
    throw new UsageError(
      `${rawName} lacks a value: ${value} after it is read as an option. A value that begins with a dash is given as --${name}=${value}.`,
    );
  }
}

/** An option as it was written. */
interface GivenOption {
  readonly name: string;
  /** With its dashes. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether the value is in the same word. */
  readonly inlineValue?: boolean | undefined;
}

function runOptions(given: Given<NameOf<typeof runCommand>>): RunOptions {
  const cells = given.text('cells');
  const files = someFiles(given.operands);
  if (cells !== undefined && files.length > 1) {
    throw new UsageError(`--cells chooses cells of one notebook, but ${files.length} are given.`);
  }
  return {
    command: 'run',
    files,
    cells: cells === undefined ? null : cellChoices(cells),
    params: given.texts('param').map(assignment),
    format: outputFormat(given, runFormats),
    output: given.text('output') ?? null,
    junit: given.text('junit') ?? null,
    force: given.has('force'),
    maxRows: wholeNumber(given.text('max-rows'), '--max-rows'),
    keepGoing: given.has('keep-going'),
    strict: given.has('strict'),
    connection: connectionOf(given),
    readsFiles: !given.has('no-files'),
    snapshots: given.text('snapshots') ?? null,
    lake: given.text('lake') ?? null,
  };
}

function queryOptions(given: Given<NameOf<typeof queryCommand>>): QueryOptions {
  const format = outputFormat(given, queryFormats);
  if (format === 'parquet' && !given.has('output')) {
    throw new UsageError('--format parquet needs --output FILE.');
  }
  return {
    command: 'query',
    sql: onlyWord(given.operands, 'one SQL statement in quotes'),
    format,
    output: given.text('output') ?? null,
    force: given.has('force'),
    connection: connectionOf(given),
    files: !given.has('no-files'),
    snapshots: given.text('snapshots') ?? null,
    lake: given.text('lake') ?? null,
  };
}

function checkOptions(given: Given<NameOf<typeof checkCommand>>): CheckOptions {
  return {
    command: 'check',
    files: someFiles(given.operands),
    format: oneOf(given.text('format'), checkFormats, '--format'),
    strict: given.has('strict'),
    readsFiles: !given.has('no-files'),
  };
}

function formatOptions(given: Given<NameOf<typeof formatCommand>>): FormatOptions {
  const tabSize = numberWithin(given.text('tab-size'), '--tab-size', [1, 16]) ?? 4;
  return {
    command: 'format',
    files: someFiles(given.operands),
    isCheck: given.has('check'),
    tabSize,
  };
}

function syncOptions(given: Given<NameOf<typeof syncCommand>>): SyncOptions {
  const directory = onlyWord(given.operands, 'a folder');
  const from = dateOf(given.text('from'), '--from');
  const entities = given.texts('entities');
  if (from === null || entities.length === 0) {
    throw new UsageError('sync needs --entities and --from.');
  }
  const amount = wholeNumber(given.text('amount'), '--amount') ?? 100;
  return {
    command: 'sync',
    directory,
    entities: entities.map(each => entitySource(each, amount)),
    from,
    to: dateOf(given.text('to'), '--to'),
    only: given.texts('only').map(name =>
      oneOf(
        name,
        signalFunctions.map(each => each.name),
        '--only',
      ),
    ),
    amount,
    dryRun: given.has('dry-run'),
    connection: connectionOf(given),
  };
}

/** @param amount The rows of a ranked list that names no number of its own. */
function entitySource(given: string, amount: number): EntitySource {
  const [, name, own] = /^(bullish_stocks|bearish_stocks)(?::(\d{1,6}))?$/.exec(given) ?? [];
  if (name !== undefined) {
    return { given, kind: 'list', name, amount: own === undefined ? amount : Number(own) };
  }
  if (/\.csv$/i.test(given)) {
    return { given, kind: 'file' };
  }
  const keys = given.split(',').map(key => key.trim());
  const wrong = keys.find(key => !isKey(key));
  if (wrong !== undefined) {
    throw new UsageError(
      `--entities takes keys such as company:example or example separated by commas, a CSV file, bullish_stocks or bearish_stocks, not ${wrong === '' ? 'an empty one' : wrong}.`,
    );
  }
  return { given, kind: 'keys', keys };
}

/**
 * @returns Whether the text can be a key, with or without its type. Without it, a text with other characters than those of
 * plain words is rather the name of a file.
 */
function isKey(text: string): boolean {
  return /^(?!(?:bullish|bearish)_stocks(?::|$))(?:[^:\s]+:\S.*|[\w-]+)$/.test(text);
}

function serveOptions(given: Given<NameOf<typeof serveCommand>>): ServeOptions {
  if (given.operands.length > 0) {
    throw new UsageError(`serve takes no ${given.operands.join(' ')}.`);
  }
  const today = dateOf(given.text('today'), '--today');
  return {
    command: 'serve',
    port: numberWithin(given.text('port'), '--port', [0, 65_535]) ?? 0,
    seed: wholeNumber(given.text('seed'), '--seed'),
    companies: wholeNumber(given.text('companies'), '--companies'),
    today,
    token: given.text('token') ?? null,
    prices: given.text('prices') ?? null,
    force: given.has('force'),
  };
}

function mcpOptions(given: Given<NameOf<typeof mcpCommand>>): McpOptions {
  const rows = given.text('share-rows');
  const timeLimitSeconds = numberWithin(given.text('time-limit'), '--time-limit', [1, 3600]) ?? 60;
  return {
    command: 'mcp',
    folder: given.operands.length === 0 ? null : onlyWord(given.operands, 'a folder of notebooks'),
    sharesRows: rows === undefined ? null : oneOf(rows, ['yes', 'no'], '--share-rows') === 'yes',
    timeLimitSeconds,
    connection: connectionOf(given),
  };
}

function completionOptions({ operands }: Given<never>): CompletionOptions {
  const word = onlyWord(operands, `a shell: ${shells.join(', ')}`);
  return { command: 'completion', shell: oneOf(word, shells, 'The shell') };
}

function someFiles(words: readonly string[]): readonly string[] {
  if (words.length === 0) {
    throw new UsageError('Give one or more .signals files.');
  }
  return words;
}

/** `2`, `4-6` and `prices`, separated by commas. */
function cellChoices(text: string): CellChoice[] {
  return text.split(',').map(part => {
    const word = part.trim();
    const [, from, to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(word) ?? [];
    if (from !== undefined && to !== undefined) {
      const range = { from: Number(from), to: Number(to) };
      if (range.from < 1 || range.to < range.from) {
        throw new UsageError(`--cells ${word} is no range of cells, which count from 1.`);
      }
      return range;
    }
    if (word === '' || /^[\d-]/.test(word)) {
      throw new UsageError(
        `--cells takes numbers, ranges and names separated by commas, not ${text}.`,
      );
    }
    return { name: word };
  });
}

function onlyWord(words: readonly string[], what: string): string {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) {
    throw new UsageError(
      `Give ${what}${more.length > 0 ? `; unexpected: ${more.join(' ')}` : ''}.`,
    );
  }
  return word;
}

function assignment(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new UsageError(`--param takes name=value, not ${text}.`);
  }
  return [text.slice(0, at), text.slice(at + 1)];
}

function oneOf<T extends string>(text: string | undefined, allowed: readonly T[], flag: string): T {
  const [standard] = allowed;
  const found = allowed.find(value => value === (text ?? standard));
  if (found === undefined) {
    throw new UsageError(`${flag} is one of ${allowed.join(', ')}, not ${text ?? ''}.`);
  }
  return found;
}

/**
 * @returns The format of --format; without it that of the ending of --output, and the default where that is none.
 * @throws {UsageError} If the two contradict each other: the file would not be what its name says.
 */
function outputFormat<T extends string>(
  { text }: Given<'format' | 'output'>,
  formats: readonly T[],
): T {
  const file = text('output') ?? '';
  const ending = path.extname(file).slice(1).toLowerCase();
  const named = endedFormats(formats).find(format => format === ending);
  const given = text('format');
  if (given === undefined && named !== undefined) {
    return named;
  }
  const format = oneOf(given, formats, '--format');
  if (named !== undefined && format !== named) {
    throw new UsageError(
      `--format ${format} contradicts --output ${file}, whose ending is that of ${named}.`,
    );
  }
  return format;
}

function dateOf(text: string | undefined, flag: string): PlainDate | null {
  const date = text === undefined ? null : parsePlainDate(text);
  if (date === undefined) {
    throw new UsageError(`${flag} takes a date as YYYY-MM-DD, not ${text ?? ''}.`);
  }
  return date;
}

function wholeNumber(text: string | undefined, flag: string): number | null {
  if (text === undefined) {
    return null;
  }
  if (!/^\d{1,9}$/.test(text)) {
    throw new UsageError(`${flag} takes a whole number, not ${text}.`);
  }
  return Number(text);
}

/** @param range The least and the greatest number that the option takes. */
function numberWithin(
  text: string | undefined,
  flag: string,
  [least, greatest]: readonly [least: number, greatest: number],
): number | null {
  if (text === undefined) {
    return null;
  }
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(number >= least && number <= greatest)) {
    throw new UsageError(`${flag} takes a number from ${least} to ${greatest}, not ${text}.`);
  }
  return number;
}

function connectionOf({ text }: Given<'quant-url' | 'data-url'>): Connection | null {
  const [quantUrl, dataUrl] = [text('quant-url'), text('data-url')];
  if (quantUrl === undefined && dataUrl === undefined) {
    return null;
  }
  if (quantUrl === undefined || dataUrl === undefined) {
    throw new UsageError(
      '--quant-url and --data-url go together: the service has two base addresses.',
    );
  }
  return {
    name: 'command line',
    quantUrl: baseUrl(quantUrl, '--quant-url'),
    dataUrl: baseUrl(dataUrl, '--data-url'),
    synthetic: false,
  };
}

function baseUrl(text: string, flag: string): string {
  const check = checkBaseUrl(text);
  if (!check.ok) {
    throw new UsageError(`${flag}: ${check.problem}`);
  }
  return check.url;
}

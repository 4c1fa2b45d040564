/** Parses the command line's arguments. */

import { errorMessage } from '../core/base/errorMessage';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { parsePlainDate, type PlainDate } from '../core/base/plainDate';
import { checkBaseUrl } from '../core/client/baseUrl';
import type { Connection } from '../core/client/serviceClient';
import { commands, UsageError, type Command } from './usage';

export interface RunOptions {
  readonly command: 'run';
  readonly file: string;
  readonly params: readonly (readonly [name: string, value: string])[];
  readonly format: 'text' | 'json' | 'html';
  readonly output: string | null;
  /** Whether the output may replace a file that is not an earlier report. */
  readonly force: boolean;
  readonly maxRows: number;
  readonly keepGoing: boolean;
  /** Null: the sandbox. */
  readonly connection: Connection | null;
  readonly files: boolean;
  /** Folder of the snapshots of ranked lists; null: none are kept or read. */
  readonly snapshots: string | null;
}

export interface QueryOptions {
  readonly command: 'query';
  readonly sql: string;
  readonly format: 'table' | 'csv' | 'json' | 'parquet';
  readonly output: string | null;
  /** Whether the output may replace a file that is not an earlier report. */
  readonly force: boolean;
  readonly connection: Connection | null;
  readonly files: boolean;
  readonly snapshots: string | null;
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

export interface HelpOptions {
  readonly command: 'help';
  /** Null: the program. */
  readonly about: Command | null;
}

export type Options = RunOptions | QueryOptions | ServeOptions | HelpOptions;

/** @throws {UsageError} If an argument is unknown or has a value of the wrong kind. */
export function parseOptions(words: readonly string[]): Options {
  const [command, ...rest] = words;
  switch (command) {
    case 'run':
      return runOptions(rest);
    case 'query':
      return queryOptions(rest);
    case 'serve':
      return serveOptions(rest);
    case 'help':
    case '--help':
    case '-h':
      return { command: 'help', about: helpAbout(rest) };
    default:
      throw new UsageError(command === undefined ? 'No command.' : `No command ${command}.`);
  }
}

/** `help run` and `--help run`. */
function helpAbout([word]: readonly string[]): Command | null {
  const about = commands.find(command => command === word);
  if (word !== undefined && about === undefined) {
    throw new UsageError(`No command ${word}.`);
  }
  return about ?? null;
}

const shared = {
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  force: { type: 'boolean' },
  'quant-url': { type: 'string' },
  'data-url': { type: 'string' },
  'no-files': { type: 'boolean' },
  snapshots: { type: 'string' },
} as const;

function runOptions(words: string[]): RunOptions | HelpOptions {
  const { values, positionals } = parsed(words, {
    ...shared,
    param: { type: 'string', multiple: true },
    'max-rows': { type: 'string' },
    'keep-going': { type: 'boolean' },
  });
  if (values.help) {
    return { command: 'help', about: 'run' };
  }
  return {
    command: 'run',
    file: onlyWord(positionals, 'a .signals file'),
    params: (values.param ?? []).map(assignment),
    format: oneOf(values.format, ['text', 'json', 'html'], '--format'),
    output: values.output ?? null,
    force: values.force ?? false,
    maxRows: wholeNumber(values['max-rows'], '--max-rows') ?? 1000,
    keepGoing: values['keep-going'] ?? false,
    connection: connectionOf(values),
    files: !values['no-files'],
    snapshots: values.snapshots ?? null,
  };
}

function queryOptions(words: string[]): QueryOptions | HelpOptions {
  const { values, positionals } = parsed(words, shared);
  if (values.help) {
    return { command: 'help', about: 'query' };
  }
  const format = oneOf(values.format, ['table', 'csv', 'json', 'parquet'], '--format');
  if (format === 'parquet' && values.output === undefined) {
    throw new UsageError('--format parquet needs --output FILE.');
  }
  return {
    command: 'query',
    sql: onlyWord(positionals, 'one SQL statement in quotes'),
    format,
    output: values.output ?? null,
    force: values.force ?? false,
    connection: connectionOf(values),
    files: !values['no-files'],
    snapshots: values.snapshots ?? null,
  };
}

function serveOptions(words: string[]): ServeOptions | HelpOptions {
  const { values, positionals } = parsed(words, {
    port: { type: 'string' },
    seed: { type: 'string' },
    companies: { type: 'string' },
    today: { type: 'string' },
    token: { type: 'string' },
    prices: { type: 'string' },
    force: { type: 'boolean' },
  });
  if (values.help) {
    return { command: 'help', about: 'serve' };
  }
  if (positionals.length > 0) {
    throw new UsageError(`serve takes no ${positionals.join(' ')}.`);
  }
  const today = values.today === undefined ? null : parsePlainDate(values.today);
  if (today === undefined) {
    throw new UsageError(`--today takes a date as YYYY-MM-DD, not ${values.today ?? ''}.`);
  }
  return {
    command: 'serve',
    port: wholeNumber(values.port, '--port') ?? 0,
    seed: wholeNumber(values.seed, '--seed'),
    companies: wholeNumber(values.companies, '--companies'),
    today,
    token: values.token ?? null,
    prices: values.prices ?? null,
    force: values.force ?? false,
  };
}

function parsed<T extends NonNullable<ParseArgsConfig['options']>>(words: string[], options: T) {
  const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args: words, options: all, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(errorMessage(error));
  }
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

function wholeNumber(text: string | undefined, flag: string): number | null {
  if (text === undefined) {
    return null;
  }
  if (!/^\d{1,9}$/.test(text)) {
    throw new UsageError(`${flag} takes a whole number, not ${text}.`);
  }
  return Number(text);
}

function connectionOf(values: {
  readonly 'quant-url'?: string | undefined;
  readonly 'data-url'?: string | undefined;
}): Connection | null {
  const { 'quant-url': quantUrl, 'data-url': dataUrl } = values;
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

/** The help of the command line. */

import { commands, type CommandRecord, type OptionRecord } from './commands';

/** The exit code of wrong usage. */
export const usageCode = 2;

/** Wrong usage of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly exitCode = usageCode;
}

/** Columns of a line. */
const WIDTH = 116;
/** Where the explanation of an option begins. */
const INDENT = 22;

/** @returns The help of one command; of the program if it is null. */
export function helpOf(command: CommandRecord | null): string {
  return command === null ? programHelp() : commandHelp(command);
}

function programHelp(): string {
  const rows = commands.map(({ name, operand, summary }) =>
    explained(`  signals ${[name, ...(operand === null ? [] : [operand])].join(' ')}`, summary, 28),
  );
  return `Usage:
${rows.join('\n')}

signals COMMAND --help explains the options of a command and has examples. signals --version prints the version.

${wrapped(
  'Without URLs, run, query and sync ask the built-in sandbox, whose data are synthetic. With URLs the token is read from the environment variable SIGNALS_TOKEN. NO_COLOR=1 turns colours off; FORCE_COLOR=1 turns them on where the output is not a terminal.',
).join('\n')}
`;
}

function commandHelp(command: CommandRecord): string {
  const { name, operand, summary, options, examples, exitCodes } = command;
  const head = `  signals ${[name, ...(operand === null ? [] : [operand])].join(' ')}`;
  const usage = wrapped(options.map(synopsis).join(' '), WIDTH - 14, /(?<=\]…?) /);
  const indented = usage.map(line => `${' '.repeat(14)}${line}`);
  const lines = options.map(option => explained(`  ${flag(option)}`, option.help, INDENT));
  const parts = [
    `Usage:\n${[head, ...indented.filter(line => line.trim() !== '')].join('\n')}`,
    wrapped(summary).join('\n'),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    `Examples:\n${examples.map(([line, what]) => `  ${line}\n      ${what}`).join('\n')}`,
    wrapped(`Exit codes: ${exitCodes}`).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function synopsis({ name, value, choices, isRepeatable }: OptionRecord): string {
  const taken = value === undefined ? '' : ` ${choices?.join('|') ?? value}`;
  return `[--${name}${taken}]${isRepeatable ? '…' : ''}`;
}

function flag({ name, short, value }: OptionRecord): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** A word with its explanation beside it, or below it where it is too long. */
function explained(word: string, explanation: string, indent: number): string {
  const [first = '', ...rest] = wrapped(explanation, WIDTH - indent);
  const isBeside = word.length + 2 <= indent;
  const lines = isBeside ? [word.padEnd(indent) + first] : [word, ' '.repeat(indent) + first];
  return [...lines, ...rest.map(line => ' '.repeat(indent) + line)].join('\n');
}

/** @param at Where a line may be broken. */
function wrapped(text: string, width = WIDTH, at = / /): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(at)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > width && line !== '') {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** The help of the command line. */

/** Wrong usage of the command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const commands = ['run', 'query', 'serve'] as const;
export type Command = (typeof commands)[number];

const synopses: Readonly<Record<Command, string>> = {
  run: `  signals run FILE.signals [--param name=value]… [--format text|json|html] [-o FILE] [--force]
              [--max-rows N] [--keep-going] [--quant-url U --data-url U] [--no-files] [--snapshots DIR]
`,
  query: `  signals query "SQL" [--format table|csv|json|parquet] [--output FILE] [--force]
              [--quant-url U --data-url U] [--no-files] [--snapshots DIR]
`,
  serve: `  signals serve [--port N] [--seed N] [--companies N] [--today YYYY-MM-DD] [--token T]
              [--prices FILE] [--force]
`,
};

const connectionHelp = `  --quant-url U, --data-url U
                      The two addresses of the service, https or this computer. Without them the built-in sandbox
                      answers, whose data are synthetic. The token is read from the environment variable
                      SIGNALS_TOKEN.
`;

const snapshotsHelp = `  --snapshots DIR     Stores answers of bullish_stocks and bearish_stocks in DIR, one per day and question, for
                      overlay_changes and the table snapshots. Default: none are stored.
`;

const exitHelp = `Exit codes: 0 all cells succeeded, 1 a cell failed, 2 wrong usage or unreadable file, 141 the reader of the output
closed the pipe.
`;

const details: Readonly<Record<Command, string>> = {
  run: `Runs the cells of a notebook in order and stops at the first that fails; the rest are skipped.

  --param name=value  Sets a parameter. Can be repeated.
  --format F          text (default), for people; json, one object; html, a page with charts and tables.
  -o, --output FILE   Writes the report to FILE instead of printing it. An earlier report is replaced; another file
                      only with --force. The notebook and files that its cells name are never replaced.
  --force             Replaces the file of --output, whatever it contains.
  --max-rows N        Rows of each result that the report holds. Default: 1000; a page holds up to 100,000.
  --keep-going        Also runs the cells after one that failed.
  --no-files          Cells cannot read files. Default: they can read files in the notebook's folder and below.
${snapshotsHelp}${connectionHelp}
${exitHelp}`,
  query: `Runs one statement.

  --format F          table (default), csv, json or parquet. parquet needs --output.
  -o, --output FILE   Writes the result to FILE instead of printing it. An existing file is replaced only with --force;
                      a file that the statement names is never replaced.
  --force             Replaces the file of --output.
  --no-files          The statement cannot read files. Default: it can read files in the current folder and below.
${snapshotsHelp}${connectionHelp}
${exitHelp}`,
  serve: `Serves the sandbox over HTTP on this computer, prints its two addresses and runs until it is interrupted.

  --port N            The port. Default: a free one.
  --seed N            The seed of the market: another seed makes another market.
  --companies N       How many companies the market has.
  --today YYYY-MM-DD  The date that the service uses as today.
  --token T           The only token that is accepted. Default: any.
  --prices FILE       Writes the prices of the market as CSV (date, entity, close), for analyses of returns. An
                      existing file is replaced only with --force.
  --force             Replaces the file of --prices.

Exit codes: 0 interrupted, 1 the server failed, 2 wrong usage.
`,
};

/** @returns The help of one command; of the program if it is null. */
export function helpOf(command: Command | null): string {
  return command === null
    ? `Usage:\n${commands.map(each => synopses[each]).join('')}
signals COMMAND --help explains the options of a command.

Without URLs, run and query ask the built-in sandbox, whose data are synthetic. With URLs the token is read from the
environment variable SIGNALS_TOKEN.

${exitHelp}`
    : `Usage:\n${synopses[command]}\n${details[command]}`;
}

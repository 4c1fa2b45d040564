/** What the command line takes, as its help says it. */

/** A wrong call of the command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const commands = ['run', 'query', 'serve'] as const;
export type Command = (typeof commands)[number];

const synopses: Readonly<Record<Command, string>> = {
  run: `  signals run FILE.signals [--param name=value]… [--format text|json] [--output FILE] [--force]
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

const snapshotsHelp = `  --snapshots DIR     Keeps answers of bullish_stocks and bearish_stocks below DIR, one a day and question, for
                      overlay_changes and the table snapshots. Without it none are kept.
`;

const exitHelp = `Exit codes: 0 all cells succeeded, 1 a cell failed, 2 wrong usage or unreadable file, 141 the reader of the output
closed its pipe.
`;

const details: Readonly<Record<Command, string>> = {
  run: `Runs the cells of a notebook in order and stops at the first that fails; the rest are skipped.

  --param name=value  Sets a parameter. Can be repeated.
  --format F          text (standard), for people, or json, one object.
  --output FILE       Writes the report to FILE instead of printing it. An earlier report is replaced, another file only
                      with --force; the notebook and files that its cells name, never.
  --force             Replaces the file of --output, whatever it holds.
  --max-rows N        Rows of each result that the report holds, 1000 without this.
  --keep-going        Runs the cells after one that failed, too.
  --no-files          Cells read no files. Without this they may read those below the notebook's folder.
${snapshotsHelp}${connectionHelp}
${exitHelp}`,
  query: `Runs one statement.

  --format F          table (standard), csv, json or parquet. parquet needs --output.
  --output FILE       Writes the result to FILE instead of printing it. A file that exists is replaced only with
                      --force; one that the statement names, never.
  --force             Replaces the file of --output.
  --no-files          The statement reads no files. Without this it may read those below the current folder.
${snapshotsHelp}${connectionHelp}
${exitHelp}`,
  serve: `Serves the sandbox over HTTP on this computer, prints its two addresses and runs until it is interrupted.

  --port N            The port; without this a free one.
  --seed N            Another market.
  --companies N       How many companies it has.
  --today YYYY-MM-DD  The day that the service takes for today.
  --token T           The only token that is accepted; without this any is.
  --prices FILE       Writes the prices of the market as CSV (date, entity, close), for analyses of returns. A file that
                      exists is replaced only with --force.
  --force             Replaces the file of --prices.

Exit codes: 0 interrupted, 1 the server failed, 2 wrong usage.
`,
};

/** @returns The help of one command; of the program where it is null. */
export function helpOf(command: Command | null): string {
  return command === null
    ? `Usage:\n${commands.map(each => synopses[each]).join('')}
signals COMMAND --help explains the options of a command.

Without URLs, run and query ask the built-in sandbox, whose data are synthetic. With URLs the token is read from the
environment variable SIGNALS_TOKEN.

${exitHelp}`
    : `Usage:\n${synopses[command]}\n${details[command]}`;
}

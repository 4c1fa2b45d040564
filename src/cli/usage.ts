/** What the command line takes. */

/** A wrong call of the command: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `Usage:
  signals run FILE.signals [--param name=value]… [--format text|json] [--output FILE]
              [--max-rows N] [--keep-going] [--quant-url U --data-url U] [--no-files] [--snapshots DIR]
  signals query "SQL" [--format table|csv|json|parquet] [--output FILE]
              [--quant-url U --data-url U] [--no-files] [--snapshots DIR]
  signals serve [--port N] [--seed N] [--companies N] [--today YYYY-MM-DD] [--token T]
              [--prices FILE]

Without URLs, run and query ask the built-in sandbox, whose data are synthetic. With URLs the token is read
from the environment variable SIGNALS_TOKEN. --prices writes the prices of the sandbox's market as CSV (date, entity,
close), for analyses of returns.

With --snapshots, answers of bullish_stocks and bearish_stocks are kept below DIR, one a day and question, for
overlay_changes and the table snapshots.

Exit codes: 0 all cells succeeded, 1 a cell failed, 2 wrong usage or unreadable file.
`;

/**
 * The commands of the command line and their options, each stated once: arguments are parsed, help is written and
 * shells complete by these records.
 */

import { notebookFormats } from '../core/page/notebookFormats';

export interface OptionRecord {
  /** Without its dashes. */
  readonly name: string;
  /** One letter for it. */
  readonly short?: string;
  /** What follows it, as the help names it; absent: nothing does. */
  readonly value?: string;
  /** The values that it takes, the default first; absent: any. */
  readonly choices?: readonly string[];
  readonly isRepeatable?: true;
  readonly help: string;
}

export interface CommandRecord {
  readonly name: string;
  /** What the command is given besides options, as the help names it; null: nothing. */
  readonly operand: string | null;
  /** The words that it can be given; absent: any. */
  readonly operands?: readonly string[];
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly options: readonly OptionRecord[];
  /** A command line, and what it does. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  readonly exitCodes: string;
}

export const runFormats = ['text', 'json', ...notebookFormats.map(({ name }) => name)] as const;
export const queryFormats = ['table', 'csv', 'json', 'parquet'] as const;
/** @returns The formats whose files have their name as the ending. */
export function endedFormats<T extends string>(formats: readonly T[]): readonly T[] {
  return formats.filter(format => format !== 'text' && format !== 'table');
}

const byEnding = (formats: readonly string[]): string =>
  `Without it, the ending of --output chooses: ${endedFormats(formats)
    .map(format => `.${format}`)
    .join(', ')}.`;

export const checkFormats = ['text', 'json', 'github'] as const;
export const shells = ['bash', 'zsh', 'fish'] as const;

const connection = [
  {
    name: 'quant-url',
    value: 'U',
    help: 'The first of the two addresses of the service, https or this computer. Without them the built-in sandbox answers, whose data are synthetic. The token is read from the environment variable SIGNALS_TOKEN.',
  },
  { name: 'data-url', value: 'U', help: 'The second address of the service.' },
] as const satisfies readonly OptionRecord[];

const snapshots = {
  name: 'snapshots',
  value: 'DIR',
  help: 'Stores answers of bullish_stocks and bearish_stocks in DIR, one per day and question, for overlay_changes and the table snapshots. Default: none are stored.',
} as const satisfies OptionRecord;

const lake = {
  name: 'lake',
  value: 'DIR',
  help: 'Calls are answered first from the files that the command sync keeps in DIR; the service is asked for the rest. Cells can read the files. Default: the service alone answers.',
} as const satisfies OptionRecord;

const noFiles = {
  name: 'no-files',
  help: "Cells cannot read files. Default: they can read files in the notebook's folder and below.",
} as const satisfies OptionRecord;

const runExitCodes =
  '0 all cells succeeded, 1 a cell failed, 2 wrong usage or unreadable file, 141 the reader of the output closed the pipe.';

export const runCommand = {
  name: 'run',
  operand: 'FILE.signals…',
  summary:
    'Runs the cells of a notebook in order and stops at the first that fails; the rest are skipped. Several notebooks run one after the other, each with a session of its own; one that fails does not stop the next.',
  options: [
    {
      name: 'cells',
      value: 'LIST',
      help: 'Runs only these cells and those that they need: numbers of code cells, ranges, and names of tests, and names of tables, views, macros or variables that a cell defines, separated by commas. Only of one notebook.',
    },
    {
      name: 'param',
      value: 'name=value',
      isRepeatable: true,
      help: 'Sets a parameter, in every notebook. Can be repeated.',
    },
    {
      name: 'format',
      value: 'F',
      choices: runFormats,
      help: `text (default), for people, each cell when it ends; json, one object at the end; ${notebookFormats.map(({ name, help }) => `${name}, ${help}`).join('; ')}. ${byEnding(runFormats)}`,
    },
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      help: 'Writes the report to FILE instead of printing it. As html, md and ipynb several notebooks have a report each, NAME.html of NAME.signals: beside the notebook, or in FILE, which is then a folder. That of one notebook is printed, but on a terminal it is written beside the notebook too. An earlier report is replaced; another file only with --force. Notebooks and files that their cells name are never replaced.',
    },
    {
      name: 'junit',
      value: 'FILE',
      help: 'Also writes a report in the XML of JUnit, which CI systems read, with a suite for each notebook. It is kept up to date while cells run. It replaces files as --output does.',
    },
    { name: 'force', help: 'Replaces the files of reports, whatever they contain.' },
    {
      name: 'max-rows',
      value: 'N',
      help: 'Rows of each result that the report holds at most. Default: 1000, of a page 100,000, of Markdown 100; these two hold no more. A chart keeps the rows that it draws.',
    },
    { name: 'keep-going', help: 'Also runs the cells after one that failed.' },
    {
      name: 'strict',
      help: 'A cell with notes has failed: its result is incomplete, reduced or not what was asked for.',
    },
    noFiles,
    snapshots,
    lake,
    ...connection,
  ],
  examples: [
    ['signals run tour.signals', 'Runs a notebook and prints its results.'],
    [
      'signals run tour.signals --param since=2026-01-01 --cells 2-4',
      'Runs three cells, and what they need, with a parameter.',
    ],
    [
      'signals run tour.signals --strict --output report.json --junit report.xml',
      'For CI: the results as JSON and one test case per cell.',
    ],
    [
      'signals run tour.signals -o tour.html',
      'Writes a page with charts and tables that opens in a browser.',
    ],
    ['signals run notebooks/*.signals --format html', 'Writes such a page beside each notebook.'],
    [
      'signals run tour.signals -o tour.ipynb',
      'Writes a Jupyter notebook that does the same in Python.',
    ],
  ],
  exitCodes: runExitCodes,
} as const satisfies CommandRecord;

export const queryCommand = {
  name: 'query',
  operand: '"SQL"',
  summary: 'Runs one statement.',
  options: [
    {
      name: 'format',
      value: 'F',
      choices: queryFormats,
      help: `table (default), csv, json or parquet. parquet needs --output. ${byEnding(queryFormats)}`,
    },
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      help: 'Writes the result to FILE instead of printing it. An existing file is replaced only with --force; a file that the statement names is never replaced.',
    },
    { name: 'force', help: 'Replaces the file of --output.' },
    {
      name: 'no-files',
      help: 'The statement cannot read files. Default: it can read files in the current folder and below.',
    },
    snapshots,
    lake,
    ...connection,
  ],
  examples: [
    ['signals query "FROM bullish_stocks(amount := 5)"', 'Prints a table.'],
    [`signals query "FROM 'scores.parquet'" --output scores.csv`, 'Converts a file.'],
  ],
  exitCodes: runExitCodes,
} as const satisfies CommandRecord;

export const checkCommand = {
  name: 'check',
  operand: 'FILE.signals…',
  summary:
    'Reports what the editor underlines in notebooks: errors, warnings and hints. Nothing is run and nothing is asked of the service.',
  options: [
    {
      name: 'format',
      value: 'F',
      choices: checkFormats,
      help: 'text (default), a line for each finding; json, one object; or github, annotations of GitHub Actions.',
    },
    { name: 'strict', help: 'Warnings and hints are failures too.' },
    {
      name: 'no-files',
      help: "The columns of files are not read. Default: files in the notebook's folder and below are.",
    },
  ],
  examples: [
    ['signals check notebooks/*.signals', 'Checks all notebooks of a folder.'],
    [
      'signals check tour.signals --format github --strict',
      'Annotates a pull request; fails for any finding.',
    ],
  ],
  exitCodes:
    '0 no errors, 1 an error (with --strict: any finding), or a notebook that could not be checked to its end, 2 wrong usage or unreadable file.',
} as const satisfies CommandRecord;

export const formatCommand = {
  name: 'format',
  operand: 'FILE.signals…',
  summary:
    "Formats the cells of notebooks as the editor's formatter does. Everything else in a file stays as it is.",
  options: [
    {
      name: 'check',
      help: 'Changes no file; names those that would change, and fails if there are any.',
    },
    {
      name: 'tab-size',
      value: 'N',
      help: "Spaces of an indentation, as the editor's setting editor.tabSize. Default: 4.",
    },
  ],
  examples: [
    ['signals format tour.signals', 'Formats a notebook in place.'],
    ['signals format --check research/*.signals', 'For CI: fails if a notebook is not formatted.'],
  ],
  exitCodes:
    '0 all files are formatted, 1 --check found one that is not, 2 wrong usage or unreadable file.',
} as const satisfies CommandRecord;

export const syncCommand = {
  name: 'sync',
  operand: 'DIR',
  summary:
    'Keeps the history of entities, and a snapshot of the ranked lists of each day, as Parquet files in DIR. Asks only for what is missing, or was younger than three days when it was asked for. Can be interrupted at any time and run again.',
  options: [
    {
      name: 'entities',
      value: 'LIST',
      isRepeatable: true,
      help: 'Whose history: keys separated by commas, a CSV file with a column entity such as a portfolio, or bullish_stocks or bearish_stocks, with :N for N rows. Can be repeated.',
    },
    { name: 'from', value: 'YYYY-MM-DD', help: 'The first day.' },
    { name: 'to', value: 'YYYY-MM-DD', help: 'The day after the last. Default: tomorrow.' },
    {
      name: 'only',
      value: 'NAME',
      isRepeatable: true,
      help: 'Only this function, such as bull_bear_score_ts. Can be repeated. Default: all six.',
    },
    { name: 'amount', value: 'N', help: 'Rows of each ranked list. Default: 100.' },
    {
      name: 'dry-run',
      help: 'Prints how many requests there would be, and writes nothing. A ranked list of --entities is asked for.',
    },
    ...connection,
  ],
  examples: [
    [
      'signals sync lake --entities mine.portfolio.csv --from 2016-01-01',
      'Keeps the history of a portfolio.',
    ],
    [
      'signals sync lake --entities bullish_stocks:200 --from 2026-01-01 --only bull_bear_score_ts --dry-run',
      'Counts the requests for the scores of a ranked list.',
    ],
  ],
  exitCodes:
    '0 the lake covers what was asked for, apart from companies that a warning names, 1 a request failed or another sync writes to DIR, 2 wrong usage or a lake that cannot be read.',
} as const satisfies CommandRecord;

export const serveCommand = {
  name: 'serve',
  operand: null,
  summary:
    'Serves the sandbox over HTTP on this computer, prints its two addresses and runs until it is interrupted.',
  options: [
    { name: 'port', value: 'N', help: 'The port. Default: a free one.' },
    {
      name: 'seed',
      value: 'N',
      help: 'The seed of the market: another seed makes another market.',
    },
    { name: 'companies', value: 'N', help: 'How many companies the market has.' },
    { name: 'today', value: 'YYYY-MM-DD', help: 'The date that the service uses as today.' },
    { name: 'token', value: 'T', help: 'The only token that is accepted. Default: any.' },
    {
      name: 'prices',
      value: 'FILE',
      help: 'Writes the prices of the market as CSV (date, entity, close), for analyses of returns. An existing file is replaced only with --force.',
    },
    { name: 'force', help: 'Replaces the file of --prices.' },
  ],
  examples: [
    ['signals serve --port 8080', 'Serves on http://127.0.0.1:8080.'],
    ['signals serve --seed 7 --companies 50 --today 2026-03-02', 'Serves a small, other market.'],
  ],
  exitCodes: '0 interrupted, 1 the server failed, 2 wrong usage.',
} as const satisfies CommandRecord;

export const mcpCommand = {
  name: 'mcp',
  operand: '[FOLDER]',
  summary:
    'Serves tools for language models over standard input and output, by the Model Context Protocol: run a statement that reads, ranked lists, events of a company, what functions do, comparisons of runs, and the notebooks in FOLDER and below. A client starts it. No file but notebooks is read, and a notebook is only changed after the client has asked a person.',
  options: [
    {
      name: 'share-rows',
      value: 'W',
      choices: ['yes', 'no'],
      help: 'Whether models may be given rows and what follows from them, such as counts and errors of statements. Default: yes for the sandbox, no for a service.',
    },
    {
      name: 'time-limit',
      value: 'S',
      help: 'Seconds that a statement may take, 1 to 3600; 60 by default. A statement that takes longer is stopped, and the tool reports that.',
    },
    ...connection,
  ],
  examples: [
    ['signals mcp', 'The sandbox.'],
    ['signals mcp notebooks --share-rows no', 'Notebooks without their results.'],
  ],
  exitCodes: '0 the client closed its end, 1 the server failed, 2 wrong usage.',
} as const satisfies CommandRecord;

export const completionCommand = {
  name: 'completion',
  operand: 'SHELL',
  operands: shells,
  summary: 'Prints a script that completes commands, options and their values in a shell.',
  options: [],
  examples: [
    ['signals completion bash >> ~/.bashrc', 'Bash.'],
    ['signals completion zsh > "${fpath[1]}/_signals"', 'Zsh.'],
    ['signals completion fish > ~/.config/fish/completions/signals.fish', 'Fish.'],
  ],
  exitCodes: '0 printed, 2 wrong usage.',
} as const satisfies CommandRecord;

export const commands: readonly CommandRecord[] = [
  ...[
    runCommand,
    queryCommand,
    checkCommand,
    formatCommand,
    syncCommand,
    serveCommand,
    mcpCommand,
    completionCommand,
  ],
];

/** `signals query`: one statement. */

import { withChangesNote } from '../core/protocol/changesSummary';
import { readFile } from 'node:fs/promises';
import type { Cancellation } from '../core/base/cancellation';
import { visibleJson } from '../core/base/visibleText';
import { statementsOf } from '../core/sql/statements';
import { exportRecord } from '../core/protocol/exportRecord';
import type { CellOutcome, ResultTable } from '../core/protocol/outcome';
import type { KernelHandle } from '../io/kernelProcess';
import type { StartedProcess } from '../io/startProcess';
import { replaceByMoving } from '../io/replaceFile';
import type { QueryOptions } from './arguments';
import { connect } from './connect';
import { cellParams, startCliKernel } from './kernel';
import { checkedOutput, checkSnapshots, filesNamed } from './outputFile';
import { cellPortfolios } from './portfolioFiles';
import { terminalText } from './terminalText';
import { textTable } from './textTable';
import { UsageError } from './usage';
import { writeOutput } from './writeOutput';

/** The most rows of formats that hold the whole result in one text. */
const ALL_ROWS = 10_000_000;

/** The most rows of a table on the screen. */
const SCREEN_ROWS = 100;

/**
 * @param started The kernel's process, if it was started. The caller ends it where this fails before the kernel has it.
 * @returns The exit code.
 */
export async function query(
  options: QueryOptions,
  cancellation: Cancellation,
  started?: StartedProcess,
): Promise<number> {
  const statements = statementsOf(options.sql).length;
  if (statements !== 1) {
    throw new UsageError(`query takes one statement, not ${statements}.`);
  }
  const client = await connect(options.connection);
  // It opens while the files are checked, whose failure is reported first.
  const starting = startCliKernel(client, options.files ? process.cwd() : null, options, {
    process: started,
  });
  starting.catch(() => undefined);
  try {
    const output = await checkedOutput({
      ...{ option: '--output', file: options.output, force: options.force, replacesReports: false },
      inputs: filesNamed([options.sql], process.cwd()),
    });
    await checkSnapshots(options.snapshots);
    const portfolios = await cellPortfolios({}, options.files ? process.cwd() : null);
    const kernel = await starting;
    const firstPageRows = { table: SCREEN_ROWS, json: ALL_ROWS, csv: 0, parquet: 0 }[
      options.format
    ];
    const params = { ...cellParams(client, options), portfolios };
    const nestedAsText = options.format === 'table';
    const outcome = withChangesNote(
      await kernel.runCell(
        { ...params, language: 'signals-sql', text: options.sql, firstPageRows, nestedAsText },
        { cancellation, onProgress: () => undefined },
      ),
    );
    outcome.notes.forEach(note => process.stderr.write(`${terminalText(note)}\n`));
    if (outcome.status !== 'ok') {
      process.stderr.write(`${failureText(outcome)}\n`);
      return 1;
    }
    await writeResult({ ...options, output }, outcome, kernel, cancellation);
    return 0;
  } finally {
    // A start that failed has removed what it made.
    await starting.then(
      kernel => kernel.dispose(),
      () => undefined,
    );
  }
}

async function writeResult(
  { format, output }: QueryOptions,
  { table, provenance, notes, copyright }: CellOutcome,
  kernel: KernelHandle,
  cancellation: Cancellation,
): Promise<void> {
  if (!table) {
    return;
  }
  if (format === 'table' || format === 'json') {
    await writeOutput(output, `${format === 'table' ? textTable(table) : records(table)}\n`);
    return;
  }
  const record = exportRecord({ provenance, rowCount: table.rowCount, notes, copyright });
  const { path } = await kernel.ask(
    'export',
    // Programs read the output: values stay unchanged.
    { resultId: table.id, format: format === 'csv' ? 'csvRaw' : 'parquet', record },
    cancellation,
  );
  if (output !== null) {
    // A process with much memory takes a while to end.
    const ending = kernel.end();
    await replaceByMoving(output, path);
    await ending;
  } else {
    const text = await readFile(path, 'utf8');
    // A pipe gets the values unchanged; CSV cannot express them otherwise.
    await writeOutput(null, process.stdout.isTTY ? terminalText(text, true) : text);
  }
}

/** One object per row and line: an array that line-based tools can read too. */
function records({ columns, rows }: ResultTable): string {
  const lines = rows.map(row =>
    JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null]))),
  );
  return visibleJson(`[${lines.join(',\n')}]`);
}

function failureText({ status, error }: CellOutcome): string {
  if (!error) {
    return status === 'cancelled' ? 'Cancelled.' : 'Failed.';
  }
  const place = error.at ? ` (line ${error.at.line}, column ${error.at.column})` : '';
  return `Error${place}: ${terminalText(error.message, true)}`;
}

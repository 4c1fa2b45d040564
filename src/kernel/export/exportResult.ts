/** Writes a result to a file of the kernel row by row, so that its size does not matter. */

import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { throwIfCancelled, type Cancellation } from '../../core/base/cancellation';
import { isAsMade } from '../../core/protocol/arrangement';
import type { ResultColumn } from '../../core/protocol/outcome';
import type { ExportedFile, ExportParams } from '../../core/protocol/questions';
import { extensionOf, recordKey } from '../../core/protocol/exportRecord';
import type { ShownRows } from '../../core/protocol/shownRows';
import { runCounted, type OnRows } from '../engine/queryProgress';
import { textLiteral, quotedName } from '../../core/base/quoted';
import { columnAt } from '../../core/explorer/rowConditions';
import { arrangedSql } from '../relation/rowFilter';
import { copyOptions, exportColumns, type CopiedFormat } from './exportColumns';
import { Interruptible } from '../engine/interruptible';
import { countOf, type Relation } from '../relation/relation';
import type { SerialConnection, Queries } from '../engine/serialConnection';

/** The order of a grid, created on the exporter's own connection: no other connection sees it. */
const orderTable = quotedName('signals_export_order');

export class Exports {
  private made = 0;
  private readonly work: Interruptible;

  /** @param connection Used for nothing else, so that cancelling an export interrupts nothing else. */
  constructor(
    connection: SerialConnection,
    private readonly directory: string,
  ) {
    this.work = new Interruptible(connection);
  }

  /**
   * Writes every row of the result, or the rows that a grid shows of it, to a new file.
   *
   * @throws {CancelledError} If cancelled; the incomplete file is removed.
   * @throws {Error} With a sentence for the reader, if the format cannot hold the rows.
   */
  write(
    stored: Relation,
    params: ExportParams,
    cancellation: Cancellation,
    onRows: OnRows = () => undefined,
  ): Promise<ExportedFile> {
    return this.work.run(cancellation, connection =>
      this.writeNow(connection, { stored, params, cancellation, onRows }),
    );
  }

  private async writeNow(
    connection: DuckDBConnection,
    { stored, params, cancellation, onRows }: Writing,
  ): Promise<ExportedFile> {
    this.made++;
    const { format, record, shown = null } = params;
    const file = path.join(this.directory, `${this.made}${extensionOf(format)}`);
    try {
      const written = await withExportedRows(connection, stored, shown, rows => {
        throwIfCancelled(cancellation);
        return writeFile({ connection, rows, file, format, record, cancellation, onRows });
      });
      throwIfCancelled(cancellation);
      return { path: written };
    } catch (error) {
      await rm(file, { force: true });
      await rm(envelopeOf(file), { force: true });
      throw error;
    }
  }
}

interface Writing {
  readonly stored: Relation;
  readonly params: ExportParams;
  readonly cancellation: Cancellation;
  readonly onRows: OnRows;
}

/** One file to be written. */
export interface ExportTask extends Pick<ExportParams, 'format' | 'record'> {
  readonly connection: DuckDBConnection;
  readonly rows: ExportedRows;
  readonly file: string;
  readonly cancellation: Cancellation;
  readonly onRows: OnRows;
}

/** @returns The file's path; for JSON another one than the given one. */
async function writeFile(task: ExportTask): Promise<string> {
  const { format, file } = task;
  if (format === 'xlsx') {
    const { writeXlsx } = await import('./exportXlsx');
    await writeXlsx(task);
    return file;
  }
  if (format === 'arrow') {
    const { writeArrow } = await import('./exportArrow');
    await writeArrow(task);
    return file;
  }
  return copy(task, format);
}

async function copy(
  { connection, rows, file, record, cancellation, onRows }: ExportTask,
  format: CopiedFormat,
): Promise<string> {
  const text = record ? JSON.stringify(record) : null;
  const options = copyOptions(format, text === null ? null : [recordKey, text]);
  const list = exportColumns(rows.columns, format);
  const sql = `COPY (SELECT ${list} ${rows.from}) TO ${textLiteral(file)} (${options})`;
  await runCounted(connection, sql, rows.rowCount, onRows);
  return format === 'json' && text !== null ? enveloped(file, text, cancellation) : file;
}

/** Combines the array of a JSON file with the record: `{"provenance": {…}, "rows": […]}`. */
async function enveloped(
  file: string,
  record: string,
  cancellation: Cancellation,
): Promise<string> {
  const whole = envelopeOf(file);
  await pipeline(async function* () {
    yield `{"provenance": ${record},\n"rows": `;
    for await (const part of createReadStream(file)) {
      throwIfCancelled(cancellation);
      yield part as Uint8Array;
    }
    yield '}\n';
  }, createWriteStream(whole));
  await rm(file, { force: true });
  return whole;
}

function envelopeOf(file: string): string {
  return `${file}.whole`;
}

/** The rows that an export writes: a whole result, or what a grid shows of it. */
interface ExportedRows {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  /** The SQL after SELECT and its list. The engine keeps the order of a table that it reads. */
  readonly from: string;
  /** The index of a row among these as SQL, from 0. */
  readonly place: string;
}

/**
 * Calls `write` with the rows.
 *
 * @param shown Null: all rows in the order of the result.
 * @throws {Error} With a sentence for the reader, if the arrangement does not fit the result.
 */
async function withExportedRows<Answer>(
  connection: Queries,
  stored: Relation,
  shown: ShownRows | null,
  write: (rows: ExportedRows) => Promise<Answer>,
): Promise<Answer> {
  const { table, rowId, rowCount } = stored;
  const columns = shown
    ? shown.columns.map(column => columnAt(stored.columns, { column }))
    : stored.columns;
  if (shown === null || isAsMade(shown.arrangement)) {
    return write({ columns, rowCount, from: `FROM ${table} r`, place: `r.${rowId}` });
  }
  const { sql, values } = arrangedSql(shown.arrangement, stored);
  try {
    const order = `SELECT ${rowId} AS place FROM ${table} ${sql}`;
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${orderTable} AS ${order}`, [...values]);
    return await write({
      columns,
      rowCount: await countOf(connection, orderTable),
      from: `FROM ${orderTable} o JOIN ${table} r ON r.${rowId} = o.place ORDER BY o.rowid`,
      place: 'o.rowid',
    });
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${orderTable}`);
  }
}

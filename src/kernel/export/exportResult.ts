/** Writes a result to a file of the kernel row by row, so that its size does not matter. */

import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { throwIfCancelled, type Cancellation } from '../../core/base/cancellation';
import type { ExportedFile, ExportParams } from '../../core/protocol/questions';
import { extensionOf, recordKey } from '../../core/protocol/exportRecord';
import { runCounted, type OnRows } from '../engine/queryProgress';
import { textLiteral } from '../../core/base/quoted';
import { copyOptions, exportColumns, type CopiedFormat } from './exportColumns';
import { withExportedRows, type ExportedRows } from './exportedRows';
import { Interruptible } from '../engine/interruptible';
import type { Relation } from '../relation/relation';
import type { SerialConnection } from '../engine/serialConnection';

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

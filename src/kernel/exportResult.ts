/** Writes the whole of a result to a file of the kernel's own. DuckDB does it, so the size does not matter. */

import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { CancelledError, throwIfCancelled, type Cancellation } from '../core/base/cancellation';
import type { ExportedFile, ExportParams } from '../core/protocol/kernelRpc';
import { extensionOf, parquetRecordKey } from '../core/protocol/exportRecord';
import type { ResultColumn } from '../core/protocol/outcome';
import { textLiteral } from './engine';
import { copyOptions, exportColumns } from './exportColumns';

/** Where the rows of a result are. */
export interface StoredResult {
  /** As SQL. */
  readonly table: string;
  readonly columns: readonly ResultColumn[];
}

export class Exports {
  private made = 0;
  /** Exports go one after another, so that an interrupt meets the one it is for. */
  private last: Promise<unknown> = Promise.resolve();

  /** @param connection Used for nothing else, so that cancelling an export interrupts nothing else. */
  constructor(
    private readonly connection: DuckDBConnection,
    private readonly directory: string,
  ) {}

  /**
   * Writes every row in the order of the result to a new file.
   *
   * @throws {CancelledError} If cancelled; what was written is removed.
   */
  write(
    stored: StoredResult,
    params: ExportParams,
    cancellation: Cancellation,
  ): Promise<ExportedFile> {
    const written = this.last.then(() => this.writeNow(stored, params, cancellation));
    this.last = written.catch(() => undefined);
    return written;
  }

  private async writeNow(
    { table, columns }: StoredResult,
    { format, record }: ExportParams,
    cancellation: Cancellation,
  ): Promise<ExportedFile> {
    this.made++;
    const file = path.join(this.directory, `${this.made}${extensionOf(format)}`);
    const text = record ? JSON.stringify(record) : null;
    const options = copyOptions(format, text === null ? null : [parquetRecordKey, text]);
    const interrupt = cancellation.onCancellationRequested(() => this.connection.interrupt());
    try {
      throwIfCancelled(cancellation);
      // Without an ORDER BY: the engine keeps the order of a table that it copies.
      await this.connection.run(
        `COPY (SELECT ${exportColumns(columns, format)} FROM ${table}) TO ${textLiteral(file)} (${options})`,
      );
      throwIfCancelled(cancellation);
      return { path: format === 'json' && text !== null ? await enveloped(file, text) : file };
    } catch (error) {
      await rm(file, { force: true });
      throw cancellation.isCancellationRequested ? new CancelledError() : error;
    } finally {
      interrupt.dispose();
    }
  }
}

/** Puts the array of a JSON file beside the record: `{"provenance": {…}, "rows": […]}`. */
async function enveloped(file: string, record: string): Promise<string> {
  const whole = `${file}.whole`;
  await pipeline(async function* () {
    yield `{"provenance": ${record},\n"rows": `;
    yield* createReadStream(file);
    yield '}\n';
  }, createWriteStream(whole));
  await rm(file, { force: true });
  return whole;
}

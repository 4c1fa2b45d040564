/** Writes rows as an Arrow IPC file, one record batch after another, so that memory does not grow with the rows. */

import { open } from 'node:fs/promises';
import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import {
  Data,
  Field,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  type TypeMap,
} from 'apache-arrow';
import { throwIfCancelled } from '../../core/base/cancellation';
import { recordKey } from '../../core/protocol/exportRecord';
import { arrowColumn } from './arrowColumns';
import type { ArrowColumn } from './arrowNested';
import { columnSql } from './exportColumns';
import type { ExportTask } from './exportResult';
import { textualSql } from '../engine/readableSql';

/** Rows of a record batch, plus at most one chunk of the engine. */
const BATCH_ROWS = 32_768;

/** The record, if any, is stored in the metadata of the schema under `recordKey`. */
export async function writeArrow(task: ExportTask): Promise<void> {
  const { connection, rows, record } = task;
  const list = rows.columns.map(({ name, type }) => textualSql(columnSql(name), type)).join(', ');
  const result = await connection.stream(`SELECT ${list} ${rows.from}`);
  const columns = result.columnTypes().map(arrowColumn);
  const fields = columns.map(
    ({ type }, index) => new Field(rows.columns[index]?.name ?? '', type, true),
  );
  const metadata = record === null ? [] : [[recordKey, JSON.stringify(record)] as const];
  const schema = new Schema(fields, new Map(metadata));
  await writeBatches(task, schema, batches(task, result, columns));
}

async function writeBatches(
  { file, onRows }: ExportTask,
  schema: Schema,
  made: AsyncIterable<Data<Struct>>,
): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    const writer = new PacedWriter();
    writer.reset(undefined, schema);
    let written = 0;
    for await (const data of made) {
      writer.write(new RecordBatch(schema, data));
      await handle.writeFile(writer.take());
      written += data.length;
      onRows(written);
    }
    writer.finish();
    await handle.writeFile(writer.take());
  } finally {
    await handle.close();
  }
}

async function* batches(
  { cancellation }: ExportTask,
  result: DuckDBResult,
  columns: readonly ArrowColumn[],
): AsyncGenerator<Data<Struct>> {
  let chunks: DuckDBDataChunk[] = [];
  let rowCount = 0;
  for (;;) {
    throwIfCancelled(cancellation);
    const chunk = await result.fetchChunk();
    const isEnd = !chunk || chunk.rowCount === 0;
    if (!isEnd) {
      chunks.push(chunk);
      rowCount += chunk.rowCount;
    }
    if (rowCount >= BATCH_ROWS || (isEnd && rowCount > 0)) {
      yield batchOf(chunks, rowCount, columns);
      chunks = [];
      rowCount = 0;
    }
    if (isEnd) {
      return;
    }
  }
}

function batchOf(
  chunks: readonly DuckDBDataChunk[],
  rowCount: number,
  columns: readonly ArrowColumn[],
): Data<Struct> {
  const children = columns.map(({ data }, index) =>
    data(chunks.flatMap(chunk => chunk.getColumnValues(index))),
  );
  const fields = columns.map(({ type }, index) => new Field(String(index), type, true));
  return new Data(new Struct(fields), 0, rowCount, 0, {}, children);
}

/** A writer whose bytes are taken out after each batch, so that they do not pile up. */
class PacedWriter extends RecordBatchFileWriter<TypeMap> {
  private ready: Uint8Array[] = [];

  take(): Uint8Array {
    const bytes = Buffer.concat(this.ready);
    this.ready = [];
    return bytes;
  }

  protected override _write(chunk: ArrayBufferView): this {
    if (this._started && chunk.byteLength > 0) {
      this.ready.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      this._position += chunk.byteLength;
    }
    return this;
  }
}

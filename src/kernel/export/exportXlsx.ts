/** Writes rows as an XLSX file with their provenance as its second sheet. Memory does not grow with the rows. */

import { open } from 'node:fs/promises';
import { Zip, ZipDeflate } from 'fflate';
import { throwIfCancelled } from '../../core/base/cancellation';
import { maxXlsxColumns, maxXlsxRows, recordLines } from '../../core/protocol/exportRecord';
import { groupedInteger } from '../../core/base/groupedInteger';
import { rowsText } from '../../core/protocol/footer';
import type { ExportTask } from './exportResult';
import { rowXml } from './exportXlsxCells';
import { rowsSheet, sheetEnd, sheetStart, xlsxParts } from './exportXlsxParts';

/** Compression level: half the time of the usual level for a few per cent more bytes. */
const LEVEL = 3;
/** The largest sizes that an archive without extensions can record. */
const MAX_SHEET_BYTES = 2 ** 32 - 1;

/** @throws {Error} With a sentence for the reader, before anything is written, if a sheet cannot hold the rows. */
export async function writeXlsx(task: ExportTask): Promise<void> {
  const { rows, file, record } = task;
  refuseTooMany(rows);
  const handle = await open(file, 'wx');
  try {
    const archive = new Archive();
    for (const [name, text] of xlsxParts(record === null ? [] : recordLines(record))) {
      archive.begin(name);
      archive.push(text);
      archive.endPart();
    }
    archive.begin(rowsSheet);
    for await (const text of sheetTexts(task)) {
      archive.push(text);
      await handle.writeFile(archive.take());
    }
    archive.endPart();
    await handle.writeFile(archive.end());
  } finally {
    await handle.close();
  }
}

function refuseTooMany({ rowCount, columns }: ExportTask['rows']): void {
  const advice = 'Filter the rows and export them as shown, or choose another format.';
  if (rowCount > maxXlsxRows) {
    const most = groupedInteger(maxXlsxRows);
    throw new Error(
      `An XLSX sheet holds ${most} rows below its header, but this result has ${rowsText(rowCount)}. ${advice}`,
    );
  }
  if (columns.length > maxXlsxColumns) {
    const most = groupedInteger(maxXlsxColumns);
    throw new Error(`An XLSX sheet holds ${most} columns. ${advice}`);
  }
}

async function* sheetTexts({ connection, rows, cancellation, onRows }: ExportTask) {
  yield sheetStart(rows.columns);
  const result = await connection.stream(`SELECT ${rowXml(rows.columns, rows.place)} ${rows.from}`);
  let written = 0;
  for (;;) {
    throwIfCancelled(cancellation);
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) {
      break;
    }
    yield chunk.getColumnValues(0).join('');
    written += chunk.rowCount;
    onRows(written);
  }
  yield sheetEnd;
}

/** A ZIP archive whose bytes are available while it is written. */
class Archive {
  private ready: Uint8Array[] = [];
  private part: ZipDeflate | undefined;
  private partBytes = 0;
  private readonly encoder = new TextEncoder();

  private readonly zip = new Zip((error, bytes) => {
    if (error) {
      throw error;
    }
    this.ready.push(bytes);
  });

  begin(name: string): void {
    this.part = new ZipDeflate(name, { level: LEVEL });
    this.partBytes = 0;
    this.zip.add(this.part);
  }

  push(text: string): void {
    const bytes = this.encoder.encode(text);
    this.partBytes += bytes.byteLength;
    if (this.partBytes > MAX_SHEET_BYTES) {
      throw new Error('There are too many rows for one XLSX sheet. Choose another format.');
    }
    this.part?.push(bytes);
  }

  endPart(): void {
    this.part?.push(new Uint8Array(), true);
  }

  /** @returns The bytes that are new since the last call. */
  take(): Uint8Array {
    const bytes = Buffer.concat(this.ready);
    this.ready = [];
    return bytes;
  }

  /** @returns The rest of the archive. */
  end(): Uint8Array {
    this.zip.end();
    return this.take();
  }
}

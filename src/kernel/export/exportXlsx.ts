/**
 * Writes rows as an XLSX file (ECMA-376, transitional) with their provenance as its second sheet. Memory does not grow
 * with the rows.
 */

import { t } from '../../core/base/translations';
import { open } from 'node:fs/promises';
import { Zip, ZipDeflate } from 'fflate';
import { throwIfCancelled } from '../../core/base/cancellation';
import { maxXlsxColumns, maxXlsxRows, recordLines } from '../../core/protocol/exportRecord';
import { grouped } from '../../core/base/text';
import { rowsText } from '../../core/protocol/footer';
import type { ResultColumn } from '../../core/protocol/outcome';
import type { ExportTask } from './exportResult';
import { rowXml, cellStyles, columnLetters, escapedXml } from './exportXlsxCells';

/** Compression level: half the time of the usual level for a few per cent more bytes. */
const LEVEL = 3;
/** The largest sizes that an archive without extensions can record. */
const MAX_SHEET_BYTES = 2 ** 32 - 1;

/** Beginnings, namespaces and content types of the parts. */
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Widths of columns, in characters. */
const MIN_WIDTH = 12;
const MAX_WIDTH = 40;
const WIDTH_EXTRA = 4;
const NAME_WIDTH = 28;
const VALUE_WIDTH = 80;

/** The sheet that is opened first. */
const rowsSheet = 'xl/worksheets/sheet1.xml';

const sheetEnd = '</sheetData></worksheet>';

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
  const advice = t('Filter the rows and export them as shown, or choose another format.');
  if (rowCount > maxXlsxRows) {
    const most = grouped(maxXlsxRows);
    throw new Error(
      t(
        'An XLSX sheet holds {0} rows below its header, but this result has {1}. {2}',
        most,
        rowsText(rowCount),
        advice,
      ),
    );
  }
  if (columns.length > maxXlsxColumns) {
    const most = grouped(maxXlsxColumns);
    throw new Error(t('An XLSX sheet holds {0} columns. {1}', most, advice));
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
      throw new Error(t('There are too many rows for one XLSX sheet. Choose another format.'));
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

/** @returns Name and text of each part beside the rows. `lines` are the lines of the second sheet. */
function xlsxParts(lines: readonly (readonly [string, string])[]): [string, string][] {
  return [
    ['[Content_Types].xml', contentTypes()],
    ['_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbook()],
    [
      'xl/_rels/workbook.xml.rels',
      relationships([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', styles()],
    ['xl/worksheets/sheet2.xml', linesSheet(lines)],
  ];
}

/** @returns The start of the sheet with the rows, with a header that stays in view. */
function sheetStart(columns: readonly ResultColumn[]): string {
  const widths = columns.map(({ name }) =>
    Math.min(Math.max(name.length + WIDTH_EXTRA, MIN_WIDTH), MAX_WIDTH),
  );
  const names = columns.map(({ name }) => name);
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${colsXml(widths)}<sheetData>${textRow(1, names, cellStyles.header)}`;
}

function linesSheet(lines: readonly (readonly [string, string])[]): string {
  const rows = lines.map((line, index) => textRow(index + 1, line, null));
  return `${XML}<worksheet xmlns="${MAIN}">${colsXml([NAME_WIDTH, VALUE_WIDTH])}<sheetData>${rows.join('')}${sheetEnd}`;
}

function textRow(number: number, texts: readonly string[], style: number | null): string {
  const styled = style === null ? '' : ` s="${style}"`;
  const cells = texts.map(
    (text, index) =>
      `<c r="${columnLetters(index)}${number}"${styled} t="inlineStr"><is><t xml:space="preserve">${escapedXml(text)}</t></is></c>`,
  );
  return `<row r="${number}">${cells.join('')}</row>`;
}

function colsXml(widths: readonly number[]): string {
  const cols = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return cols.length === 0 ? '' : `<cols>${cols.join('')}</cols>`;
}

function contentTypes(): string {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/worksheets/sheet1.xml', 'worksheet'],
    ['/xl/worksheets/sheet2.xml', 'worksheet'],
    ['/xl/styles.xml', 'styles'],
  ].map(([name, type]) => `<Override PartName="${name}" ContentType="${CONTENT}.${type}+xml"/>`);
  return `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
}

function relationships(targets: readonly (readonly [string, string])[]): string {
  const list = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

function workbook(): string {
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Result" sheetId="1" r:id="rId1"/><sheet name="Provenance" sheetId="2" r:id="rId2"/></sheets></workbook>`;
}

/** The cell formats in the order of `cellStyles`, after the plain one. */
function styles(): string {
  const formats = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
    '<xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>',
  ];
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

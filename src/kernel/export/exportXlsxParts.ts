/** The parts of an XLSX file beside its rows (ECMA-376, transitional). */

import type { ResultColumn } from '../../core/protocol/outcome';
import { cellStyles, columnLetters, escapedXml } from './exportXlsxCells';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const MIN_WIDTH = 12;
const MAX_WIDTH = 40;
const WIDTH_EXTRA = 4;
const NAME_WIDTH = 28;
const VALUE_WIDTH = 80;

/** The sheet that is opened first. */
export const rowsSheet = 'xl/worksheets/sheet1.xml';

/** @returns Name and text of each further part. `lines` are the lines of the second sheet. */
export function xlsxParts(lines: readonly (readonly [string, string])[]): [string, string][] {
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
export function sheetStart(columns: readonly ResultColumn[]): string {
  const widths = columns.map(({ name }) =>
    Math.min(Math.max(name.length + WIDTH_EXTRA, MIN_WIDTH), MAX_WIDTH),
  );
  const names = columns.map(({ name }) => name);
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${colsXml(widths)}<sheetData>${textRow(1, names, cellStyles.header)}`;
}

export const sheetEnd = '</sheetData></worksheet>';

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

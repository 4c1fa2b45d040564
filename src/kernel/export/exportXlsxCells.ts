/**
 * Rows of a sheet as SQL: the engine writes each row's XML itself.
 *
 * Every text is an inline string, so that no cell is a formula. Values that a sheet cannot hold as a number or a date
 * are written as text: NaN and infinities, whole numbers beyond 2^53, decimals of more than 15 digits, days before
 * March 1900 (spreadsheets count a 29th of February in that year). Times with an offset are in UTC.
 */

import { t } from '../../core/base/translations';
import type { ResultColumn } from '../../core/protocol/outcome';
import { escapedMarkup } from '../../core/base/escapedMarkup';
import { textLiteral } from '../../core/base/quoted';
import { columnSql, isSafeSql } from './exportColumns';
import { readableSql } from '../engine/readableSql';

/** Indices in the list of cell formats of `exportXlsx.ts`. */
export const cellStyles = { day: 1, time: 2, whole: 3, header: 4, harmless: 5 } as const;

/** Characters that a cell can hold. */
const MAX_TEXT = 32_767;
/** Digits that a spreadsheet keeps. */
const MAX_DIGITS = 15;

/** Characters that would be read as an escape or that XML does not allow; a carriage return would get lost. */
const special = /[\x00-\x08\x0b\x0c\x0d-\x1f\ufffe\uffff]/;
const specialSql = '[\\x00-\\x08\\x0b\\x0c\\x0d-\\x1f\\x{fffe}\\x{ffff}]|_x[0-9A-Fa-f]{4}_';

/** @returns SQL for one `<row>`; `place` is the SQL of the row's index below the header, from 0. */
export function rowXml(columns: readonly ResultColumn[], place: string): string {
  const number = `(${place} + 2)`;
  const cells = columns.map(({ name, type }, index) => {
    const start = `${textLiteral(`<c r="${columnLetters(index)}`)} || ${number}`;
    return `coalesce(${cell(columnSql(name), { name, type }, start)}, '')`;
  });
  return `concat('<row r="', ${number}, '">', ${cells.join(', ')}, '</row>')`;
}

/** @returns The name of a sheet's column: `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** @returns The text, escaped for a cell's XML. */
export function escapedXml(text: string): string {
  const written = text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(new RegExp(special, 'g'), character => escapeOf(character));
  return escapedMarkup(written);
}

/** `start` is the SQL of the cell's element up to its address. */
function cell(value: string, { name, type }: ResultColumn, start: string): string {
  const text = textCell(`CAST(${value} AS VARCHAR)`, name, start);
  const numberCell = (sql: string, style: number | null): string =>
    `${start} || '"${style === null ? '' : ` s="${style}"`}><v>' || ${sql} || '</v></c>'`;
  const either = (condition: string, fits: string): string =>
    `CASE WHEN ${condition} THEN ${fits} ELSE ${text} END`;
  if (/^(DOUBLE|FLOAT)$/.test(type)) {
    return either(`isfinite(${value})`, numberCell(value, null));
  }
  if (/^U?(TINY|SMALL)INT$|^U?INTEGER$/.test(type)) {
    return numberCell(value, cellStyles.whole);
  }
  if (/^U?(BIG|HUGE)INT$/.test(type)) {
    return either(isSafeSql(value, type), numberCell(value, cellStyles.whole));
  }
  if (type.startsWith('DECIMAL(') && type.endsWith(')')) {
    return either(fewDigits(value, type), numberCell(value, null));
  }
  if (type === 'BOOLEAN') {
    return `${start} || '" t="b"><v>' || CAST(${value} AS INTEGER) || '</v></c>'`;
  }
  if (type === 'DATE') {
    const days = `(${value} - DATE '1899-12-30')`;
    return either(isDatable(value, type), numberCell(days, cellStyles.day));
  }
  if (/^TIMESTAMP(_S|_MS|_NS)?$|^TIMESTAMP WITH TIME ZONE$/.test(type)) {
    const days = `(epoch_us(${value}) / 86400000000.0 + 25569)`;
    return either(isDatable(value, type), numberCell(days, cellStyles.time));
  }
  return /[[(]/.test(type) && !type.startsWith('ENUM(')
    ? textCell(`CAST(to_json(${readableSql(value, type)}) AS VARCHAR)`, name, start)
    : text;
}

function fewDigits(value: string, type: string): string {
  const [width = 38, scale = 0] = (type.match(/\d+/g) ?? []).map(Number);
  return width <= MAX_DIGITS
    ? `${value} IS NOT NULL`
    : `abs(CAST(${value} AS DOUBLE)) < 1e${MAX_DIGITS - scale}`;
}

function isDatable(value: string, type: string): string {
  // Nanoseconds end in 2262, and cannot be compared with a later day.
  const end = type === 'TIMESTAMP_NS' ? '' : ` AND ${value} < DATE '10000-01-01'`;
  return `isfinite(${value}) AND ${value} >= DATE '1900-03-01'${end}`;
}

/** Text that would be a formula if it were typed has a format that keeps it text when it is edited. */
function textCell(text: string, name: string, start: string): string {
  const tooLong = t(
    'A text of the column {0} is longer than an XLSX cell can hold ({1} characters). Choose another format.',
    name,
    MAX_TEXT,
  );
  const style = `CASE WHEN regexp_matches(${text}, '^[=+\\-@]') THEN ' s="${cellStyles.harmless}"' ELSE '' END`;
  const written = `${start} || '" t="inlineStr"' || ${style} || '><is><t xml:space="preserve">' || ${escapedSql(text)} || '</t></is></c>'`;
  return `CASE WHEN length(${text}) > ${MAX_TEXT} THEN CAST(error(${textLiteral(tooLong)}) AS VARCHAR) ELSE ${written} END`;
}

/** As `escapedXml`. Few texts need more than the three replacements. */
function escapedSql(text: string): string {
  const codes = [...Array(0x20).keys(), 0xfffe, 0xffff];
  const rare = codes
    .map(code => String.fromCharCode(code))
    .filter(character => special.test(character))
    .reduce(
      (sql, character) =>
        `replace(${sql}, chr(${character.charCodeAt(0)}), '${escapeOf(character)}')`,
      `regexp_replace(${text}, '_(x[0-9A-Fa-f]{4}_)', '_x005F_\\1', 'g')`,
    );
  const markup = (sql: string): string =>
    `replace(replace(replace(${sql}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`;
  return `CASE WHEN regexp_matches(${text}, '${specialSql}') THEN ${markup(rare)} ELSE ${markup(text)} END`;
}

function escapeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

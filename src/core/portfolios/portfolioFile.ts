/**
 * The file `NAME.portfolio.csv`: a header with `entity` and perhaps `weight` and `name`, then a company a line. Its separator is
 * a comma, or the semicolon or tab that spreadsheets write. An edit changes the lines that it is about; other lines, columns,
 * separators and line breaks stay as they are written.
 */

import { t } from '../base/translations';
import { movedBefore } from '../base/moved';
import { canonicalKeyOf } from '../service/entityKey';
import { csvField, csvRecords, type CsvRecord } from './csv';
import { eachOnce, memberKey, type Member, type Portfolio } from './portfolios';

export const portfolioFileEnding = '.portfolio.csv';

/** Characters of the largest file that is read. */
const mostCharacters = 2 ** 20;
const columnNames = ['entity', 'weight', 'name'] as const;
type ColumnName = (typeof columnNames)[number];
const separators = [',', ';', '\t'] as const;

/** What a file says of a portfolio. */
export type FileContents = Pick<Portfolio, 'members' | 'problems' | 'unreadable'>;

interface Lines {
  readonly separator: string;
  /** Blank lines before the header, and the header. */
  readonly head: readonly CsvRecord[];
  readonly body: readonly CsvRecord[];
  /** Where each column is; -1: it is missing. */
  readonly columns: Readonly<Record<ColumnName, number>>;
}

/** @returns The name of the portfolio in a file of that path; null if it is not such a file. */
export function portfolioNameOf(path: string): string | null {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const isOne = file.toLowerCase().endsWith(portfolioFileEnding);
  const name = isOne ? file.slice(0, -portfolioFileEnding.length).trim() : '';
  return name === '' ? null : name;
}

/** @param text Any text. Lines that are not usable are reported with their number. */
export function readPortfolioFile(text: string): FileContents {
  if (text.length > mostCharacters) {
    return unreadFile(t('larger than 1 MB'), t('The file has more than 1 MB and is not read.'));
  }
  const lines = linesOf(text);
  if (lines.columns.entity < 0) {
    const sentence = t(
      'Line {0} must name the columns: entity, and perhaps weight and name.',
      lines.head.at(-1)?.line ?? 1,
    );
    return unreadFile(t('no “entity” column'), sentence);
  }
  const read = lines.body.filter(record => !isBlank(record)).map(record => readLine(record, lines));
  const { members, problems } = eachOnce(
    read.flatMap(({ member, place }) => (member ? [{ member, place }] : [])),
  );
  return { members, problems: [...read.flatMap(each => each.problems), ...problems] };
}

/**
 * @param unreadable Why, in a few words.
 * @param problem The same as a sentence.
 */
export function unreadFile(unreadable: string, problem: string): FileContents {
  return { members: [], unreadable, problems: [problem] };
}

/** @returns A file with these members. */
export function newPortfolioFile(members: readonly Member[]): string {
  return withMembers(`${columnNames.join(',')}\n`, members);
}

/**
 * @returns The file with the members that it does not have yet below the others. A missing column is added for a value.
 * @throws {Error} If the header has no column for entities.
 */
export function withMembers(text: string, members: readonly Member[]): string {
  const had = new Set(readPortfolioFile(text).members.map(memberKey));
  const added = members.filter(member => !had.has(memberKey(member)));
  if (added.length === 0) {
    return text;
  }
  const lines = linesOf(text);
  if (lines.columns.entity < 0) {
    throw new Error(t('The first line of the file must name the columns: entity, weight, name.'));
  }
  const { separator } = lines;
  const missing = columnNames.filter(
    column => lines.columns[column] < 0 && added.some(member => member[column] !== null),
  );
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const header = lines.head.at(-1);
  const width = header?.fields.length ?? 0;
  const places = { ...lines.columns };
  missing.forEach((column, at) => (places[column] = width + at));
  const head = lines.head
    .map(record => (record === header ? withFields(record.raw, missing, separator) : record.raw))
    .join('');
  const body = textOf(lines.body);
  const before = head + body;
  const hasDecimalCommas = lines.body.some(({ fields }) =>
    decimalComma.test(fields[lines.columns.weight]?.trim() ?? ''),
  );
  const rows = added.map(member => {
    const fields = Array.from({ length: width + missing.length }, () => '');
    for (const column of columnNames) {
      const at = places[column];
      if (at >= 0) {
        const written = writtenText(member[column]);
        const isLocal = column === 'weight' && hasDecimalCommas;
        fields[at] = csvField(isLocal ? written.replace('.', ',') : written, separator);
      }
    }
    return `${fields.join(separator)}${lineBreak}`;
  });
  return `${before}${/[\r\n]$/.test(before) ? '' : lineBreak}${rows.join('')}`;
}

/** @returns The file without the lines of the members of these keys. */
export function withoutMembers(text: string, keys: readonly string[]): string {
  const lines = linesOf(text);
  return textOf([...lines.head, ...lines.body.filter(record => !isOf(record, lines, keys))]);
}

/** @returns The file with the members of these keys before that of `target`, or last if it is null. */
export function withMembersMoved(
  text: string,
  keys: readonly string[],
  target: string | null,
): string {
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const ended = /[\r\n]$/.test(text) ? text : `${text}${lineBreak}`;
  const lines = linesOf(ended);
  const moved = movedBefore(
    lines.body,
    record => isOf(record, lines, keys),
    target === null ? null : record => isOf(record, lines, [target]),
  );
  return textOf([...lines.head, ...moved]);
}

/** @returns The lines by the first separator that gives a column for entities; a comma if none does. */
function linesOf(text: string): Lines {
  for (const separator of separators) {
    const lines = linesBy(text, separator);
    if (lines.columns.entity >= 0) {
      return lines;
    }
  }
  return linesBy(text, ',');
}

function linesBy(text: string, separator: string): Lines {
  const records = csvRecords(text, separator);
  const at = Math.max(
    0,
    records.findIndex(record => !isBlank(record)),
  );
  const header = (records[at]?.fields ?? []).map((field, index) =>
    (index === 0 ? field.replace(/^\uFEFF/, '') : field).trim().toLowerCase(),
  );
  const [entity, weight, name] = columnNames.map(column => header.indexOf(column));
  return {
    separator,
    head: records.slice(0, at + 1),
    body: records.slice(at + 1),
    columns: { entity: entity ?? -1, weight: weight ?? -1, name: name ?? -1 },
  };
}

function readLine(
  record: CsvRecord,
  { columns, separator }: Lines,
): { readonly member: Member | null; readonly place: string; readonly problems: string[] } {
  const place = t('Line {0}', record.line);
  if (record.isUnclosed) {
    return { member: null, place, problems: [t('{0} has a quote that is not closed.', place)] };
  }
  const field = (column: ColumnName): string =>
    (record.fields[columns[column]] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
  const [entity, weight, name] = columnNames.map(field);
  const problems: string[] = [];
  const number = weight ? weightOf(weight, separator) : null;
  if (number !== null && !Number.isFinite(number)) {
    problems.push(t('{0} has the weight “{1}”, which is not a number.', place, weight));
  }
  if (!entity && !name) {
    return { member: null, place, problems: [...problems, t('{0} has no entity.', place)] };
  }
  const member = {
    entity: entity ? canonicalKeyOf(entity) : null,
    weight: number !== null && Number.isFinite(number) ? number : null,
    name: name || null,
  };
  return { member, place, problems };
}

/** A comma before other than three digits: `1,500` could mean 1500. */
const decimalComma = /^[+-]?(?:0,\d+|\d+,(?!\d{3}$)\d+)$/;

function weightOf(text: string, separator: string): number {
  return Number(separator !== ',' && decimalComma.test(text) ? text.replace(',', '.') : text);
}

function isOf(record: CsvRecord, lines: Lines, keys: readonly string[]): boolean {
  const { member } = isBlank(record) ? { member: null } : readLine(record, lines);
  return member !== null && keys.includes(memberKey(member));
}

function isBlank({ fields }: CsvRecord): boolean {
  return fields.length === 1 && fields[0]?.trim() === '';
}

/** A spreadsheet would run a name that begins like a formula; reading removes the apostrophe. */
function writtenText(value: string | number | null): string {
  return typeof value === 'string' && /^[=+\-@]/.test(value) ? `'${value}` : String(value ?? '');
}

function withFields(raw: string, fields: readonly string[], separator: string): string {
  return raw.replace(/(?:\r\n|\n|\r)?$/, lineBreak =>
    [...fields.map(field => `${separator}${field}`), lineBreak].join(''),
  );
}

function textOf(records: readonly CsvRecord[]): string {
  return records.map(({ raw }) => raw).join('');
}

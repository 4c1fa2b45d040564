/** Records of CSV and of what a spreadsheet copies, with their text as it is written. */

export interface CsvRecord {
  /** With its line break. */
  readonly raw: string;
  /** Without quotes. */
  readonly fields: readonly string[];
  /** Its first line, from 1. */
  readonly line: number;
  /** Whether a quote is not closed: the record ends with its line, so that the next ones are still read. */
  readonly isUnclosed: boolean;
}

/**
 * @param separator One character.
 * @returns The records: their texts together are `text`.
 */
export function csvRecords(text: string, separator: string): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = 1;
  for (let from = 0; from < text.length;) {
    const record = recordAt(text, from, separator);
    records.push({ ...record, line });
    line += record.raw.match(/\n|\r(?!\n)/g)?.length ?? 0;
    from += record.raw.length;
  }
  return records;
}

/** @returns A field as CSV with this separator writes it: in quotes where it has to be. */
export function csvField(value: string, separator: string): string {
  return value.includes(separator) || /["\r\n]|^\s|\s$/.test(value)
    ? `"${value.replaceAll('"', '""')}"`
    : value;
}

function recordAt(text: string, from: number, separator: string): Omit<CsvRecord, 'line'> {
  const end = endOfLine(text, from);
  const fields: string[] = [];
  for (let at = from; ;) {
    const quoted = text[at] === '"' ? quotedAt(text, at) : null;
    if (text[at] === '"' && quoted === null) {
      const raw = text.slice(from, end.after);
      return { raw, fields: text.slice(from, end.before).split(separator), isUnclosed: true };
    }
    const rest = plainAt(text, quoted?.after ?? at, separator);
    fields.push((quoted?.value ?? '') + rest.value);
    if (text[rest.after] !== separator) {
      return {
        raw: text.slice(from, endOfLine(text, rest.after).after),
        fields,
        isUnclosed: false,
      };
    }
    at = rest.after + 1;
  }
}

/** @returns Null if the quote at `at` is not closed. */
function quotedAt(text: string, at: number): { value: string; after: number } | null {
  for (let close = text.indexOf('"', at + 1); close >= 0; close = text.indexOf('"', close + 2)) {
    if (text[close + 1] !== '"') {
      return { value: text.slice(at + 1, close).replaceAll('""', '"'), after: close + 1 };
    }
  }
  return null;
}

function plainAt(text: string, at: number, separator: string): { value: string; after: number } {
  let after = at;
  while (after < text.length && !['\n', '\r', separator].includes(text[after] ?? '')) {
    after += 1;
  }
  return { value: text.slice(at, after), after };
}

function endOfLine(text: string, at: number): { before: number; after: number } {
  const found = /\r\n|\n|\r/g;
  found.lastIndex = at;
  const match = found.exec(text);
  return match
    ? { before: match.index, after: match.index + match[0].length }
    : { before: text.length, after: text.length };
}

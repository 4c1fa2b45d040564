/** Faults in the content of a valid answer: the answer is read, changed, and written again. */

import { isRecord } from '../../core/base/json';
import { hashText } from '../../core/base/hash';
import type { ContentFault, Fault } from './fault';

const kinds: readonly Fault['kind'][] = [
  'nan',
  'hugeNumber',
  'wrongTypes',
  'missingFields',
  'nullFields',
  'extraFields',
  'duplicateRows',
  'shuffle',
  'partialList',
];

/** @returns Whether the fault changes an answer's content after it is written. */
export function bendsContent(fault: Fault): fault is ContentFault {
  return kinds.includes(fault.kind);
}

/** Placeholders for texts that `JSON.stringify` does not write. */
const nanMark = '\u0000nan';
const hugeMark = '\u0000huge';
const writtenNan = JSON.stringify(nanMark);
const writtenHuge = JSON.stringify(hugeMark);

/**
 * @param json A JSON answer of the sandbox.
 * @returns The answer with the faults, which may not be valid JSON any more.
 */
export function bendContent(json: string, faults: readonly ContentFault[]): string {
  const answer: unknown = JSON.parse(json);
  const bent = faults.reduce<unknown>((value, fault) => bend(value, fault), answer);
  return JSON.stringify(bent)
    .replaceAll(writtenNan, 'NaN')
    .replaceAll(writtenHuge, '123456789012345678901234567890');
}

/** Changes the arrays of an answer: the elements of a list, and the rows of each or of the answer itself. */
function bend(value: unknown, fault: ContentFault): unknown {
  if (!isRecord(value)) {
    return value;
  }
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => {
    if (!Array.isArray(field)) {
      return [name, field];
    }
    const items: readonly unknown[] = field;
    return name.endsWith('_itemized')
      ? [name, bendList(items, fault)]
      : [name, bendRows(items, fault)];
  });
  const extra = fault.kind === 'extraFields' ? [['sandbox_extra', { note: 'unlisted' }]] : [];
  return Object.fromEntries([...fields, ...extra]);
}

function bendList(items: readonly unknown[], fault: ContentFault): unknown[] {
  switch (fault.kind) {
    case 'partialList':
      return items.slice(0, fault.count);
    case 'shuffle':
      return shuffled(items.map(item => bend(item, fault)));
    default:
      return items.map(item => bend(item, fault));
  }
}

function bendRows(rows: readonly unknown[], fault: ContentFault): unknown[] {
  switch (fault.kind) {
    case 'duplicateRows':
      return rows.flatMap((row, place) => (place === 0 ? [row, row] : [row]));
    case 'shuffle':
      return shuffled(rows);
    case 'extraFields':
      return rows.map(row => (isRecord(row) ? { ...row, sandbox_extra: 1 } : row));
    case 'nan':
      return withNumber(rows, nanMark);
    case 'hugeNumber':
      return withNumber(rows, hugeMark);
    case 'wrongTypes':
    case 'missingFields':
    case 'nullFields': {
      const every = fault.every ?? 40;
      return rows.map((row, place) =>
        place % every === 0 && isRecord(row) ? bendRow(row, fault.kind) : row,
      );
    }
    default:
      return [...rows];
  }
}

/** The second field is the main value of a row: its score, volume, count, or an overlay's exchange name. */
function bendRow(
  row: Record<string, unknown>,
  kind: 'wrongTypes' | 'missingFields' | 'nullFields',
): Record<string, unknown> {
  const fields = Object.entries(row);
  switch (kind) {
    case 'missingFields':
      return Object.fromEntries(fields.filter((_, place) => place !== 1));
    case 'nullFields':
      return Object.fromEntries(fields.map(([name, v], place) => [name, place === 1 ? null : v]));
    case 'wrongTypes':
      return Object.fromEntries(fields.map(([name, v]) => [name, ofWrongType(name, v)]));
  }
}

function ofWrongType(name: string, value: unknown): unknown {
  if (name === 'date' && typeof value === 'string') {
    return `${value}T00:00:00Z`;
  }
  if (name === 'count' && typeof value === 'number') {
    return value + 0.5;
  }
  return typeof value === 'number' ? String(value) : value;
}

/** @returns The rows with the first row's first number replaced. */
function withNumber(rows: readonly unknown[], mark: unknown): unknown[] {
  return rows.map((row, place) => {
    if (place > 0 || !isRecord(row)) {
      return row;
    }
    const name = Object.keys(row).find(key => typeof row[key] === 'number');
    return name === undefined ? row : { ...row, [name]: mark };
  });
}

function shuffled<T>(items: readonly T[]): T[] {
  const keyed = items.map((item, place) => ({ item, key: hashText(`shuffle ${place}`) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Fills one column from parsed JSON, and remembers what was amiss with its values. */

import { counted } from '../base/text';
import type { CellValue, Column, ColumnType } from './columns';
import { readCell, shown } from './wireValues';

const typeWords: Readonly<Record<ColumnType, string>> = {
  VARCHAR: 'texts',
  DOUBLE: 'finite numbers',
  BIGINT: 'whole numbers below 2^53',
  BOOLEAN: 'true or false',
  DATE: 'dates of the form YYYY-mm-dd',
  TIMESTAMP: 'ISO 8601 date-times',
  TIMESTAMPTZ: 'ISO 8601 date-times with an offset',
};

/** One kind of thing amiss: how often, and the first value. */
interface Tally {
  count: number;
  example: string;
}

/** Rows that are never written stay null. */
export class ColumnWriter {
  readonly values: CellValue[];
  private readonly wrong: Tally = { count: 0, example: '' };
  private readonly inexact: Tally = { count: 0, example: '' };
  private missing = 0;

  /** @param wrongRows Shared by the columns of a table: rows that hold a value of the wrong type. */
  constructor(
    readonly column: Column,
    rowCount: number,
    private readonly wrongRows: Set<number>,
  ) {
    this.values = new Array<CellValue>(rowCount).fill(null);
  }

  /** Writes the cell of `row`; a wrong type makes the row count as touched. */
  put(row: number, value: unknown): void {
    const cell = this.read(value);
    if (cell === undefined) {
      this.wrongRows.add(row);
    } else if (cell === null) {
      this.missing++;
    } else {
      this.values[row] = cell;
    }
  }

  /** Writes one value of the answer into the rows `from <= row < to`; a wrong type touches no row. */
  fill(from: number, to: number, value: unknown): void {
    const cell = from < to ? this.read(value) : undefined;
    if (cell !== undefined) {
      this.values.fill(cell, from, to);
    }
  }

  /** Sentences about values of the wrong type, and about numbers too large to be exact. */
  notes(): string[] {
    const { name, type } = this.column;
    const notes: string[] = [];
    if (this.wrong.count > 0) {
      const { count, example } = this.wrong;
      const many = `${counted(count, 'value')} ${count === 1 ? 'was' : 'were'}`;
      notes.push(`${name}: ${many} null because not ${typeWords[type]}, for example ${example}.`);
    }
    if (this.inexact.count > 0) {
      const many = counted(this.inexact.count, 'value');
      notes.push(
        `${name}: ${many} beyond 2^53 may be rounded, for example ${this.inexact.example}.`,
      );
    }
    return notes;
  }

  /** A sentence about items that lack the value or have null for it, or `null`. */
  missingNote(): string | null {
    const rows = counted(this.values.length, 'row');
    return this.missing > 0
      ? `${this.column.name} is missing in ${this.missing} of ${rows}.`
      : null;
  }

  /** `score "n/a"`, or `null` where every value was of its type. */
  firstWrong(): string | null {
    return this.wrong.count === 0 ? null : `${this.column.name} ${this.wrong.example}`;
  }

  private read(value: unknown): CellValue | undefined {
    const cell = readCell(this.column.type, value);
    if (cell === undefined) {
      add(this.wrong, value);
    } else if (typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER) {
      add(this.inexact, value);
    }
    return cell;
  }
}

function add(tally: Tally, value: unknown): void {
  tally.count++;
  if (tally.count === 1) {
    tally.example = shown(value);
  }
}

/** Fills one column from parsed JSON, and collects problems of its values. */

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

/** One kind of problem: its count, the first value, and the path of that value in the answer. */
interface Tally {
  count: number;
  example: string;
  path: string;
}

/** @returns The path of a column's value in the answer: of the row's own, or of that which its element's rows share. */
export type PathOf = (row: number, isCommon: boolean) => string;

/** Rows that are never written stay null. */
export class ColumnWriter {
  readonly values: CellValue[];
  private readonly wrong: Tally = { count: 0, example: '', path: '' };
  private readonly inexact: Tally = { count: 0, example: '', path: '' };
  private missing = 0;

  /** @param wrongRows Shared by the columns of a table: rows that hold a value of the wrong type. */
  constructor(
    readonly column: Column,
    rowCount: number,
    private readonly wrongRows: Set<number>,
    private readonly pathOf: PathOf,
  ) {
    this.values = new Array<CellValue>(rowCount).fill(null);
  }

  /** Writes the cell of `row`; a wrong type makes the row count as touched. */
  put(row: number, value: unknown): void {
    const cell = this.read(value, row, false);
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
    const cell = from < to ? this.read(value, from, true) : undefined;
    if (cell !== undefined) {
      this.values.fill(cell, from, to);
    }
  }

  /** Sentences about values of the wrong type, and about numbers too large to be exact. */
  notes(): string[] {
    const { name, type } = this.column;
    const notes: string[] = [];
    if (this.wrong.count > 0) {
      const { count } = this.wrong;
      const many = `${counted(count, 'value')} ${count === 1 ? 'was' : 'were'}`;
      notes.push(
        `${name}: ${many} null because not ${typeWords[type]}, for example ${exampleOf(this.wrong)}.`,
      );
    }
    if (this.inexact.count > 0) {
      const many = counted(this.inexact.count, 'value');
      notes.push(
        `${name}: ${many} beyond 2^53 may be rounded, for example ${exampleOf(this.inexact)}.`,
      );
    }
    return notes;
  }

  /** A sentence about items without a value, or `null`. */
  missingNote(): string | null {
    const rows = counted(this.values.length, 'row');
    return this.missing > 0
      ? `${this.column.name} is missing in ${this.missing} of ${rows}.`
      : null;
  }

  /** `score "n/a" at score_ts[99].score`, or `null` if every value was of its type. */
  firstWrong(): string | null {
    return this.wrong.count === 0 ? null : `${this.column.name} ${exampleOf(this.wrong)}`;
  }

  private read(value: unknown, row: number, isCommon: boolean): CellValue | undefined {
    const cell = readCell(this.column.type, value);
    if (cell === undefined) {
      this.add(this.wrong, value, row, isCommon);
    } else if (typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER) {
      this.add(this.inexact, value, row, isCommon);
    }
    return cell;
  }

  private add(tally: Tally, value: unknown, row: number, isCommon: boolean): void {
    tally.count++;
    if (tally.count === 1) {
      tally.example = shown(value);
      tally.path = this.pathOf(row, isCommon);
    }
  }
}

function exampleOf({ example, path }: Tally): string {
  return `${example} at ${path}`;
}

/**
 * Fills a column table from parsed JSON.
 *
 * A value of the wrong type becomes null and is counted. Where more than one row in twenty is touched by one,
 * the answer as a whole is not what this version can read.
 */

import type { CellValue, Column, ColumnTable, ColumnType } from './columns';
import type { FunctionName } from './operations';
import { ServiceError } from './serviceError';
import { readCell, shown } from './wireValues';

/** The share of rows that may hold a value of the wrong type. */
const toleratedShare = 0.05;

const typeWords: Readonly<Record<ColumnType, string>> = {
  VARCHAR: 'texts',
  DOUBLE: 'finite numbers',
  BIGINT: 'whole numbers below 2^53',
  BOOLEAN: 'true or false',
  DATE: 'dates of the form YYYY-mm-dd',
  TIMESTAMP: 'ISO 8601 date-times',
  TIMESTAMPTZ: 'ISO 8601 date-times with an offset',
};

/** One column being filled; rows that are never written stay null. */
export class ColumnWriter {
  readonly values: CellValue[];
  private wrongCount = 0;
  private example = '';

  constructor(
    readonly column: Column,
    rowCount: number,
    private readonly wrongRows: Set<number>,
  ) {
    this.values = new Array<CellValue>(rowCount).fill(null);
  }

  /** Writes the cell of `row`; a wrong type makes the row count as touched. */
  put(row: number, value: unknown): void {
    const cell = readCell(this.column.type, value);
    if (cell === undefined) {
      this.wrong(value);
      this.wrongRows.add(row);
    } else {
      this.values[row] = cell;
    }
  }

  /** Writes one value of the answer into the rows `from <= row < to`; a wrong type touches no row. */
  fill(from: number, to: number, value: unknown): void {
    if (from === to) {
      return;
    }
    const cell = readCell(this.column.type, value);
    if (cell === undefined) {
      this.wrong(value);
    } else {
      this.values.fill(cell, from, to);
    }
  }

  /** A sentence about its wrong values, or `null`. */
  note(): string | null {
    if (this.wrongCount === 0) {
      return null;
    }
    const { name, type } = this.column;
    const many = this.wrongCount === 1 ? '1 value was' : `${this.wrongCount} values were`;
    return `${name}: ${many} null because not ${typeWords[type]}, for example ${this.example}.`;
  }

  /** `score "n/a"`, or `null` where every value was of its type. */
  firstWrong(): string | null {
    return this.wrongCount === 0 ? null : `${this.column.name} ${this.example}`;
  }

  private wrong(value: unknown): void {
    this.wrongCount++;
    if (this.wrongCount === 1) {
      this.example = shown(value);
    }
  }
}

/** A table being filled, its row count known. */
export class TableWriter {
  private readonly writers: ReadonlyMap<string, ColumnWriter>;
  private readonly wrongRows = new Set<number>();

  constructor(
    private readonly columns: readonly Column[],
    readonly rowCount: number,
  ) {
    this.writers = new Map(
      columns.map(column => [column.name, new ColumnWriter(column, rowCount, this.wrongRows)]),
    );
  }

  /** @throws {RangeError} If the table has no such column. */
  column(name: string): ColumnWriter {
    const writer = this.writers.get(name);
    if (!writer) {
      throw new RangeError(`no column ${name}`);
    }
    return writer;
  }

  /** Counts `row` as touched although no cell of it could be read. */
  unreadable(row: number): void {
    this.wrongRows.add(row);
  }

  /**
   * @returns The table, and one sentence for each column that had values of the wrong type.
   * @throws {ServiceError} `malformed`, with examples, where more than 5 % of the rows hold such values.
   */
  finish(operation: FunctionName): { table: ColumnTable; notes: string[] } {
    const writers = [...this.writers.values()];
    if (this.wrongRows.size > this.rowCount * toleratedShare) {
      throw new ServiceError('malformed', this.complaint(operation, writers));
    }
    const values = writers.map(writer => writer.values);
    const notes = writers.map(writer => writer.note()).filter(note => note !== null);
    return { table: { columns: this.columns, rowCount: this.rowCount, values }, notes };
  }

  private complaint(operation: FunctionName, writers: readonly ColumnWriter[]): string {
    const wrong = writers.map(writer => writer.firstWrong()).filter(each => each !== null);
    const examples = wrong.length > 0 ? wrong.slice(0, 5).join(', ') : 'an item that is no object';
    return (
      `The answer to ${operation} cannot be read: ${this.wrongRows.size} of ${this.rowCount} rows hold ` +
      `values of another type than the specification gives, for example ${examples}.`
    );
  }
}

/**
 * Fills a column table from parsed JSON.
 *
 * A value of the wrong type becomes null and is counted. If that affects more than one row in twenty, this version
 * cannot read the answer as a whole.
 */

import { counted } from '../base/text';
import { fieldPath, type AnswerPaths } from './answerPaths';
import { ColumnWriter } from './columnWriter';
import type { Column, ColumnTable } from './columns';
import { malformed } from './malformed';
import type { FunctionName } from './operations';

/** The share of rows that may hold a value of the wrong type. */
const toleratedShare = 0.05;

/** Essential columns: missing values are noted. */
const telling: ReadonlySet<string> = new Set([
  'date',
  'score',
  'bull_bear_score',
  'trading_volume',
  'count',
  'event_name',
  'news_publish_time',
]);

/** A table being filled, its row count known. */
export class TableWriter {
  private readonly writers: ReadonlyMap<string, ColumnWriter>;
  private readonly wrongRows = new Set<number>();
  private readonly unreadableRows = new Set<number>();
  /** Path of the first. */
  private unreadableAt = '';

  /** @param paths Return the path of a value in the answer. */
  constructor(
    private readonly columns: readonly Column[],
    readonly rowCount: number,
    private readonly paths: AnswerPaths,
  ) {
    this.writers = new Map(columns.map(column => [column.name, this.writerOf(column)]));
  }

  /** @throws {RangeError} If the table has no such column. */
  column(name: string): ColumnWriter {
    const writer = this.writers.get(name);
    if (!writer) {
      throw new RangeError(`no column ${name}`);
    }
    return writer;
  }

  /** Counts `row` as touched: where an object should be, in `field` if one is named, there is something else. */
  unreadable(row: number, field?: string): void {
    if (this.unreadableRows.size === 0) {
      const path = this.paths.ofRow(row);
      this.unreadableAt = field === undefined ? path : fieldPath(path, field);
    }
    this.wrongRows.add(row);
    this.unreadableRows.add(row);
  }

  /**
   * @returns The table, and sentences about values that are missing or of the wrong type.
   * @throws {ServiceError} `malformed`, with examples, where more than 5 % of the rows hold values of the wrong
   *   type.
   */
  finish(operation: FunctionName): { table: ColumnTable; notes: string[] } {
    const writers = [...this.writers.values()];
    if (this.wrongRows.size > this.rowCount * toleratedShare) {
      throw malformed(operation, this.complaint(writers));
    }
    const values = writers.map(writer => writer.values);
    return {
      table: { columns: this.columns, rowCount: this.rowCount, values },
      notes: [...this.unreadableNotes(), ...writers.flatMap(notesOf)],
    };
  }

  private writerOf(column: Column): ColumnWriter {
    const { paths } = this;
    const field = paths.fields[column.name] ?? column.name;
    return new ColumnWriter(column, this.rowCount, this.wrongRows, (row, isCommon) =>
      fieldPath(isCommon ? paths.ofCommon(row, field) : paths.ofRow(row), field),
    );
  }

  private complaint(writers: readonly ColumnWriter[]): string {
    const wrong = writers.map(writer => writer.firstWrong()).filter(each => each !== null);
    const examples =
      wrong.length > 0
        ? wrong.slice(0, 5).join(', ')
        : `an item that is not an object at ${this.unreadableAt}`;
    return (
      `${this.wrongRows.size} of ${counted(this.rowCount, 'row')} hold values of another type than the ` +
      `specification gives, for example ${examples}`
    );
  }

  private unreadableNotes(): string[] {
    const count = this.unreadableRows.size;
    return count > 0
      ? [
          `${counted(count, 'row')} had something else than an object, for example at ${this.unreadableAt}.`,
        ]
      : [];
  }
}

function notesOf(writer: ColumnWriter): string[] {
  const missing = telling.has(writer.column.name) ? writer.missingNote() : null;
  return missing === null ? writer.notes() : [...writer.notes(), missing];
}

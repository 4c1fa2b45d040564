/**
 * Fills a column table from parsed JSON.
 *
 * A value of the wrong type becomes null and is counted. If that affects more than one row in twenty, this version
 * cannot read the answer as a whole.
 */

import { t } from '../base/translations';
import { plural } from '../base/text';
import { fieldPath, type AnswerPaths } from './answerPaths';
import type { Column, ColumnTable, CellValue, ColumnType } from './columns';
import { malformed } from './serviceError';
import type { FunctionName } from './operations';
import { readCell, shown } from './wireValues';

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

function typeText(type: ColumnType): string {
  return {
    VARCHAR: t('texts'),
    DOUBLE: t('finite numbers'),
    BIGINT: t('whole numbers below 2^53'),
    BOOLEAN: t('true or false'),
    DATE: t('dates of the form YYYY-mm-dd'),
    TIMESTAMP: t('ISO 8601 date-times'),
    TIMESTAMPTZ: t('ISO 8601 date-times with an offset'),
  }[type];
}

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
        : t('an item that is not an object at {0}', this.unreadableAt);
    return plural(
      this.rowCount,
      '{1} of {0} row hold values of another type than the specification gives, for example {2}',
      '{1} of {0} rows hold values of another type than the specification gives, for example {2}',
      ...[this.wrongRows.size, examples],
    );
  }

  private unreadableNotes(): string[] {
    const count = this.unreadableRows.size;
    return count > 0
      ? [
          plural(
            count,
            '{0} row had something else than an object, for example at {1}.',
            '{0} rows had something else than an object, for example at {1}.',
            this.unreadableAt,
          ),
        ]
      : [];
  }
}

function notesOf(writer: ColumnWriter): string[] {
  const missing = telling.has(writer.column.name) ? writer.missingNote() : null;
  return missing === null ? writer.notes() : [...writer.notes(), missing];
}

/** One kind of problem: its count, the first value, and the path of that value in the answer. */
interface Tally {
  count: number;
  example: string;
  path: string;
}

/** @returns The path of a column's value in the answer: of the row's own, or of that which its element's rows share. */
type PathOf = (row: number, isCommon: boolean) => string;

/**
 * Fills one column from parsed JSON, and collects problems of its values.
 *
 * Rows that are never written stay null.
 */
class ColumnWriter {
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
      notes.push(
        plural(
          count,
          '{1}: {0} value was null because not {2}, for example {3}.',
          '{1}: {0} values were null because not {2}, for example {3}.',
          ...[name, typeText(type), exampleOf(this.wrong)],
        ),
      );
    }
    if (this.inexact.count > 0) {
      notes.push(
        plural(
          this.inexact.count,
          '{1}: {0} value beyond 2^53 may be rounded, for example {2}.',
          '{1}: {0} values beyond 2^53 may be rounded, for example {2}.',
          ...[name, exampleOf(this.inexact)],
        ),
      );
    }
    return notes;
  }

  /** A sentence about items without a value, or `null`. */
  missingNote(): string | null {
    return this.missing > 0
      ? plural(
          this.values.length,
          '{1} is missing in {2} of {0} row.',
          '{1} is missing in {2} of {0} rows.',
          ...[this.column.name, this.missing],
        )
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
  return t('{0} at {1}', example, path);
}

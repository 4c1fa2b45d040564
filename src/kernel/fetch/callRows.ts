/**
 * The table of one call's rows.
 *
 * Most columns of a time series have one value for all of its points, and writing it for every point takes most of the
 * time of loading and most of the memory. So points are stored with the number of their series only, and each series once. A
 * view in the place of the table puts them together, and only for the columns that a statement reads.
 */

import type { CellValue, Column, ColumnTable } from '../../core/service/columns';
import { quotedName } from '../../core/base/quoted';
import { appendRows, emptyTable, type StoredColumn } from './loadTable';
import type { SerialConnection } from '../engine/serialConnection';

export interface CallRows {
  /** Adds rows after those before; one call at a time. */
  append(rows: ColumnTable): Promise<void>;
  /** Call it once all rows are added: only then can they be read. */
  end(): Promise<void>;
}

export interface CallTableShape {
  /** A new one, in which no other table may be called `points` or `series`. */
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly Column[];
  /** The columns whose values differ from point to point; undefined if the rows are no time series. */
  readonly pointColumns: readonly string[] | undefined;
}

/** Creates the schema and an empty table, or a view like one, for the rows of a call. Rows may be appended at once: they wait. */
export function createCallTable(connection: SerialConnection, shape: CallTableShape): CallRows {
  return shape.pointColumns
    ? new SeriesRows(connection, shape, shape.pointColumns)
    : new PlainRows(connection, shape);
}

class PlainRows implements CallRows {
  private readonly created: Promise<unknown>;

  constructor(
    private readonly connection: SerialConnection,
    private readonly shape: CallTableShape,
  ) {
    const { schema, table, columns } = shape;
    this.created = create(connection, schema, [emptyTable([schema, table], columns)]);
  }

  async append(rows: ColumnTable): Promise<void> {
    await this.created;
    await appendRows(this.connection, [this.shape.schema, this.shape.table], rows);
  }

  async end(): Promise<void> {
    await this.created;
  }
}

function create(
  connection: SerialConnection,
  schema: string,
  statements: readonly string[],
): Promise<unknown> {
  const created = connection.run([`CREATE SCHEMA ${quotedName(schema)}`, ...statements].join('; '));
  // Nobody waits for it if no answer arrives.
  created.catch(() => undefined);
  return created;
}

/** From 1. No field of the service has a space in its name. */
const seriesNumber: StoredColumn = { name: 'series number', type: 'INTEGER' };

class SeriesRows implements CallRows {
  private seriesCount = 0;
  /** The columns of each answer's series. */
  private readonly series: CellValue[][][] = [];
  private readonly isOfPoint: readonly boolean[];
  private readonly created: Promise<unknown>;

  constructor(
    private readonly connection: SerialConnection,
    private readonly shape: CallTableShape,
    pointColumns: readonly string[],
  ) {
    this.isOfPoint = shape.columns.map(({ name }) => pointColumns.includes(name));
    this.created = create(connection, shape.schema, this.statements());
  }

  /** A view that reads one table keeps the order of its rows, which a join would not. */
  private statements(): string[] {
    const { schema, table, columns } = this.shape;
    const { ofPoint, ofSeries } = this.split(columns);
    const name = quotedName(schema);
    const list = columns.map((column, index) => {
      const quoted = quotedName(column.name);
      return this.isOfPoint[index] ? quoted : `"own series".${quoted}`;
    });
    return [
      emptyTable([schema, 'points'], [seriesNumber, ...ofPoint]),
      emptyTable([schema, 'series'], [seriesNumber, ...ofSeries]),
      `CREATE VIEW ${name}.${quotedName(table)} AS SELECT ${list.join(', ')} FROM (
        SELECT *, (SELECT list(each ORDER BY "series number") FROM ${name}.series AS each)["series number"] AS "own series"
        FROM ${name}.points
      )`,
    ];
  }

  async append({ columns, rowCount, values }: ColumnTable): Promise<void> {
    const { schema } = this.shape;
    const { ofPoint } = this.split(columns);
    const { ofPoint: pointValues, ofSeries: seriesValues } = this.split(values);
    const starts = seriesStarts(rowCount, seriesValues);
    const numbers = starts.map((_, index) => this.seriesCount + index + 1);
    // Before the points, which may fail: a series may have no points, and a point has its series.
    this.series.push(seriesValues.map(each => starts.map(row => each[row] ?? null)));
    this.seriesCount += starts.length;
    await this.created;
    await appendRows(this.connection, [schema, 'points'], {
      columns: [seriesNumber, ...ofPoint],
      rowCount,
      values: [numberOfEach(rowCount, starts, numbers), ...pointValues],
    });
  }

  /** Once: closing an appender takes longer than appending the few series of an answer. */
  async end(): Promise<void> {
    const { schema, columns } = this.shape;
    const { ofSeries } = this.split(columns);
    const numbers = Array.from({ length: this.seriesCount }, (_, index) => index + 1);
    await this.created;
    await appendRows(this.connection, [schema, 'series'], {
      columns: [seriesNumber, ...ofSeries],
      rowCount: numbers.length,
      values: [numbers, ...ofSeries.map((_, at) => this.series.flatMap(each => each[at] ?? []))],
    });
  }

  private split<Item>(ofColumns: readonly Item[]): { ofPoint: Item[]; ofSeries: Item[] } {
    return {
      ofPoint: ofColumns.filter((_, index) => this.isOfPoint[index]),
      ofSeries: ofColumns.filter((_, index) => !this.isOfPoint[index]),
    };
  }
}

/** @returns The first row, and each row that differs from the row before in one of the columns. */
function seriesStarts(rowCount: number, values: ColumnTable['values']): number[] {
  const starts = new Set<number>(rowCount > 0 ? [0] : []);
  for (const column of values) {
    for (let row = 1; row < rowCount; row++) {
      if (column[row] !== column[row - 1]) {
        starts.add(row);
      }
    }
  }
  return [...starts].sort((a, b) => a - b);
}

/** @param starts The first row of each series, ascending. */
function numberOfEach(
  rowCount: number,
  starts: readonly number[],
  numbers: readonly number[],
): CellValue[] {
  const ofRow = new Array<CellValue>(rowCount).fill(null);
  starts.forEach((from, index) => ofRow.fill(numbers[index] ?? null, from, starts[index + 1]));
  return ofRow;
}

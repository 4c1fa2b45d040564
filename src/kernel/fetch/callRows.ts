/**
 * The rows of one call on their way into its table.
 *
 * Most columns of a time series have one value for all of its points, and writing it for every point takes most of the
 * time of loading. So points are appended with the number of their series only, each series is appended once, and DuckDB
 * joins the two in its own threads.
 */

import type { CellValue, Column, ColumnTable } from '../../core/service/columns';
import { quotedName } from '../../core/base/quoted';
import { appendRows, createTable, type StoredColumn } from './loadTable';
import type { SerialConnection } from '../engine/serialConnection';

export interface CallRows {
  /** Adds rows after those before; one call at a time. The table may hold them only after `finish`. */
  append(rows: ColumnTable): Promise<void>;
  finish(): Promise<void>;
}

export interface CallTableShape {
  /** Until `finish`, no other table in it may be called `points` or `series`. */
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly Column[];
  /** The columns whose values differ from point to point; undefined if the rows are no time series. */
  readonly pointColumns: readonly string[] | undefined;
  /** Points that are joined with their series at a time: a bound of the memory and the time that it takes. */
  readonly mostPoints?: number;
}

/** Creates an empty table for the rows of a call. */
export async function createCallTable(
  connection: SerialConnection,
  shape: CallTableShape,
): Promise<CallRows> {
  const { schema, table, columns, pointColumns } = shape;
  await createTable(connection, [schema, table], columns);
  if (!pointColumns) {
    return {
      append: rows => appendRows(connection, [schema, table], rows),
      finish: async () => undefined,
    };
  }
  const isOfPoint = columns.map(({ name }) => pointColumns.includes(name));
  const seriesRows = new SeriesRows(connection, shape, isOfPoint);
  await seriesRows.create();
  return seriesRows;
}

const MOST_POINTS = 500_000;

/** From 1. No field of the service has a space in its name. */
const seriesNumber: StoredColumn = { name: 'series number', type: 'INTEGER' };

class SeriesRows implements CallRows {
  private pointCount = 0;
  private seriesCount = 0;

  constructor(
    private readonly connection: SerialConnection,
    private readonly shape: CallTableShape,
    private readonly isOfPoint: readonly boolean[],
  ) {}

  async create(): Promise<void> {
    const { schema, columns } = this.shape;
    const { ofPoint, ofSeries } = this.split(columns);
    await createTable(this.connection, [schema, 'points'], [seriesNumber, ...ofPoint]);
    await createTable(this.connection, [schema, 'series'], [seriesNumber, ...ofSeries]);
  }

  async append({ columns, rowCount, values }: ColumnTable): Promise<void> {
    const { schema } = this.shape;
    const { ofPoint, ofSeries } = this.split(columns);
    const { ofPoint: pointValues, ofSeries: seriesValues } = this.split(values);
    const starts = seriesStarts(rowCount, seriesValues);
    const numbers = starts.map((_, index) => this.seriesCount + index + 1);
    await appendRows(this.connection, [schema, 'series'], {
      columns: [seriesNumber, ...ofSeries],
      rowCount: starts.length,
      values: [numbers, ...seriesValues.map(each => starts.map(row => each[row] ?? null))],
    });
    await appendRows(this.connection, [schema, 'points'], {
      columns: [seriesNumber, ...ofPoint],
      rowCount,
      values: [numberOfEach(rowCount, starts, numbers), ...pointValues],
    });
    this.pointCount += rowCount;
    this.seriesCount += starts.length;
    if (this.pointCount >= (this.shape.mostPoints ?? MOST_POINTS)) {
      await this.move();
      await this.remove('DELETE FROM');
    }
  }

  async finish(): Promise<void> {
    if (this.pointCount > 0) {
      await this.move();
    }
    await this.remove('DROP TABLE');
  }

  /** A query of one table keeps the order of its rows, which a join would not. */
  private async move(): Promise<void> {
    const { schema, table, columns } = this.shape;
    const name = quotedName(schema);
    const list = columns.map((column, index) => {
      const quoted = quotedName(column.name);
      return this.isOfPoint[index] ? quoted : `"own series".${quoted}`;
    });
    await this.connection.run(
      `INSERT INTO ${name}.${quotedName(table)} SELECT ${list.join(', ')} FROM (
        SELECT *, (SELECT list(each ORDER BY "series number") FROM ${name}.series AS each)["series number"] AS "own series"
        FROM ${name}.points
      )`,
    );
  }

  private async remove(verb: 'DELETE FROM' | 'DROP TABLE'): Promise<void> {
    for (const name of ['points', 'series']) {
      await this.connection.run(`${verb} ${quotedName(this.shape.schema)}.${name}`);
    }
    this.pointCount = 0;
    this.seriesCount = 0;
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

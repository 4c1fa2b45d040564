/**
 * Rows as columns, as small as JSON allows: a column of few different values names each once, and columns that are the
 * same in a table and in the data of a chart are held once.
 */

import { isRecord, type Json } from '../base/json';
import type { Rows } from '../protocol/outcome';

/** The values in order, or the different values and the place of each row's value among them. */
export type PackedColumn =
  | readonly Json[]
  | { readonly values: readonly Json[]; readonly places: readonly number[] };

/** Of more different values than this share of the rows, places save nothing. */
const MOST_DIFFERENT = 0.5;

export class ColumnPool {
  private readonly known = new Map<string, number>();

  /** The columns as JSON, each once. */
  get json(): readonly string[] {
    return [...this.known.keys()];
  }

  /** @returns The place of each column of the rows in the pool. */
  add(rows: Rows, columnCount: number): number[] {
    return Array.from({ length: columnCount }, (_, column) =>
      this.place(JSON.stringify(packed(rows.map(row => row[column] ?? null)))),
    );
  }

  private place(json: string): number {
    const place = this.known.get(json) ?? this.known.size;
    this.known.set(json, place);
    return place;
  }
}

/** @returns Whether parsed JSON is a column. */
export function isPackedColumn(value: unknown): value is PackedColumn {
  if (Array.isArray(value)) {
    return true;
  }
  if (!isRecord(value)) {
    return false;
  }
  const { values, places } = value;
  return (
    Array.isArray(values) &&
    Array.isArray(places) &&
    places.every(place => typeof place === 'number')
  );
}

/** @returns The values of the column, one a row. */
export function unpacked(column: PackedColumn): readonly Json[] {
  return 'places' in column ? column.places.map(place => column.values[place] ?? null) : column;
}

function packed(values: readonly Json[]): PackedColumn {
  const places = new Map<Json, number>();
  const most = values.length * MOST_DIFFERENT;
  for (const value of values) {
    if (places.size > most || Array.isArray(value) || isRecord(value)) {
      return values;
    }
    if (!places.has(value)) {
      places.set(value, places.size);
    }
  }
  return places.size > most
    ? values
    : { values: [...places.keys()], places: values.map(value => places.get(value) ?? 0) };
}

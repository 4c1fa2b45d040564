/** A ranked list as comparing needs it. */

import type { CellValue, ColumnTable } from '../service/columns';

/** One place of a list. */
export interface OverlayRow {
  /** Canonical key; null if the answer has none. */
  readonly entity: string | null;
  /** Place in the list as the service ordered it, from 1. */
  readonly rank: number;
  readonly name: string | null;
  readonly ticker: string | null;
  /** Day of the signal, in days since 1970-01-01. */
  readonly date: number | null;
  readonly score: number | null;
}

export interface OverlayList {
  /** In the order of the service. */
  readonly rows: readonly OverlayRow[];
  /** Requested places; there may be fewer rows. */
  readonly amount: number;
}

/** @returns The rows of an answer. A row without a rank takes its place's number. */
export function overlayRows(table: ColumnTable): OverlayRow[] {
  const column = (name: string): readonly CellValue[] =>
    table.values[table.columns.findIndex(each => each.name === name)] ?? [];
  const [entities, ranks, names] = [column('entity'), column('rank'), column('name')];
  const [tickers, dates, scores] = [column('ticker'), column('date'), column('bull_bear_score')];
  return Array.from({ length: table.rowCount }, (_, row) => ({
    entity: textOf(entities[row]),
    rank: numberOf(ranks[row]) ?? row + 1,
    name: textOf(names[row]),
    ticker: textOf(tickers[row]),
    date: numberOf(dates[row]),
    score: numberOf(scores[row]),
  }));
}

function textOf(value: CellValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: CellValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

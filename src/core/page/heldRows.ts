/** Reads the rows that a written notebook holds: those of each result, up to a limit, as long as their kernel has them. */

import { t } from '../base/translations';
import { rowsText } from '../protocol/footer';
import type { Rows } from '../protocol/outcome';
import type { ResultOutput } from '../protocol/output';
import { maxPageRows, type PageAnswer, type PageParams } from '../protocol/questions';

/** How much of a table a file holds. */
export interface HeldTables {
  readonly mostRows: number;
  /** The note on a table that is not whole; null: where the table is shown, it is stated. */
  readonly cutNote: ((held: number, all: number) => string) | null;
}

/** By the format of the file. */
export const heldTables = {
  html: {
    mostRows: 100_000,
    cutNote: (held, all) =>
      t('The first {0} of {1} are in this page.', rowsText(held), rowsText(all)),
  },
  md: { mostRows: 100, cutNote: null },
} as const satisfies Record<string, HeldTables>;

/** Values of all tables of a file: some ten megabytes. */
const MOST_VALUES = 2_000_000;

export type AskPage = (params: PageParams) => Promise<PageAnswer>;

export class HeldRows {
  private valuesLeft = MOST_VALUES;

  /** @param ask Asks the kernel of the results; rejects if it has the rows no more. */
  constructor(
    private readonly ask: AskPage,
    private readonly tables: HeldTables,
  ) {}

  /**
   * @returns The result with the rows that the file holds, and a note if these are not all. Must be called while the
   * kernel keeps the result.
   */
  async of(output: ResultOutput): Promise<ResultOutput> {
    const { chart } = output;
    const { table, notes } = await this.tableOf(output);
    const datasets = [];
    for (const dataset of chart?.datasets ?? []) {
      const { resultId, rowCount } = dataset;
      const rows = dataset.rows ?? (await this.rows({ resultId, offset: 0, limit: rowCount }));
      datasets.push({ ...dataset, rows });
    }
    return {
      ...output,
      table,
      chart: chart && { ...chart, datasets },
      notes: [...output.notes, ...notes],
    };
  }

  private async tableOf({
    table,
    restored,
  }: ResultOutput): Promise<Pick<ResultOutput, 'table' | 'notes'>> {
    if (table === null) {
      return { table, notes: [] };
    }
    const { id, columns, rowCount } = table;
    const affordable = Math.floor(this.valuesLeft / Math.max(1, columns.length));
    const wanted = Math.min(rowCount, this.tables.mostRows, affordable);
    const all =
      table.rows.length >= wanted || restored
        ? null
        : await this.rows({ resultId: id, offset: 0, limit: wanted, nestedAsText: true });
    const rows = (all ?? table.rows).slice(0, wanted);
    this.valuesLeft -= rows.length * columns.length;
    const isCut = rows.length < rowCount;
    const note = isCut ? this.tables.cutNote?.(rows.length, rowCount) : undefined;
    return { table: { ...table, rows }, notes: note === undefined ? [] : [note] };
  }

  /** Null if the kernel has them no more. */
  private async rows(params: PageParams): Promise<Rows | null> {
    const rows: Rows[number][] = [];
    try {
      while (rows.length < params.limit) {
        const limit = Math.min(maxPageRows, params.limit - rows.length);
        const page = await this.ask({ ...params, offset: rows.length, limit });
        if (page.rows.length === 0) {
          return null;
        }
        for (const row of page.rows) {
          rows.push(row);
        }
      }
    } catch {
      return null;
    }
    return rows;
  }
}

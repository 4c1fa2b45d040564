/** Reads the rows that a page holds: those of each result, up to a limit, as long as their kernel has them. */

import { rowsText } from '../protocol/footer';
import type { Rows } from '../protocol/outcome';
import type { ResultOutput } from '../protocol/output';
import { maxPageRows, type PageAnswer, type PageParams } from '../protocol/questions';

/** Rows of one table in a page. */
export const mostTableRows = 100_000;

/** Values of all tables of a page: some ten megabytes. */
const MOST_VALUES = 2_000_000;

export type AskPage = (params: PageParams) => Promise<PageAnswer>;

export class HeldRows {
  private valuesLeft = MOST_VALUES;

  /** @param ask Asks the kernel of the results; rejects if it has the rows no more. */
  constructor(private readonly ask: AskPage) {}

  /**
   * @returns The result with the rows that the page holds, and a note if these are not all. Must be called while the
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
    const wanted = Math.min(rowCount, mostTableRows, affordable);
    const all =
      table.rows.length >= wanted || restored
        ? null
        : await this.rows({ resultId: id, offset: 0, limit: wanted, nestedAsText: true });
    const rows = (all ?? table.rows).slice(0, wanted);
    this.valuesLeft -= rows.length * columns.length;
    const isCut = rows.length < rowCount;
    const note = `The first ${rowsText(rows.length)} of ${rowsText(rowCount)} are in this page.`;
    return { table: { ...table, rows }, notes: isCut ? [note] : [] };
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

/**
 * The rows of a result that the page holds.
 *
 * The first rows came with the output and stay. The others are read in pages when they are looked at; only
 * the pages used last are kept, so that the page's memory does not grow with the result.
 */

import type { Rows } from '../hostChannel';

export const ROWS_PER_PAGE = 200;
const MAX_PAGES = 50;
const MAX_IN_FLIGHT = 2;

export type RowState =
  | { readonly kind: 'here'; readonly values: Rows[number] }
  | { readonly kind: 'awaited' }
  | { readonly kind: 'failed'; readonly page: number; readonly message: string };

/** Asks for `ROWS_PER_PAGE` rows from `offset`. */
export type LoadRows = (offset: number, limit: number) => Promise<Rows>;

export class PageCache {
  /** In order of use, oldest first. */
  private readonly pages = new Map<number, Rows>();
  private readonly failures = new Map<number, string>();
  private inFlight = new Set<number>();
  private wanted: number[] = [];

  /**
   * @param first The rows from 0 on that came with the output.
   * @param load Asks for further rows.
   * @param onChange Called after rows came or failed to come.
   */
  constructor(
    private first: Rows,
    private load: LoadRows,
    private readonly onChange: () => void,
  ) {}

  /** Begins anew with other rows; answers to what was asked before are not taken any more. */
  replace(first: Rows, load: LoadRows): void {
    this.first = first;
    this.load = load;
    this.pages.clear();
    this.failures.clear();
    this.inFlight = new Set();
    this.wanted = [];
  }

  /** What is known of the row; does not ask for it. */
  row(index: number): RowState {
    const early = this.first[index];
    if (early !== undefined) {
      return { kind: 'here', values: early };
    }
    const page = Math.floor(index / ROWS_PER_PAGE);
    const values = this.pages.get(page)?.[index - page * ROWS_PER_PAGE];
    if (values !== undefined) {
      return { kind: 'here', values };
    }
    const message = this.failures.get(page);
    return message === undefined ? { kind: 'awaited' } : { kind: 'failed', page, message };
  }

  /**
   * Says which rows are looked at now, half-open. Pages among them that are missing are asked for, a few at a
   * time; pages that were wanted before and are not looked at any more are not asked for.
   */
  want(from: number, to: number): void {
    this.wanted = [];
    const start = Math.max(from, this.first.length);
    const end = start < to ? Math.ceil(to / ROWS_PER_PAGE) : 0;
    for (let page = Math.floor(start / ROWS_PER_PAGE); page < end; page++) {
      const rows = this.pages.get(page);
      if (rows !== undefined) {
        this.pages.delete(page);
        this.pages.set(page, rows);
      } else if (!this.failures.has(page) && !this.inFlight.has(page)) {
        this.wanted.push(page);
      }
    }
    this.askNext();
  }

  /** Asks again for a page that failed. */
  retry(page: number): void {
    if (!this.failures.delete(page)) {
      return;
    }
    this.wanted.unshift(page);
    this.askNext();
    this.onChange();
  }

  private askNext(): void {
    while (this.inFlight.size < MAX_IN_FLIGHT) {
      const page = this.wanted.shift();
      if (page === undefined) {
        return;
      }
      const { inFlight } = this;
      inFlight.add(page);
      void this.ask(page).finally(() => {
        inFlight.delete(page);
        this.askNext();
        this.onChange();
      });
    }
  }

  private async ask(page: number): Promise<void> {
    const { inFlight } = this;
    try {
      const rows = await this.load(page * ROWS_PER_PAGE, ROWS_PER_PAGE);
      if (rows.length === 0) {
        throw new Error('The answer held no rows.');
      }
      if (inFlight === this.inFlight) {
        this.keep(page, rows);
      }
    } catch (error) {
      if (inFlight === this.inFlight) {
        this.failures.set(page, error instanceof Error ? error.message : String(error));
      }
    }
  }

  private keep(page: number, rows: Rows): void {
    this.pages.set(page, rows);
    const oldest = this.pages.keys().next().value;
    if (this.pages.size > MAX_PAGES && oldest !== undefined) {
      this.pages.delete(oldest);
    }
  }
}

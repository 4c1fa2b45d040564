/**
 * The rows of a result that the page has loaded.
 *
 * The first rows are part of the output and stay. The others are loaded in pages when they come into view, and then the
 * adjacent pages. Only the most recently used pages are kept, so that the page's memory does not grow with the result.
 */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import type { Rows } from '../../core/protocol/outcome';
import {
  missingRuns,
  nearPages,
  ROWS_PER_PAGE,
  seenPages,
  type Heading,
  type PageRun,
  type Sight,
} from './pagePlan';

const MAX_PAGES = 100;
/** The most concurrent requests for rows that are not kept. */
const ROWS_READ_AT_ONCE = 5_000;
const MAX_IN_FLIGHT = 3;
/** The most concurrent requests for rows that are not in view, so that there is always room for one that is. */
const MAX_AHEAD_IN_FLIGHT = 2;

export type RowState =
  | { readonly kind: 'here'; readonly values: Rows[number] }
  | { readonly kind: 'awaited' }
  | { readonly kind: 'failed'; readonly page: number; readonly message: string };

/** Requests `limit` rows from `offset`. */
export type LoadRows = (offset: number, limit: number) => Promise<Rows>;

export interface RowSource {
  readonly rowCount: number;
  /** The loaded rows from 0 on. */
  readonly first: Rows;
  /** Requests further rows. */
  readonly load: LoadRows;
}

export class PageCache {
  /** Least recently used first. */
  private readonly pages = new Map<number, Rows>();
  private readonly failures = new Map<number, string>();
  private inFlight = new Set<PageRun>();
  private sight: Sight | undefined;
  private lastFrom: number | undefined;

  /** @param onChange Called after rows arrived or failed to load. */
  constructor(
    private source: RowSource,
    private readonly onChange: () => void,
  ) {}

  /** Starts again with other rows; answers to earlier requests are ignored. */
  replace(source: RowSource): void {
    this.source = source;
    this.pages.clear();
    this.failures.clear();
    this.inFlight = new Set();
    this.sight = undefined;
    this.lastFrom = undefined;
  }

  /** The state of the row; does not request it. */
  row(index: number): RowState {
    const early = this.source.first[index];
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

  /** @returns Rows `from <= row < to`, if all of them are loaded. */
  atHand(from: number, to: number): Rows | undefined {
    const rows: Rows[number][] = [];
    for (let index = from; index < to; index++) {
      const state = this.row(index);
      if (state.kind !== 'here') {
        return undefined;
      }
      rows.push(state.values);
    }
    return rows;
  }

  /**
   * Reads rows without keeping them.
   *
   * @returns Rows `from <= row < to`. Rejects with a sentence for the reader.
   */
  async read(from: number, to: number): Promise<Rows> {
    const { load } = this.source;
    const rows: Rows[number][] = [];
    while (rows.length < to - from) {
      const offset = from + rows.length;
      const page = await load(offset, Math.min(ROWS_READ_AT_ONCE, to - offset));
      if (page.length === 0) {
        throw new Error(t('the rows ended after {0}.', offset));
      }
      rows.push(...page);
    }
    return rows;
  }

  /**
   * Sets the rows in view, half-open. Missing ones are requested at once, a few requests at a time, and adjacent rows
   * after them; pages that were scrolled past are not requested.
   */
  want(from: number, to: number): void {
    const { rowCount, first } = this.source;
    const start = Math.min(to, Math.max(from, first.length));
    this.sight = { from: start, to, rowCount, heading: this.headingTo(from) };
    this.lastFrom = from;
    const near = nearPages(this.sight);
    for (let page = near.from; page < near.to; page++) {
      this.use(page);
    }
    this.askNext();
  }

  /** Requests a failed page again. */
  retry(page: number): void {
    if (!this.failures.delete(page)) {
      return;
    }
    this.askNext();
    this.onChange();
  }

  private headingTo(from: number): Heading {
    if (this.lastFrom === undefined || this.lastFrom === from) {
      return this.sight?.heading ?? 'nowhere';
    }
    return from < this.lastFrom ? 'up' : 'down';
  }

  private use(page: number): void {
    const rows = this.pages.get(page);
    if (rows !== undefined) {
      this.pages.delete(page);
      this.pages.set(page, rows);
    }
  }

  private askNext(): void {
    for (let run = this.nextRun(); run !== undefined; run = this.nextRun()) {
      const { inFlight } = this;
      const asked = run;
      inFlight.add(asked);
      void this.ask(asked).finally(() => {
        inFlight.delete(asked);
        this.askNext();
        this.onChange();
      });
    }
  }

  /** The pages to request now: adjacent ones only after the rows in view are loaded. */
  private nextRun(): PageRun | undefined {
    if (this.sight === undefined || this.inFlight.size >= MAX_IN_FLIGHT) {
      return undefined;
    }
    const { sight } = this;
    const waiting = missingRuns(seenPages(sight), sight.heading, page => this.isMissing(page));
    const isNear = waiting.length === 0;
    if (isNear && this.inFlight.size >= MAX_AHEAD_IN_FLIGHT) {
      return undefined;
    }
    const pages = isNear ? nearPages(sight) : seenPages(sight);
    return missingRuns(
      pages,
      sight.heading,
      page => this.isMissing(page) && !this.isAsked(page),
    )[0];
  }

  private isMissing(page: number): boolean {
    const end = Math.min((page + 1) * ROWS_PER_PAGE, this.source.rowCount);
    return end > this.source.first.length && !this.pages.has(page) && !this.failures.has(page);
  }

  private isAsked(page: number): boolean {
    return [...this.inFlight].some(({ from, to }) => page >= from && page < to);
  }

  private async ask(run: PageRun): Promise<void> {
    const { inFlight } = this;
    const { from, to } = run;
    try {
      const rows = await this.source.load(from * ROWS_PER_PAGE, (to - from) * ROWS_PER_PAGE);
      if (inFlight === this.inFlight) {
        this.keep(run, rows);
      }
    } catch (error) {
      if (inFlight === this.inFlight) {
        const message = errorMessage(error);
        this.fail(run, message);
      }
    }
  }

  private keep({ from, to }: PageRun, rows: Rows): void {
    for (let page = from; page < to; page++) {
      const start = (page - from) * ROWS_PER_PAGE;
      const own = rows.slice(start, start + ROWS_PER_PAGE);
      if (own.length === 0) {
        this.fail({ from: page, to }, t('The answer contained no rows.'));
        break;
      }
      this.pages.set(page, own);
    }
    for (const oldest of this.pages.keys()) {
      if (this.pages.size <= MAX_PAGES) {
        break;
      }
      this.pages.delete(oldest);
    }
  }

  private fail({ from, to }: PageRun, message: string): void {
    for (let page = from; page < to; page++) {
      this.failures.set(page, message);
    }
  }
}

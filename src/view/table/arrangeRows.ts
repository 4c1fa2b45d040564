/** Requests a grid's rows from the kernel in another order or with other filters, and shows them when they arrive. */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import {
  asMade,
  isAsMade,
  type Arrangement,
  type ColumnFilter,
} from '../../core/protocol/arrangement';
import type { ResultTable } from '../../core/protocol/outcome';
import type { ColumnSummary, ValueCounts } from '../../core/protocol/columnSummary';
import type { CompanyDay, EntityKey, EntityLink } from '../../core/protocol/entityLink';
import type { PageAnswer } from '../../core/protocol/questions';
import type { HostChannel } from '../hostChannel';
import type { Lifetime } from '../lifetime';
import type { LoadRows, RowSource } from './pageCache';
import { ROWS_PER_PAGE } from './pagePlan';

const noKernel = (): string => t('No kernel has this result any more. Run the cell again.');

/** The part of the grid for order and filters. */
export interface ArrangedGrid {
  /** The arrangement of the shown rows. */
  readonly arrangement: Arrangement;
  /** The last requested arrangement; its rows may not have arrived yet. */
  readonly wanted: Arrangement;
  want(arrangement: Arrangement): void;
}

export interface RowsPlace {
  readonly grid: ArrangedGrid;
  show(arrangement: Arrangement, rows: RowSource): void;
  /** Called with true while rows are awaited. */
  wait(isWaiting: boolean): void;
  fail(message: string): void;
}

export class RowArranger {
  /** Cancel the request for other rows, and those for more of the shown rows. */
  private asking = new AbortController();
  private paging = new AbortController();
  private readonly ended = new AbortController();
  private isOver = false;

  /** @param channel Null if no kernel has the rows. */
  constructor(
    private readonly table: ResultTable,
    private readonly channel: HostChannel | null,
    private readonly place: RowsPlace,
    lifetime: Lifetime,
  ) {
    lifetime.add(() => {
      this.asking.abort();
      this.paging.abort();
      this.ended.abort();
    });
  }

  get isPossible(): boolean {
    return this.channel !== null && !this.isOver;
  }

  /** No kernel has the rows any more: those that were loaded stay. */
  end(): void {
    this.isOver = true;
    this.stop();
  }

  /** Whether there is a notebook for cells about the companies in the rows. */
  get hasLinks(): boolean {
    return this.channel?.hasNotebook ?? true;
  }

  /** Requests further rows of the result in its own order. */
  get load(): LoadRows {
    return this.loader(asMade, this.paging.signal);
  }

  /** Cancels earlier requests. The shown rows stay until the new ones arrive. */
  async arrange(arrangement: Arrangement): Promise<void> {
    this.place.grid.want(arrangement);
    this.asking.abort();
    this.asking = new AbortController();
    this.place.wait(true);
    try {
      const { rows, rowCount } = await this.firstRows(arrangement, this.asking.signal);
      this.paging.abort();
      this.paging = new AbortController();
      this.place.show(arrangement, {
        rowCount,
        first: rows,
        load: this.loader(arrangement, this.paging.signal),
      });
    } catch (error) {
      this.forget();
      this.place.fail(errorMessage(error));
    }
    this.place.wait(false);
  }

  /** Keeps the rows; cancels what was requested. */
  stop(): void {
    this.asking.abort();
    this.forget();
    this.place.wait(false);
  }

  private forget(): void {
    const { grid } = this.place;
    grid.want(grid.arrangement);
  }

  /** Requests the summary of a column over the rows that match the filters of the other columns. */
  summary(column: number, signal = this.ended.signal): Promise<ColumnSummary> {
    const question = { resultId: this.table.id, column, filters: this.filtersBeside(column) };
    return this.channel === null
      ? Promise.reject(new Error(noKernel()))
      : this.channel.ask('summary', question, signal);
  }

  /** Requests values of a column from the rows that match the filters of the other columns. */
  values(column: number, search: string, signal: AbortSignal): Promise<ValueCounts> {
    const filters = this.filtersBeside(column);
    const question = { resultId: this.table.id, column, search, filters };
    return this.channel === null
      ? Promise.reject(new Error(noKernel()))
      : this.channel.ask('values', question, signal);
  }

  /** @returns The filters of the other columns. */
  filtersBeside(column: number): readonly ColumnFilter[] {
    return this.place.grid.wanted.filters.filter(filter => filter.column !== column);
  }

  follow(link: EntityLink, key: EntityKey): void {
    this.channel?.follow({ resultId: this.table.id, link, key });
  }

  eventsAround(about: CompanyDay): void {
    this.channel?.eventsAround({ resultId: this.table.id, ...about });
  }

  private async firstRows(arrangement: Arrangement, signal: AbortSignal): Promise<PageAnswer> {
    if (isAsMade(arrangement) || this.channel === null) {
      return { rows: this.table.rows, rowCount: this.table.rowCount };
    }
    const { id: resultId } = this.table;
    const question = { resultId, offset: 0, limit: ROWS_PER_PAGE, arrangement };
    return this.channel.ask('page', { ...question, nestedAsText: true }, signal);
  }

  private loader(arrangement: Arrangement, signal: AbortSignal): LoadRows {
    const { channel, table } = this;
    return async (offset, limit) => {
      if (channel === null) {
        throw new Error(t('These rows were not kept. Run the cell again.'));
      }
      const question = { resultId: table.id, offset, limit, arrangement, nestedAsText: true };
      return (await channel.ask('page', question, signal)).rows;
    };
  }
}

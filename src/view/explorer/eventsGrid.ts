/** The grid with a row an event, in place of that with a row a mention. */

import type { ColumnFilter } from '../../core/protocol/arrangement';
import type { ResultTable } from '../../core/protocol/outcome';
import type { HostChannel } from '../hostChannel';
import { Lifetime } from '../lifetime';
import { goOnFrom } from '../table/keptTables';
import { TableView } from '../table/tableView';

export interface ShownEvents {
  readonly view: TableView;
  readonly table: ResultTable;
}

export class EventsGrid {
  private lifetime: Lifetime | undefined;
  /** Null while mentions are shown. */
  shown: ShownEvents | null = null;

  constructor(
    private readonly channel: HostChannel,
    private readonly resultId: string,
  ) {}

  /** Groups the mentions that match the filters; the grid goes on as the reader left the one before. */
  async group(filters: readonly ColumnFilter[], signal: AbortSignal): Promise<ShownEvents> {
    const { resultId } = this;
    const table = await this.channel.ask('mentions', { resultId, filters }, signal);
    if (this.shown) {
      goOnFrom(this.shown.table, table);
    }
    this.lifetime?.end();
    this.lifetime = new Lifetime();
    const view = new TableView(table, table.rowCount, this.channel, this.lifetime);
    this.shown = { view, table };
    return this.shown;
  }

  end(): void {
    this.lifetime?.end();
    this.shown = null;
  }
}

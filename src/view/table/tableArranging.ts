/** Order and filters of one grid: requests the rows, shows them in the grid, and reports the arrangement. */

import { counted } from '../../core/base/text';
import { t } from '../../core/base/translations';
import type { Arrangement, ColumnFilter, SortKey } from '../../core/protocol/arrangement';
import { asMade, isAsMade } from '../../core/protocol/arrangement';
import type { ResultTable } from '../../core/protocol/outcome';
import { sortTexts } from '../../core/protocol/shownRows';
import type { HostChannel } from '../hostChannel';
import type { Lifetime } from '../lifetime';
import { RowArranger, type ArrangedGrid } from './arrangeRows';
import { shownFilterTexts, sortText, toggledSort, withFilters } from './arranging';
import { ChipLine, type Chip } from './chipLine';
import type { RowSource } from './pageCache';
import type { TableModel } from './tableModel';

const noKernel = (): string =>
  t('Sorting and filtering need the kernel that made this result: run the cell again.');

export interface ArrangedPlace {
  readonly model: TableModel;
  /** Shows other rows, which the model already has. */
  showRows(rows: RowSource): void;
  showBusy(isBusy: boolean): void;
  /** Shows every column of the result. */
  showAllColumns(): void;
  showStatus(text: string): void;
}

type MarkFilter = Extract<ColumnFilter, { kind: 'mark' }>;

export class TableArranging {
  readonly rows: RowArranger;
  readonly line: ChipLine;
  /** Called with the filters that the reader wants now. */
  onFilters: (filters: readonly ColumnFilter[]) => void = () => undefined;
  /** Called when a mark's rows are no longer the ones that are shown. */
  onUnmark: () => void = () => undefined;
  /** The filters that a mark's rows replaced. */
  private unmarked: readonly ColumnFilter[] = [];

  /** @param channel Null if no kernel has the rows. */
  constructor(
    table: ResultTable,
    channel: HostChannel | null,
    private readonly place: ArrangedPlace,
    lifetime: Lifetime,
  ) {
    const arranged = {
      grid: this.followed(place.model),
      show: (arrangement: Arrangement, rows: RowSource) => this.show(arrangement, rows),
      wait: (isWaiting: boolean) => this.wait(isWaiting),
      fail: (message: string) =>
        this.place.showStatus(t('The rows stay as they were: {0}', message)),
    };
    this.rows = new RowArranger(table, channel, arranged, lifetime);
    const actions = { onClear: () => this.clear(), onStop: () => this.rows.stop() };
    this.line = new ChipLine(table.rowCount, actions, lifetime);
  }

  /** Requests the rows in the reader's last arrangement, if that is not the result's own. */
  restore(): void {
    const { wanted } = this.place.model;
    if (!isAsMade(wanted)) {
      this.arrange(wanted);
    }
    this.update('');
  }

  /** @param add Whether other columns keep their part in the order. */
  toggleSort(source: number, add: boolean): void {
    this.sort(toggledSort(this.place.model.wanted.sort, source, add));
  }

  sort(sort: readonly SortKey[]): void {
    this.arrange({ ...this.place.model.wanted, sort });
  }

  /** @param own The column's new filters. */
  filter(source: number, own: readonly ColumnFilter[]): void {
    const { wanted } = this.place.model;
    this.arrange({ ...wanted, filters: withFilters(wanted.filters, source, own) });
  }

  /** Replaces the filters of all columns. */
  filterAll(filters: readonly ColumnFilter[]): void {
    this.arrange({ ...this.place.model.wanted, filters });
  }

  /** Shows only the rows of a mark; null: the rows that were shown before, if a mark's are still shown. */
  showMark(mark: MarkFilter | null): void {
    const { wanted } = this.place.model;
    const isMarked = hasMark(wanted);
    if (!isMarked) {
      this.unmarked = wanted.filters;
    }
    if (mark !== null || isMarked) {
      this.arrange({ ...wanted, filters: mark === null ? this.unmarked : [mark] });
    }
  }

  /** @returns Whether a kernel has the rows; shows a message if none has. */
  isPossible(): boolean {
    if (!this.rows.isPossible) {
      this.place.showStatus(noKernel());
    }
    return this.rows.isPossible;
  }

  /** Updates the description of what is shown, for example after columns were hidden. */
  update(order: string): void {
    const { rowCount } = this.place.model;
    this.line.show(rowCount, this.chips(), order);
  }

  private followed(model: TableModel): ArrangedGrid {
    return {
      get arrangement() {
        return model.arrangement;
      },
      get wanted() {
        return model.wanted;
      },
      want: arrangement => {
        model.want(arrangement);
        this.onFilters(arrangement.filters);
      },
    };
  }

  private arrange(arrangement: Arrangement): void {
    if (this.isPossible()) {
      void this.rows.arrange(arrangement);
    }
  }

  private clear(): void {
    this.place.showAllColumns();
    if (!isAsMade(this.place.model.wanted)) {
      this.arrange(asMade);
    }
  }

  private show(arrangement: Arrangement, rows: RowSource): void {
    const { model } = this.place;
    const isSorted = arrangement.sort !== model.arrangement.sort;
    const wasMarked = hasMark(model.arrangement);
    model.rearrange(arrangement, rows);
    this.place.showRows(rows);
    this.update(isSorted ? sortText(arrangement.sort, model.names) : '');
    this.place.showStatus('');
    if (wasMarked && !hasMark(arrangement)) {
      this.onUnmark();
    }
  }

  private wait(isWaiting: boolean): void {
    this.place.showBusy(isWaiting);
    this.line.wait(isWaiting);
  }

  private chips(): Chip[] {
    const { model } = this.place;
    const { sort, filters } = model.arrangement;
    const texts = shownFilterTexts(filters, model.allColumns);
    const filterChips = filters.map((filter, index) => ({
      text: texts[index] ?? '',
      onRemove: () => this.without({ filter }),
    }));
    const sortChips = sort.map((key, index) => ({
      text: sortTexts(model.arrangement, model.names)[index] ?? '',
      onRemove: () => this.without({ key }),
    }));
    const hidden = model.hiddenCount;
    const columnChips =
      hidden === 0
        ? []
        : [
            {
              text: counted(hidden, 'hidden column'),
              onRemove: () => this.place.showAllColumns(),
            },
          ];
    return [...filterChips, ...sortChips, ...columnChips];
  }

  private without({ filter, key }: { filter?: ColumnFilter; key?: SortKey }): void {
    const { sort, filters } = this.place.model.wanted;
    this.arrange({
      sort: sort.filter(one => one !== key),
      filters: filters.filter(one => one !== filter),
    });
  }
}

function hasMark({ filters }: Arrangement): boolean {
  return filters.some(({ kind }) => kind === 'mark');
}

/** A result on a page: its chart with the rows folded below it, or its table. Drawn when it comes near the view. */

import { t } from '../../core/base/translations';
import type { ResultTable } from '../../core/protocol/outcome';
import type { ResultOutput } from '../../core/protocol/output';
import { followColours } from '../appearance';
import { ChartView } from '../chart/chartView';
import { element } from '../dom';
import { MarkRows } from '../markRows';
import type { HostChannel } from '../hostChannel';
import { Lifetime } from '../lifetime';
import { TableView } from '../table/tableView';

/** How far below the view a result is drawn, px. */
const AHEAD = 300;

export class ResultOnPage {
  readonly chart: ChartView | null;
  /** The grid, after it was first shown. */
  grid: TableView | undefined;
  /** Resolves when it is drawn, or found to be out of view at first. */
  readonly settled: Promise<void>;
  private readonly lifetime = new Lifetime();

  /**
   * @param rowCount Rows of the table that can be shown.
   * @param channel Null if nothing has more rows than the output.
   */
  constructor(
    readonly place: HTMLElement,
    readonly output: ResultOutput,
    private readonly rowCount: number,
    private readonly channel: HostChannel | null,
  ) {
    const { chart } = output;
    this.chart = chart && new ChartView(chart, channel, this.lifetime);
    place.classList.add('ms-output');
    place.classList.toggle('awaited', chart !== null);
    followColours(place, this.lifetime);
    this.settled = new Promise(resolve => {
      const observer = new IntersectionObserver(
        entries => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) {
            observer.disconnect();
            void this.draw().then(resolve);
          } else {
            resolve();
          }
        },
        { rootMargin: `${AHEAD}px` },
      );
      observer.observe(place);
      this.lifetime.add(() => observer.disconnect());
    });
  }

  end(): void {
    this.lifetime.end();
  }

  private async draw(): Promise<void> {
    const { chart, output, place } = this;
    const { table } = output;
    const hasTable = table !== null && table.columns.length > 0;
    const shown = element('div', { class: 'on-screen' });
    place.prepend(shown);
    const folded = hasTable && chart ? this.foldedRows(table) : null;
    if (folded) {
      place.append(folded);
    } else if (hasTable) {
      this.showTable(table, shown);
    }
    if (chart) {
      shown.append(chart.node);
      this.offerRows(chart, shown, folded);
      await chart.show();
      place.classList.remove('awaited');
    }
  }

  /** @param folded Has the table of the result; null if the page has none. */
  private offerRows(chart: ChartView, shown: HTMLElement, folded: HTMLDetailsElement | null): void {
    const { channel, lifetime } = this;
    const resultId = this.output.table?.id;
    if (!channel) {
      return;
    }
    let isOpened = false;
    const other = element('div');
    let last: { readonly id: string; readonly view: TableView; readonly node: Node } | undefined;
    const gridOf = (table: ResultTable): NonNullable<typeof last> => {
      const view = new TableView(table, table.rowCount, channel, lifetime);
      const node = element('div');
      other.replaceChildren(node);
      view.showIn(node);
      return { id: table.id, view, node };
    };
    const fold = (): void => {
      // Rows that the reader has opened stay.
      if (folded && isOpened) {
        folded.open = false;
      }
      isOpened = false;
    };
    const marks = new MarkRows({
      ...{ channel, lifetime },
      showGrid: table => {
        if (table.id === resultId && folded) {
          other.replaceChildren();
          isOpened ||= !folded.open;
          folded.open = true;
          return this.grid ?? this.showTable(this.output.table ?? table, folded);
        }
        fold();
        last = last?.id === table.id ? last : gridOf(table);
        other.replaceChildren(last.node);
        return last.view;
      },
      hideGrid: () => {
        other.replaceChildren();
        fold();
      },
      focusChart: () => chart.focus(),
    });
    chart.offerRows(mark => void marks.show(mark));
    marks.closeAtEscape(this.place);
    shown.append(marks.node, other);
    showHint(marks.node);
  }

  private foldedRows(table: ResultTable): HTMLDetailsElement {
    const rows = element('details', { class: 'rows' }, [
      element('summary', {
        text: t('Show rows'),
        title: t('All rows of the chart. A click on a mark shows its own.'),
      }),
    ]);
    this.lifetime.listen(rows, 'toggle', () => {
      if (rows.open && !this.grid) {
        this.showTable(table, rows);
      }
    });
    return rows;
  }

  private showTable(table: ResultTable, parent: HTMLElement): TableView {
    const { rowCount, channel, lifetime } = this;
    this.grid = new TableView({ ...table, rowCount }, rowCount, channel, lifetime);
    this.grid.showIn(parent);
    return this.grid;
  }
}

/** Once is enough: at the first of the charts that are drawn, which are not always drawn in their order. */
function showHint(next: HTMLElement): void {
  const shown = document.querySelector('.hint');
  const isFirst = shown && next.compareDocumentPosition(shown) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (!shown || isFirst) {
    const text = t('Click or tap a mark to see its rows.');
    next.before(shown ?? element('p', { class: 'hint', text }));
  }
}

/** A result on a page: its chart with the rows folded below it, or its table. Drawn when it comes near the view. */

import { t } from '../../core/base/translations';
import type { ResultTable } from '../../core/protocol/outcome';
import type { ResultOutput } from '../../core/protocol/output';
import { followColours } from '../appearance';
import { ChartView } from '../chart/chartView';
import { element } from '../dom';
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
    if (hasTable && chart) {
      place.append(this.foldedRows(table));
    } else if (hasTable) {
      this.showTable(table, shown);
    }
    if (chart) {
      shown.append(chart.node);
      await chart.show();
      place.classList.remove('awaited');
    }
  }

  private foldedRows(table: ResultTable): HTMLElement {
    const rows = element('details', { class: 'rows' }, [
      element('summary', { text: t('Show rows') }),
    ]);
    this.lifetime.listen(rows, 'toggle', () => {
      if (rows.open && !this.grid) {
        this.showTable(table, rows);
      }
    });
    return rows;
  }

  private showTable(table: ResultTable, parent: HTMLElement): void {
    const { rowCount, channel, lifetime } = this;
    this.grid = new TableView({ ...table, rowCount }, rowCount, channel, lifetime);
    this.grid.showIn(parent);
  }
}

/** The rows of a chosen mark: a line that names the mark, and the grid of the relation that has its rows. */

import { t } from '../core/base/translations';
import { errorMessage } from '../core/base/errorMessage';
import { companyDayOf, eventsAroundLabel, type CompanyDay } from '../core/protocol/entityLink';
import type { MarkAnswer } from '../core/protocol/questions';
import type { ResultTable } from '../core/protocol/outcome';
import { rowsText } from '../core/protocol/footer';
import type { OnMark } from './chart/markChoice';
import { button, element } from './dom';
import type { HostChannel } from './hostChannel';
import type { Lifetime } from './lifetime';
import { ROWS_PER_PAGE } from './table/pagePlan';
import type { TableView } from './table/tableView';

export interface MarkRowsPlace {
  readonly channel: HostChannel;
  readonly lifetime: Lifetime;
  /** Shows the grid of the relation below the chart, and hides any other. */
  readonly showGrid: (table: ResultTable) => TableView;
  readonly hideGrid: () => void;
  readonly focusChart: () => void;
}

/** Rows that may all be about one company and one day. */
const mostEventRows = 100;

export class MarkRows {
  readonly node = element('div', {
    class: 'ms-mark-rows',
    attributes: { role: 'status' },
  });
  private asking = new AbortController();
  private view: TableView | undefined;

  constructor(private readonly place: MarkRowsPlace) {
    this.node.hidden = true;
    place.lifetime.add(() => this.asking.abort());
  }

  async show(choice: Parameters<OnMark>[0]): Promise<void> {
    this.asking.abort();
    if (choice === null || choice === 'rowless') {
      this.close();
      if (choice !== null) {
        this.say(t('No rows belong to this mark: Vega-Lite computed it, or it is a literal.'));
      }
      return;
    }
    this.asking = new AbortController();
    const { signal } = this.asking;
    const { resultId, rows, label } = choice;
    try {
      const found = await this.place.channel.ask(
        'mark',
        { resultId, rows, limit: ROWS_PER_PAGE },
        signal,
        () => this.say(t('The rows follow when the running cell has ended.')),
      );
      const filter = { kind: 'mark', column: null, mark: found.mark, label } as const;
      const view = this.place.showGrid(found.table);
      if (this.view && view !== this.view) {
        // That its mark is gone would close the rows of this one.
        this.view.arranging.onUnmark = () => undefined;
        this.view.arranging.showMark(null);
      }
      this.view = view;
      view.arranging.showMark(filter);
      view.arranging.onUnmark = () => this.close();
      const about = label === '' ? '' : `: ${label}`;
      this.say(
        t('{0} of the mark{1}. {2}', rowsText(found.rowCount), about, found.note ?? '').trim(),
      );
      if (choice.byKeyboard) {
        view.takeKeyboard({ row: 0, column: 0 });
      }
      await this.offerEvents(found, filter, signal);
    } catch (error) {
      this.say(t('The rows of the mark cannot be shown. {0}', errorMessage(error)));
    }
  }

  /** Escape closes the rows; the next Escape is the notebook's, which leaves the output. */
  closeAtEscape(output: HTMLElement): void {
    this.place.lifetime.listen(output, 'keydown', event => {
      if (event.key === 'Escape' && !event.defaultPrevented && this.isShown) {
        this.close();
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }

  /** Shows the chart alone, and all rows in its table. */
  close(): void {
    this.asking.abort();
    const { view } = this;
    if (!this.isShown) {
      return;
    }
    const hadFocus = view?.place.contains(document.activeElement) || this.hasFocus;
    this.node.hidden = true;
    this.view = undefined;
    view?.arranging.showMark(null);
    this.place.hideGrid();
    if (hadFocus) {
      this.place.focusChart();
    }
  }

  private get isShown(): boolean {
    return !this.node.hidden;
  }

  private get hasFocus(): boolean {
    return this.node.contains(document.activeElement);
  }

  private say(sentence: string): void {
    const close = button(t('Close'), 'ms-link', () => this.close());
    this.node.replaceChildren(element('span', { text: sentence }), ' · ', close);
    this.node.hidden = false;
  }

  /** If all rows are about one company and one day, a button leads to its events. */
  private async offerEvents(
    { table, rowCount }: MarkAnswer,
    filter: { kind: 'mark'; column: null; mark: number; label: string },
    signal: AbortSignal,
  ): Promise<void> {
    if (rowCount === 0 || rowCount > mostEventRows || !this.place.channel.hasNotebook) {
      return;
    }
    const arrangement = { sort: [], filters: [filter] };
    const asked = { resultId: table.id, offset: 0, limit: mostEventRows, arrangement };
    const { rows } = await this.place.channel.ask('page', asked, signal);
    const found = rows.map(row => companyDayOf(table.columns, row));
    const [first] = found;
    if (first && found.every(other => other && isSame(first, other))) {
      const follow = (): void => this.view?.arranging.rows.eventsAround(first);
      this.node.append(' · ', button(eventsAroundLabel(first.day), 'ms-link', follow));
    }
  }
}

function isSame(one: CompanyDay, other: CompanyDay): boolean {
  return one.key.value === other.key.value && one.day === other.day;
}

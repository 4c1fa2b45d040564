/**
 * What is printed in place of what is on the screen: charts as drawings in the colours of paper, and tables whole, up to
 * a limit that the page states.
 */

import { t } from '../../core/base/translations';
import { isAsMade } from '../../core/protocol/arrangement';
import { rowsText } from '../../core/protocol/footer';
import type { PageAnswer, PageParams } from '../../core/protocol/questions';
import { element } from '../dom';
import { columnFacts, isNumeric } from '../table/columnRole';
import { cellText } from '../table/format';
import type { ResultOnPage } from './resultOnPage';

/** The width of a page's text, px. */
const PAPER_WIDTH = 690;
const HALF_WIDTH = 330;
const MOST_ROWS = 500;
const MOST_COLUMNS = 12;

export class Paper {
  private readonly parts: readonly { readonly result: ResultOnPage; readonly node: HTMLElement }[];

  /** @param page Answers for the rows of the tables. */
  constructor(
    results: readonly ResultOnPage[],
    private readonly page: (params: PageParams) => PageAnswer,
  ) {
    this.parts = results.map(result => {
      const node = element('div', { class: 'printed' });
      result.place.append(node);
      return { result, node };
    });
  }

  /** Draws the charts one after another, while the reader does nothing. */
  async drawCharts(): Promise<void> {
    for (const { result, node } of this.parts) {
      const { chart, place } = result;
      if (chart) {
        await idle();
        const isHalf = place.closest('.half') !== null;
        const width = isHalf ? HALF_WIDTH : PAPER_WIDTH;
        const drawn = await chart.onPaper(place, width).catch(() => null);
        node.replaceChildren(drawn ?? element('p', { text: chart.description }));
      }
    }
  }

  /**
   * Writes the tables as they are on the screen: sorted, filtered, with the shown columns. Charts cannot be drawn while the
   * browser prints: those that are not drawn yet are described, and the paper says so.
   */
  write(): void {
    for (const { result, node } of this.parts) {
      if (!result.chart) {
        node.replaceChildren(...this.table(result));
      } else if (!node.hasChildNodes()) {
        const text = t(
          'This chart was not drawn yet when the page was printed. {0}',
          result.chart.description,
        );
        node.replaceChildren(element('p', { class: 'notes', text }));
      }
    }
  }

  private table({ output, grid }: ResultOnPage): Node[] {
    const { table } = output;
    if (table === null || table.columns.length === 0) {
      return [];
    }
    const arrangement = grid?.model.arrangement;
    const order = grid?.model.order ?? table.columns.map((_, column) => column);
    const question = { resultId: table.id, offset: 0, limit: MOST_ROWS };
    const { rows, rowCount } = this.page({ ...question, ...(arrangement && { arrangement }) });
    const shown = order.slice(0, MOST_COLUMNS).flatMap(source => {
      const column = table.columns[source];
      const sample = rows.map(row => row[source] ?? null);
      return column ? [{ source, facts: columnFacts(column, sample) }] : [];
    });
    const head = shown.map(({ facts }) =>
      element('th', { text: facts.name, class: isNumeric(facts.role) ? 'ms-number' : '' }),
    );
    const body = rows.map(row =>
      element(
        'tr',
        {},
        shown.map(({ source, facts }) =>
          element('td', {
            text: cellText(row[source] ?? null, facts),
            class: isNumeric(facts.role) ? 'ms-number' : '',
          }),
        ),
      ),
    );
    const cuts = [
      ...(arrangement && !isAsMade(arrangement) ? [t('Sorted or filtered by the reader.')] : []),
      ...(rows.length < rowCount
        ? [t('The first {0} of {1} are printed.', rowsText(rows.length), rowsText(rowCount))]
        : []),
      ...(shown.length < order.length
        ? [t('{0} of {1} columns are printed.', shown.length, order.length)]
        : []),
    ];
    return [
      element('table', {}, [
        element('thead', {}, [element('tr', {}, head)]),
        element('tbody', {}, body),
      ]),
      ...(cuts.length === 0 ? [] : [element('p', { class: 'notes', text: cuts.join(' ') })]),
    ];
  }
}

function idle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in window) {
      requestIdleCallback(() => resolve());
    } else {
      setTimeout(resolve);
    }
  });
}

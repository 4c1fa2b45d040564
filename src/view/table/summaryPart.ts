/** The facts of a column in its dialog, loaded by a button: counts, least and greatest value, and a histogram. */

import { errorMessage } from '../../core/base/errorMessage';
import type { ColumnSummary } from '../../core/protocol/columnSummary';
import { groupedInteger } from '../../core/base/groupedInteger';
import { button, element } from '../dom';
import { binBars } from './binBars';
import { statisticText } from './format';

export class SummaryPart {
  readonly node = element('div', { class: 'ms-summary' });

  /** @param onGrow Called when the height changes. */
  constructor(
    private readonly ask: () => Promise<ColumnSummary>,
    private readonly onGrow: () => void,
  ) {
    this.node.append(button('Show facts', 'ms-link', () => void this.load()));
  }

  /** Reads the column and shows its facts in place of the button. */
  async load(): Promise<void> {
    const waiting = element('div', { class: 'ms-waiting', text: 'Reading the column…' });
    this.put([element('div', { attributes: { role: 'status' } }, [waiting])]);
    try {
      this.put(this.parts(await this.ask()));
    } catch (error) {
      const text = errorMessage(error);
      this.put([element('div', { text, attributes: { role: 'alert' } })]);
    }
  }

  private put(nodes: readonly Node[]): void {
    const hadFocus = this.node.matches(':focus-within');
    this.node.replaceChildren(...nodes);
    this.onGrow();
    if (hadFocus) {
      // Otherwise the focus would leave the dialog together with the button.
      this.node.tabIndex = -1;
      this.node.focus({ preventScroll: true });
    }
  }

  private parts(summary: ColumnSummary): Node[] {
    const list = element('dl', { class: 'ms-facts' });
    for (const [name, text] of factsOf(summary)) {
      list.append(element('dt', { text: name }), element('dd', { text, title: text }));
    }
    return [list, ...histogram(summary)];
  }
}

/** Each fact of the column by its name, in the order in which they are shown. */
function factsOf(summary: ColumnSummary): [string, string][] {
  const { moments, isApproximate } = summary;
  const about = (isAbout = false): string => (isAbout ? 'about ' : '');
  const ofQuartile = about(moments?.isApproximate);
  return [
    ['Rows', groupedInteger(summary.rowCount)],
    ['Null', groupedInteger(summary.nullCount)],
    ['Distinct', `${about(isApproximate)}${groupedInteger(summary.distinctCount)}`],
    ['Min', summary.least ?? '–'],
    ...(moments === null
      ? []
      : ([
          ['Lower quartile', ofQuartile + statisticText(moments.lowerQuartile)],
          ['Median', ofQuartile + statisticText(moments.median)],
          ['Mean', statisticText(moments.mean)],
          ['Upper quartile', ofQuartile + statisticText(moments.upperQuartile)],
        ] as [string, string][])),
    ['Max', summary.greatest ?? '–'],
    ...(moments === null || moments.standardDeviation === null
      ? []
      : ([['Std deviation', statisticText(moments.standardDeviation)]] as [string, string][])),
  ];
}

function histogram({ bins, least, greatest }: ColumnSummary): Node[] {
  const most = Math.max(...bins.map(({ count }) => count), 0);
  if (most === 0) {
    return [];
  }
  const bars = binBars(bins);
  const label = `Histogram from ${least ?? ''} to ${greatest ?? ''}, at most ${groupedInteger(most)} rows in a bin`;
  return [
    element(
      'div',
      { class: 'ms-histogram', attributes: { role: 'img', 'aria-label': label } },
      bars,
    ),
  ];
}

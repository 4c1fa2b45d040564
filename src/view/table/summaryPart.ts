/** The facts of a column in its dialog, loaded by a button: counts, least and greatest value, and a histogram. */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import type { ColumnSummary } from '../../core/protocol/columnSummary';
import { grouped } from '../../core/base/text';
import { button, element } from '../dom';
import { binBars } from './binBars';
import { statisticText, trueMinus } from './format';

export class SummaryPart {
  readonly node = element('div', { class: 'ms-summary' });

  /** @param onGrow Called when the height changes. */
  constructor(
    private readonly ask: () => Promise<ColumnSummary>,
    private readonly onGrow: () => void,
  ) {
    this.node.append(button(t('Show facts'), 'ms-link', () => void this.load()));
  }

  /** Reads the column and shows its facts in place of the button. */
  async load(): Promise<void> {
    const waiting = element('div', { class: 'ms-waiting', text: t('Reading the column…') });
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
  const end = (text: string | null): string =>
    text === null ? '–' : moments === null ? text : trueMinus(text);
  return [
    [t('Rows'), grouped(summary.rowCount)],
    [t('Null'), grouped(summary.nullCount)],
    [t('Distinct'), `${about(isApproximate)}${grouped(summary.distinctCount)}`],
    [t('Min'), end(summary.least)],
    ...(moments === null
      ? []
      : ([
          [t('Lower quartile'), ofQuartile + statisticText(moments.lowerQuartile)],
          [t('Median'), ofQuartile + statisticText(moments.median)],
          [t('Mean'), statisticText(moments.mean)],
          [t('Upper quartile'), ofQuartile + statisticText(moments.upperQuartile)],
        ] as [string, string][])),
    [t('Max'), end(summary.greatest)],
    ...(moments === null || moments.standardDeviation === null
      ? []
      : ([[t('Std deviation'), statisticText(moments.standardDeviation)]] as [string, string][])),
  ];
}

function histogram({ bins, least, greatest }: ColumnSummary): Node[] {
  const most = Math.max(...bins.map(({ count }) => count), 0);
  if (most === 0) {
    return [];
  }
  const bars = binBars(bins);
  const label = t(
    'Histogram from {0} to {1}, at most {2} rows in a bin',
    least ?? '',
    greatest ?? '',
    grouped(most),
  );
  return [
    element(
      'div',
      { class: 'ms-histogram', attributes: { role: 'img', 'aria-label': label } },
      bars,
    ),
  ];
}

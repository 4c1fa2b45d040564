/** The facts of a column in its dialog, loaded by a button: counts, least and greatest value, and a histogram. */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import type { ColumnSummary } from '../../core/protocol/columnSummary';
import { grouped } from '../../core/base/text';
import { button, element } from '../dom';
import { binBars } from './binBars';
import { endNumbers, factNumbers } from './factNumbers';
import { trueMinus } from './format';

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
    const isNumbers = summary.moments !== null;
    const list = element('dl', { class: isNumbers ? 'ms-facts ms-of-numbers' : 'ms-facts' });
    for (const { name, text, exact } of factsOf(summary)) {
      list.append(element('dt', { text: name }), element('dd', { text, title: exact ?? text }));
    }
    return [list, ...histogram(summary)];
  }
}

interface Fact {
  readonly name: string;
  readonly text: string;
  /** All digits, where `text` may lack some. */
  readonly exact?: string;
}

/** The facts in the order in which they are shown. */
function factsOf(summary: ColumnSummary): Fact[] {
  const { moments, isApproximate, least, greatest } = summary;
  const about = (isAbout = false): string => (isAbout ? 'about ' : '');
  const numberText = factNumbers(summary);
  const end = (name: string, text: string | null): Fact =>
    text === null || moments === null
      ? { name, text: text ?? '–' }
      : { name, text: numberText(text), exact: trueMinus(text) };
  const statistic = (name: string, value: number, isAbout?: boolean): Fact => {
    const text = about(isAbout) + numberText(value);
    return { name, text, exact: about(isAbout) + trueMinus(String(value)) };
  };
  return [
    { name: t('Rows'), text: grouped(summary.rowCount) },
    { name: t('Null'), text: grouped(summary.nullCount) },
    { name: t('Distinct'), text: `${about(isApproximate)}${grouped(summary.distinctCount)}` },
    end(t('Min'), least),
    ...(moments === null
      ? []
      : [
          statistic(t('Lower quartile'), moments.lowerQuartile, moments.isApproximate),
          statistic(t('Median'), moments.median, moments.isApproximate),
          statistic(t('Mean'), moments.mean),
          statistic(t('Upper quartile'), moments.upperQuartile, moments.isApproximate),
        ]),
    end(t('Max'), greatest),
    ...(moments === null || moments.standardDeviation === null
      ? []
      : [statistic(t('Std deviation'), moments.standardDeviation)]),
  ];
}

function histogram(summary: ColumnSummary): Node[] {
  const { bins, least, greatest, moments } = summary;
  const most = Math.max(...bins.map(({ count }) => count), 0);
  if (most === 0) {
    return [];
  }
  const bars = binBars(bins);
  const numberText = endNumbers(summary);
  const label = t(
    'Histogram from {0} to {1}, at most {2} rows in a bin',
    ...[least, greatest].map(end => (moments ? numberText(end ?? '') : (end ?? ''))),
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

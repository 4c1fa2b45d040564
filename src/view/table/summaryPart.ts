/** The facts of a column in its popover, asked for by a button; its frequent values can be chosen as a filter. */

import type { ColumnSummary, FrequentValue } from '../../core/protocol/columnSummary';
import { groupedInteger } from '../../core/protocol/footer';
import { button, element } from '../dom';

type Values = readonly (string | null)[];

export class SummaryPart {
  readonly node = element('div', { class: 'ms-summary' });
  private readonly boxes = new Map<HTMLInputElement, string | null>();

  /** @param options.chosen The values that the column's filter lists now; null where it has no such filter. */
  constructor(
    private readonly ask: () => Promise<ColumnSummary>,
    private readonly options: { readonly chosen: Values | null; readonly onChange: () => void },
  ) {
    const show = button('Show facts and values', 'ms-link', () => void this.load());
    this.node.append(show);
  }

  /** The values to keep; null where none is chosen. */
  get chosen(): Values | null {
    if (this.boxes.size === 0) {
      return this.options.chosen;
    }
    const listed = new Set(this.boxes.values());
    const unlisted = (this.options.chosen ?? []).filter(value => !listed.has(value));
    const checked = [...this.boxes].filter(([box]) => box.checked).map(([, value]) => value);
    const all = [...unlisted, ...checked];
    return all.length === 0 ? null : all;
  }

  private async load(): Promise<void> {
    const waiting = element('div', { class: 'ms-waiting', text: 'Reading the column…' });
    this.put([element('div', { attributes: { role: 'status' } }, [waiting])]);
    try {
      this.put(this.parts(await this.ask()));
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.put([element('div', { text, attributes: { role: 'alert' } })]);
    }
  }

  private put(nodes: readonly Node[]): void {
    const hadFocus = this.node.matches(':focus-within');
    this.node.replaceChildren(...nodes);
    this.options.onChange();
    if (hadFocus) {
      // Otherwise the keyboard would be thrown out of the popover together with the button.
      this.node.tabIndex = -1;
      this.node.focus({ preventScroll: true });
    }
  }

  private parts(summary: ColumnSummary): Node[] {
    const list = element('dl', { class: 'ms-facts' });
    for (const [name, text] of factsOf(summary)) {
      list.append(element('dt', { text: name }), element('dd', { text, title: text }));
    }
    const values = element(
      'fieldset',
      { class: 'ms-values' },
      summary.frequent.map(value => this.choice(value)),
    );
    values.prepend(element('legend', { text: 'Only these values' }));
    return [list, ...histogram(summary), values];
  }

  private choice({ text, count }: FrequentValue): Node {
    const box = element('input', { attributes: { type: 'checkbox' } });
    box.checked = this.options.chosen?.includes(text) ?? false;
    this.boxes.set(box, text);
    return element('label', { class: 'ms-choice' }, [
      box,
      element('span', {
        class: text === null ? 'ms-text ms-null' : 'ms-text',
        text: text ?? 'null',
      }),
      element('span', { class: 'ms-mark', text: groupedInteger(count) }),
    ]);
  }
}

function factsOf(summary: ColumnSummary): [string, string][] {
  const about = summary.isDistinctApproximate ? 'about ' : '';
  return [
    ['Null', groupedInteger(summary.nullCount)],
    ['Distinct', `${about}${groupedInteger(summary.distinctCount)}`],
    ['Min', summary.least ?? '–'],
    ['Max', summary.greatest ?? '–'],
  ];
}

/** Bars as wide as each other; a bar that holds a value is at least a pixel high. */
function histogram({ histogram: counts, least, greatest }: ColumnSummary): Node[] {
  const most = Math.max(...counts, 0);
  if (most === 0) {
    return [];
  }
  const bars = counts.map(count => {
    const bar = element('span', { class: 'ms-histogram-bar', title: groupedInteger(count) });
    bar.style.height = count === 0 ? '0' : `max(1px, ${(count / most) * 100}%)`;
    return bar;
  });
  const label = `Histogram from ${least ?? ''} to ${greatest ?? ''}, at most ${groupedInteger(most)} rows in a bin`;
  return [
    element(
      'div',
      { class: 'ms-histogram', attributes: { role: 'img', 'aria-label': label } },
      bars,
    ),
  ];
}

/** The values of a column in its filter dialog, with their row counts: searched by the kernel, chosen here. */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import { maxFilterValues } from '../../core/protocol/arrangement';
import type { ValueCount, ValueCounts } from '../../core/protocol/columnSummary';
import { grouped } from '../../core/base/text';
import { button, element } from '../dom';
import { trueMinus, typedMinus } from './format';

type Values = readonly (string | null)[];

/** A search starts after this pause in typing. */
const TYPING_MS = 250;

export interface ValuesOptions {
  /** The current values of the column's filter. */
  readonly chosen: Values;
  /** Whether they are numbers. */
  readonly areNumbers: boolean;
  /** Requests the values whose text contains `search`. Never settles once `signal` is aborted. */
  readonly ask: (search: string, signal: AbortSignal) => Promise<ValueCounts>;
  /** Called when the height changes. */
  readonly onGrow: () => void;
}

export class ValuesPart {
  readonly node = element('div', { class: 'ms-summary' });
  private readonly checked: Set<string | null>;
  private readonly list = element('fieldset', { class: 'ms-values' });
  private readonly status = element('div', { attributes: { role: 'status' } });
  private asking = new AbortController();
  private typing: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: ValuesOptions) {
    this.checked = new Set(options.chosen);
    const show = button(t('Choose values…'), 'ms-link', () => this.unfold());
    this.node.append(show);
    if (options.chosen.length > 0) {
      show.textContent = t('Choose values… ({0} chosen)', options.chosen.length);
    }
  }

  /** The values to keep; none if all are kept. */
  get chosen(): Values {
    return [...this.checked];
  }

  /** Cancels the request. */
  end(): void {
    clearTimeout(this.typing);
    this.asking.abort();
  }

  private unfold(): void {
    const search = element('input', {
      class: 'ms-field',
      attributes: {
        type: 'search',
        'aria-label': t('Search values'),
        placeholder: t('Search values'),
      },
    });
    search.addEventListener('input', () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => void this.load(search.value), TYPING_MS);
    });
    this.node.addEventListener('keydown', event => this.moveFocus(event, search));
    this.node.replaceChildren(search, this.status, this.list);
    search.focus();
    void this.load('');
  }

  /** The up and down keys go through the search field and the values below it. */
  private moveFocus(event: KeyboardEvent, search: HTMLInputElement): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const fields = [search, ...this.list.querySelectorAll('input')];
    const next = fields[fields.findIndex(field => field === event.target) + step];
    if (step !== 0 && next && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      next.focus();
    }
  }

  private async load(search: string): Promise<void> {
    this.asking.abort();
    this.asking = new AbortController();
    this.status.replaceChildren(
      element('div', { class: 'ms-waiting', text: t('Counting values…') }),
    );
    this.options.onGrow();
    try {
      const typed = this.options.areNumbers ? typedMinus(search) : search;
      this.show(await this.options.ask(typed, this.asking.signal));
    } catch (error) {
      this.list.replaceChildren();
      this.status.textContent = errorMessage(error);
    }
    this.options.onGrow();
  }

  private show({ values, hasMore }: ValueCounts): void {
    const legend = element('legend', { class: 'ms-unseen', text: t('Only these values') });
    this.list.replaceChildren(legend, ...values.map(value => this.choice(value)));
    this.list.hidden = values.length === 0;
    this.status.textContent =
      values.length === 0
        ? t('No such value.')
        : hasMore
          ? t('The {0} most frequent. Search for others.', values.length)
          : '';
  }

  private choice({ text, count }: ValueCount): Node {
    const box = element('input', { attributes: { type: 'checkbox' } });
    box.checked = this.checked.has(text);
    box.addEventListener('change', () => this.choose(box, text));
    const shown = this.options.areNumbers && text !== null ? trueMinus(text) : text;
    return element('label', { class: 'ms-choice', title: shown ?? undefined }, [
      box,
      element('span', {
        class: text === null ? 'ms-text ms-null' : 'ms-text',
        text: shown === '' ? t('(empty text)') : (shown ?? 'null'),
      }),
      element('span', { class: 'ms-mark', text: grouped(count) }),
    ]);
  }

  private choose(box: HTMLInputElement, text: string | null): void {
    if (!box.checked) {
      this.checked.delete(text);
    } else if (this.checked.size < maxFilterValues) {
      this.checked.add(text);
    } else {
      box.checked = false;
      this.status.textContent = t(
        'A filter takes {0} values. Use a condition for more.',
        grouped(maxFilterValues),
      );
    }
  }
}

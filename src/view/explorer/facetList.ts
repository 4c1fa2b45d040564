/**
 * The facets beside the rows: the values of each column with counts and bars. A click selects a value, Alt+click or
 * Delete excludes it; the arrow keys move within a facet.
 */

import { t } from '../../core/base/translations';
import { grouped } from '../../core/base/text';
import { visibleText } from '../../core/base/visibleText';
import {
  choiceOf,
  toggleValue,
  withoutChoices,
  type ChoiceKind,
} from '../../core/explorer/questionState';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import { mostValues, type ValueCount } from '../../core/protocol/columnSummary';
import type { Explored, FacetCounts, FacetQuestion } from '../../core/protocol/exploration';
import { button, element } from '../dom';
import { icon } from '../icon';
import { toolButton } from '../toolbar';
import type { PartColours } from './partColours';

/** Facets that are open at first. */
const OPEN_AT_FIRST = 6;
/** Values of a facet at first, and how many more a click lists. */
const FEW = 6;
const MORE = 30;
/** A search begins after this pause in typing. */
const TYPING_MS = 200;

interface FacetSource {
  /** Of all columns of the result. */
  readonly names: readonly string[];
  readonly facts: Explored['facets'];
  readonly colours: PartColours;
  /** As the reader wants them now: their counts may not have arrived. */
  readonly filters: () => readonly ColumnFilter[];
}

interface FacetActions {
  /** The reader selects or excludes values. */
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
  /** A facet needs other counts than those it has. */
  readonly onChange: () => void;
}

export class FacetList {
  readonly node = element('div', {
    class: 'ms-x-facets',
    attributes: { role: 'region', 'aria-label': t('Facets') },
  });
  private readonly facets: readonly Facet[];
  constructor(source: FacetSource, actions: FacetActions) {
    const own = {
      filters: source.filters,
      choose: (column: number, text: string | null, kind: ChoiceKind) =>
        actions.onFilters(toggleValue(source.filters(), { column, text }, kind)),
      clear: (column: number) => actions.onFilters(withoutChoices(source.filters(), column)),
      change: actions.onChange,
      colours: source.colours,
    };
    this.facets = source.facts.map(
      ({ column }, index) =>
        new Facet(column, source.names[column] ?? '', index < OPEN_AT_FIRST, own),
    );
    this.node.append(...this.facets.map(({ node }) => node));
    if (this.facets.length === 0) {
      this.node.hidden = true;
    }
  }

  /** The counts that are shown. */
  get questions(): FacetQuestion[] {
    return this.facets.flatMap(facet => (facet.isOpen ? [facet.question] : []));
  }

  paint(answers: readonly FacetCounts[]): void {
    for (const facet of this.facets) {
      facet.paint(answers.find(({ column }) => column === facet.column));
    }
  }

  /** After a change of the filters or of the theme, with the same counts. */
  repaint(): void {
    this.facets.forEach(facet => facet.repaint());
  }
}

interface FacetPlace {
  readonly filters: () => readonly ColumnFilter[];
  readonly choose: (column: number, text: string | null, kind: ChoiceKind) => void;
  readonly clear: (column: number) => void;
  readonly change: () => void;
  readonly colours: PartColours;
}

class Facet {
  readonly node = element('section', { class: 'ms-x-facet' });
  private limit = FEW;
  private sought = '';
  private answer: FacetCounts | undefined;
  private readonly toggle: HTMLButtonElement;
  private readonly chosen = element('span', { class: 'ms-x-chosen' });
  private readonly clear: HTMLElement;
  private readonly list = element('ul', { class: 'ms-x-values' });
  private readonly foot = element('div', { class: 'ms-x-more' });
  private readonly search = element('input', {
    class: 'ms-field',
    attributes: { type: 'search', maxlength: '1000', spellcheck: 'false' },
  });
  /** The value that Tab leads to. */
  private active = 0;

  constructor(
    readonly column: number,
    name: string,
    public isOpen: boolean,
    private readonly place: FacetPlace,
  ) {
    this.toggle = button('', 'ms-x-title', () => this.open(!this.isOpen));
    this.toggle.append(
      icon('chevron'),
      element('span', { class: 'ms-text', text: visibleText(name) }),
      this.chosen,
    );
    this.clear = toolButton('close', t('Clear {0}', name), () => place.clear(column));
    this.search.placeholder = t('Search values');
    this.search.setAttribute('aria-label', t('Search values of {0}', name));
    this.search.hidden = true;
    let typing: ReturnType<typeof setTimeout> | undefined;
    this.search.addEventListener('input', () => {
      clearTimeout(typing);
      typing = setTimeout(() => {
        this.sought = this.search.value;
        place.change();
      }, TYPING_MS);
    });
    this.list.setAttribute('aria-label', name);
    this.list.addEventListener('keydown', event => this.onKey(event));
    this.node.append(
      element('div', { class: 'ms-x-head' }, [this.toggle, this.clear]),
      this.search,
      this.list,
      this.foot,
    );
    this.show();
  }

  get question(): FacetQuestion {
    return { column: this.column, limit: this.limit, search: this.sought };
  }

  /** @param answer Undefined if the facet is closed. */
  paint(answer: FacetCounts | undefined): void {
    this.answer = answer ?? this.answer;
    this.repaint();
  }

  repaint(): void {
    const chosen = this.place
      .filters()
      .flatMap(filter =>
        (filter.kind === 'values' || filter.kind === 'exclude') && filter.column === this.column
          ? filter.values
          : [],
      );
    this.chosen.textContent = chosen.length === 0 ? '' : String(chosen.length);
    this.clear.hidden = chosen.length === 0;
    if (!this.answer || !this.isOpen) {
      return;
    }
    const { values, valueCount } = this.answer;
    const most = Math.max(1, ...values.map(({ count }) => count));
    const hadFocus = this.list.contains(document.activeElement);
    this.active = Math.min(this.active, Math.max(0, values.length - 1));
    this.list.replaceChildren(...values.map((value, place) => this.value(value, place, most)));
    const left = Math.max(0, valueCount - values.length);
    const canShowMore = left > 0 && this.limit < mostValues;
    this.foot.replaceChildren(
      ...(values.length === 0 ? [element('span', { text: t('No value') })] : []),
      ...(canShowMore
        ? [button(t('{0} more', grouped(left)), 'ms-link', () => this.listMost(this.limit + MORE))]
        : []),
      ...(this.limit > FEW ? [button(t('Fewer'), 'ms-link', () => this.listMost(FEW))] : []),
    );
    this.foot.hidden = !this.foot.hasChildNodes();
    this.search.hidden = this.limit === FEW && this.sought === '';
    if (hadFocus) {
      this.focus(this.active);
    }
  }

  private value({ text, count }: ValueCount, place: number, most: number): HTMLElement {
    const choice = choiceOf(this.place.filters(), { column: this.column, text });
    const shown =
      text === null ? t('missing') : text === '' ? t('(empty text)') : visibleText(text);
    const pressed = element(
      'button',
      {
        class: 'ms-x-value',
        title: t('{0}: {1}\nClick to select, Alt+click to exclude', shown, grouped(count)),
        attributes: {
          type: 'button',
          'aria-pressed': String(choice === 'values'),
          tabindex: place === this.active ? '0' : '-1',
        },
      },
      [
        element('span', { class: 'ms-x-bar-fill' }),
        element('span', { class: 'ms-x-dot' }),
        element(
          'span',
          { class: `ms-x-name ms-text${text === null ? ' ms-null' : ''}` },
          partsOf(shown),
        ),
        document.createTextNode(' '),
        element('span', { class: 'ms-x-n', text: grouped(count) }),
        ...(choice === 'exclude'
          ? [element('span', { class: 'ms-unseen', text: ' excluded' })]
          : []),
      ],
    );
    const [fill, dot] = pressed.children as unknown as [HTMLElement, HTMLElement];
    fill.style.width = `${(count / most) * 100}%`;
    const colour = this.place.colours.of(this.column, text);
    dot.hidden = colour === undefined;
    dot.style.background = colour ?? '';
    pressed.addEventListener('focus', () => this.activate(place));
    pressed.addEventListener('click', event => {
      this.choose(text, event.altKey ? 'exclude' : 'values');
    });
    const exclude = toolButton(
      'exclude',
      choice === 'exclude' ? t('Include {0} again', shown) : t('Exclude {0}', shown),
      () => this.choose(text, 'exclude'),
    );
    exclude.tabIndex = -1;
    return element(
      'li',
      { class: choice === null ? '' : choice === 'values' ? 'ms-x-selected' : 'ms-x-excluded' },
      [pressed, exclude],
    );
  }

  private choose(text: string | null, kind: ChoiceKind): void {
    this.place.choose(this.column, text, kind);
  }

  private onKey(event: KeyboardEvent): void {
    const values = this.answer?.values ?? [];
    const last = values.length - 1;
    const next = { ArrowDown: this.active + 1, ArrowUp: this.active - 1, Home: 0, End: last }[
      event.key
    ];
    if (next !== undefined && !event.altKey) {
      event.preventDefault();
      this.focus(Math.max(0, Math.min(last, next)));
      return;
    }
    const value = values[this.active];
    const excludes = event.key === 'Delete' || (event.altKey && event.key === 'Enter');
    if (value && excludes) {
      event.preventDefault();
      this.choose(value.text, 'exclude');
    }
  }

  private focus(place: number): void {
    this.values[place]?.focus();
  }

  /** Tab leads to this value from now on. */
  private activate(place: number): void {
    this.active = place;
    this.values.forEach((value, index) => {
      value.tabIndex = index === place ? 0 : -1;
    });
  }

  private get values(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>('.ms-x-value')];
  }

  private listMost(limit: number): void {
    this.limit = Math.min(mostValues, limit);
    if (limit === FEW) {
      this.sought = '';
      this.search.value = '';
    }
    this.place.change();
  }

  private open(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.show();
    if (isOpen) {
      this.place.change();
    }
  }

  private show(): void {
    this.toggle.setAttribute('aria-expanded', String(this.isOpen));
    for (const part of [this.list, this.foot]) {
      part.hidden = !this.isOpen;
    }
    this.search.hidden = !this.isOpen || (this.limit === FEW && this.sought === '');
    this.clear.hidden ||= this.chosen.textContent === '';
  }
}

/** A key in two parts, as `company` and the rest: where keys lack room, the kind that all of them share is cut first. */
function partsOf(shown: string): readonly Node[] {
  const kind = /^[a-z]+(?=:.)/.exec(shown)?.[0];
  return kind === undefined
    ? [document.createTextNode(shown)]
    : [kind, shown.slice(kind.length)].map(text => element('span', { class: 'ms-text', text }));
}

/** Two parts of the rows side by side, in place of the grid: two portfolios, or two periods. */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import { grouped } from '../../core/base/text';
import { visibleText } from '../../core/base/visibleText';
import {
  comparedFacets,
  sidesOf,
  type ComparedFacet,
  type ComparedPortfolio,
  type ComparedValue,
  type Side,
  type Sides,
} from '../../core/explorer/comparison';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import { mostValues } from '../../core/protocol/columnSummary';
import type { Exploration, Explored } from '../../core/protocol/exploration';
import { namesCompanies } from '../../core/protocol/entityLink';
import { rowsText } from '../../core/protocol/footer';
import { button, element } from '../dom';
import type { HostChannel } from '../hostChannel';
import { trueMinus } from '../table/format';

/** Values of a facet at first. */
const FEW = 6;

interface ComparisonSource {
  readonly resultId: string;
  readonly names: readonly string[];
  readonly explored: Explored;
  readonly channel: HostChannel;
  readonly filters: () => readonly ColumnFilter[];
  /** The ids of the sides; null: nothing is compared. */
  readonly compared: () => readonly [string, string] | null;
}

interface ComparisonActions {
  readonly onCompare: (sides: [string, string]) => void;
  readonly onClose: () => void;
}

export class ComparisonView {
  readonly node = element('section', {
    class: 'ms-x-compare',
    attributes: { 'aria-label': t('Comparison'), tabindex: '-1' },
  });
  private readonly fields = [this.field(t('One side')), this.field(t('Other side'))] as const;
  private readonly status = element('p', {
    class: 'ms-x-quiet',
    attributes: { role: 'status' },
  });
  private readonly tables = element('div', { class: 'ms-x-compared' });
  private readonly whole = new Set<number>();
  private portfolios: readonly ComparedPortfolio[] | undefined;
  private asking = new AbortController();

  constructor(
    private readonly source: ComparisonSource,
    private readonly actions: ComparisonActions,
  ) {
    this.node.hidden = true;
    const [one, other] = this.fields;
    this.node.append(
      element('div', { class: 'ms-x-compare-head' }, [
        one,
        element('span', { text: t('with') }),
        other,
      ]),
      this.status,
      this.tables,
    );
    this.node.addEventListener('keydown', event => {
      if (event.key === 'Escape') {
        event.preventDefault();
        actions.onClose();
      }
    });
  }

  focus(): void {
    this.fields[0].focus();
  }

  close(): void {
    this.asking.abort();
    this.node.hidden = true;
  }

  /** After another question: the sides are parts of what is selected. */
  async refresh(): Promise<void> {
    const compared = this.source.compared();
    if (!compared) {
      this.close();
      return;
    }
    this.node.hidden = false;
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const { channel, resultId, names, explored, filters } = this.source;
    try {
      this.portfolios ??= await channel.ask('portfolios', { resultId }, signal);
      const rows = { names, time: explored.time, filters: filters() };
      const known = sidesOf(rows, this.portfolios);
      const { all, first } = known;
      const sides = ([0, 1] as const).map(place =>
        this.fill(this.fields[place], known, [compared[place], first[place]]),
      );
      const [one, other] = sides;
      if (!one || !other || one.id === other.id) {
        this.tables.replaceChildren();
        this.status.textContent =
          all.length < 2
            ? t(
                'There is nothing to compare: the rows have one day at most, and no portfolio fits them.',
              )
            : t('Select two different sides.');
        return;
      }
      const [first1, second] = [await this.ask(one, signal), await this.ask(other, signal)];
      this.paint([one, other], [first1, second]);
    } catch (error) {
      this.status.textContent = errorMessage(error);
      this.tables.replaceChildren();
    }
  }

  private ask({ filters }: Side, signal: AbortSignal): Promise<Exploration> {
    const { resultId, channel, explored, names } = this.source;
    const filtered = new Set(this.source.filters().map(({ column }) => column));
    const isOfCompanies = this.fields.some(({ value }) => value.startsWith('portfolio '));
    // A facet with a filter of its own is counted without it. Which companies two portfolios have is known.
    const columns = explored.facets
      .map(({ column }) => column)
      .filter(column => !filtered.has(column))
      .filter(column => !isOfCompanies || !namesCompanies(names[column] ?? ''));
    const facets = columns.map(column => ({ column, limit: mostValues, search: '' }));
    return channel.ask('explore', { resultId, filters, timeline: null, facets }, signal);
  }

  private paint(
    [one, other]: readonly [Side, Side],
    answers: readonly [Exploration, Exploration],
  ): void {
    const [first, second] = answers.map(({ rowCount }) => rowsText(rowCount));
    this.status.textContent = t(
      '{0}: {1}. {2}: {3}. Shares of these rows, the largest difference first.',
      visibleText(one.label),
      first,
      visibleText(other.label),
      second,
    );
    const facets = comparedFacets(...answers).filter(({ values }) => values.length > 0);
    const draw = (): void => {
      this.tables.replaceChildren(
        ...facets.map(facet => this.facetTable(facet, [one, other], draw)),
      );
    };
    draw();
  }

  private facetTable(
    { column, values, isPartial }: ComparedFacet,
    sides: readonly Side[],
    draw: () => void,
  ): HTMLElement {
    const name = visibleText(this.source.names[column] ?? '');
    const shown = this.whole.has(column) ? values : values.slice(0, FEW);
    const most = Math.max(...values.flatMap(({ shares }) => shares));
    const left = values.length - shown.length;
    const head = element('tr', {}, [
      element('th', { text: name, attributes: { scope: 'col' } }),
      ...sides.map(({ title: text, label: title }) =>
        element('th', {
          ...{ text: visibleText(text), title: visibleText(title), class: 'ms-x-share' },
          attributes: { scope: 'col' },
        }),
      ),
      element('th', { text: t('Difference'), class: 'ms-x-share', attributes: { scope: 'col' } }),
    ]);
    return element('div', { class: 'ms-x-compared-facet' }, [
      element('table', {}, [
        element('thead', {}, [head]),
        element(
          'tbody',
          {},
          shown.map(value => valueRow(value, most)),
        ),
      ]),
      ...(left > 0
        ? [
            button(t('{0} more', grouped(left)), 'ms-link', () => {
              this.whole.add(column);
              draw();
            }),
          ]
        : []),
      ...(isPartial
        ? [
            element('p', {
              class: 'ms-x-quiet',
              text: t('Of the {0} most frequent values of both sides.', mostValues),
            }),
          ]
        : []),
    ]);
  }

  /** @returns The side that is selected, one that is gone replaced by the first choice. */
  private fill(
    field: HTMLSelectElement,
    { all: sides, tooLarge }: Sides,
    [wanted, first]: readonly [string, string],
  ): Side | undefined {
    const selected = sides.some(({ id }) => id === wanted) ? wanted : first;
    field.replaceChildren(
      ...sides.map(({ id, label }) =>
        element('option', { text: visibleText(label), attributes: { value: id } }),
      ),
      ...tooLarge.map(label =>
        element('option', { text: visibleText(label), attributes: { disabled: '' } }),
      ),
    );
    field.value = selected;
    return sides.find(({ id }) => id === selected);
  }

  private field(label: string): HTMLSelectElement {
    const field = element('select', { class: 'ms-field', attributes: { 'aria-label': label } });
    field.addEventListener('change', () => {
      const [one, other] = this.fields;
      this.actions.onCompare([one.value, other.value]);
    });
    return field;
  }
}

function valueRow({ text, counts, shares }: ComparedValue, most: number): HTMLElement {
  const shown = text === null ? t('missing') : text === '' ? t('(empty text)') : visibleText(text);
  const [one, other] = shares;
  const cells = shares.map((share, side) => {
    const fill = element('span', {
      class: side === 0 ? 'ms-x-share-bar' : 'ms-x-share-bar ms-x-other',
    });
    fill.style.width = `${most === 0 ? 0 : (share / most) * 100}%`;
    fill.hidden = share === 0;
    const rows = rowsText(counts[side] ?? 0);
    return element('td', { class: 'ms-x-share', title: rows }, [
      fill,
      element('span', { text: percent(share) }),
    ]);
  });
  const points = (other - one) * 100;
  const sign = points > 0 ? '+' : '';
  return element('tr', {}, [
    element('th', {
      class: `ms-text${text === null ? ' ms-null' : ''}`,
      text: shown,
      title: shown,
      attributes: { scope: 'row' },
    }),
    ...cells,
    element('td', {
      class: 'ms-x-share',
      text: `${sign}${trueMinus(points.toFixed(1))}`,
      title: t('Percentage points: the other side less the one'),
    }),
  ]);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

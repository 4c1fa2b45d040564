/**
 * The details of one row beside the grid: every field, all mentions of the same event, and on request the company's
 * score and volume around its day.
 */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import { counted, grouped } from '../../core/base/text';
import { visibleText } from '../../core/base/visibleText';
import { differingColumns, sameEvent, type ShownRow } from '../../core/explorer/mentions';
import { companyDayOf, type CompanyDay } from '../../core/protocol/entityLink';
import type { Around } from '../../core/protocol/exploration';
import type { ResultTable, Value } from '../../core/protocol/outcome';
import { valueText } from '../../core/protocol/valueText';
import { button, element } from '../dom';
import type { HostChannel } from '../hostChannel';
import { toolButton } from '../toolbar';
import { aroundChart } from './aroundChart';
import type { PartColours } from './partColours';

/** Letters of a value; the grid copies longer ones whole. */
const MOST_LETTERS = 5_000;
/** Mentions that are listed. */
const MOST_MENTIONS = 200;
/** Work that takes longer is shown. */
const PATIENCE_MS = 200;

export interface DetailsSource {
  /** The rows that are explored: mentions are found there. */
  readonly table: ResultTable;
  readonly channel: HostChannel;
  readonly colours: PartColours;
  /** Why nothing can be asked any more; null: it can. */
  readonly ended: () => string | null;
}

/** A row with its number, from 0. */
export interface DetailedRow extends ShownRow {
  readonly number: number;
}

export class DetailsPanel {
  readonly node = element('section', {
    class: 'ms-x-details',
    attributes: { 'aria-label': t('Details'), tabindex: '-1' },
  });
  private readonly title = element('h2', { class: 'ms-x-details-title' });
  private readonly fields = element('div');
  private readonly mentions = element('div');
  private readonly around = element('div');
  private asking = new AbortController();
  private shown = '';
  /** What was loaded, by company and day. */
  private readonly loaded = new Map<string, Around>();

  constructor(
    private readonly source: DetailsSource,
    onClose: () => void,
  ) {
    this.node.hidden = true;
    const close = toolButton('close', t('Close details'), onClose);
    this.node.append(
      element('div', { class: 'ms-x-details-head' }, [this.title, close]),
      this.fields,
      this.mentions,
      this.around,
    );
    this.node.addEventListener('keydown', event => {
      if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }
    });
  }

  get isOpen(): boolean {
    return !this.node.hidden;
  }

  show(row: DetailedRow): void {
    const key = JSON.stringify([row.number, row.values]);
    this.node.hidden = false;
    if (key === this.shown) {
      return;
    }
    this.shown = key;
    this.asking.abort();
    this.asking = new AbortController();
    this.title.textContent = titleOf(row);
    this.node.setAttribute('aria-label', t('Details of row {0}', grouped(row.number + 1)));
    this.node.scrollTop = 0;
    this.fields.replaceChildren(fieldList(row));
    this.mentions.replaceChildren();
    this.around.replaceChildren();
    const ended = this.source.ended();
    if (ended !== null) {
      this.around.replaceChildren(quiet(ended));
      return;
    }
    void this.showMentions(row);
    const about = companyDayOf(row.columns, row.values);
    if (about) {
      void this.offerAround(about);
    }
  }

  /** A row that has not arrived yet. */
  await(number: number): void {
    this.asking.abort();
    this.shown = '';
    this.node.hidden = false;
    this.title.textContent = t('Row {0}', grouped(number + 1));
    const text = t('Loading the row…');
    this.fields.replaceChildren(element('p', { class: 'ms-x-quiet', text }));
    this.mentions.replaceChildren();
    this.around.replaceChildren();
  }

  close(): void {
    this.asking.abort();
    this.shown = '';
    this.node.hidden = true;
  }

  /** No kernel has the rows: what is shown stays, but nothing more can be loaded. */
  end(reason: string): void {
    this.asking.abort();
    if (this.around.querySelector('button')) {
      this.around.replaceChildren(quiet(reason));
    }
  }

  /** After a change of the theme, with the same row. */
  repaint(): void {
    this.around.querySelector('.ms-x-around')?.dispatchEvent(new Event('repaint'));
  }

  private async showMentions(row: DetailedRow): Promise<void> {
    const { table, channel } = this.source;
    const { signal } = this.asking;
    const filters = sameEvent(table.columns, row);
    if (!filters) {
      return;
    }
    const heading = sectionTitle(t('Mentions of this event'));
    this.mentions.append(heading);
    try {
      const { rows, rowCount } = await channel.ask(
        'page',
        {
          ...{ resultId: table.id, offset: 0, limit: MOST_MENTIONS },
          ...{ arrangement: { sort: [], filters }, nestedAsText: true },
        },
        signal,
      );
      const about = t('same company, day and event, whatever is filtered');
      heading.textContent = t('{0} of this event', counted(rowCount, 'mention'));
      heading.title = t('Rows with the {0}', about);
      this.mentions.append(
        mentionList(table, rows),
        ...(rowCount > rows.length
          ? [quiet(t('The first {0} of {1}.', rows.length, grouped(rowCount)))]
          : []),
      );
    } catch (error) {
      this.mentions.append(quiet(t('The mentions could not be read: {0}', errorMessage(error))));
    }
  }

  private async offerAround(about: CompanyDay): Promise<void> {
    const { channel, table } = this.source;
    const { signal } = this.asking;
    const known = this.loaded.get(keyOf(about));
    const heading = sectionTitle(t('Score and volume around the day'));
    if (known) {
      this.around.replaceChildren(heading, this.drawn(known, about));
      return;
    }
    try {
      const question = { resultId: table.id, ...about, load: false };
      const { requests, from, to } = await channel.ask('around', question, signal);
      this.around.replaceChildren(
        heading,
        button(t('Load: {0}', counted(requests, 'request')), 'ms-button ms-x-load', () => {
          void this.load(about, heading);
        }),
        quiet(
          t(
            '{0}, {1} to {2}. What was loaded before costs none.',
            visibleText(about.key.value),
            from,
            to,
          ),
        ),
      );
    } catch (error) {
      this.around.replaceChildren(heading, quiet(errorMessage(error)));
    }
  }

  private async load(about: CompanyDay, heading: HTMLElement): Promise<void> {
    const { channel, table } = this.source;
    const stop = new AbortController();
    const { signal } = this.asking;
    signal.addEventListener('abort', () => stop.abort());
    const again = (): void => {
      stop.abort();
      void this.offerAround(about).then(() => this.around.querySelector('button')?.focus());
    };
    const waiting = quiet('');
    waiting.setAttribute('role', 'status');
    const patience = setTimeout(() => {
      waiting.textContent = t('Requesting score and volume… ');
      waiting.append(button(t('Cancel'), 'ms-link', again));
    }, PATIENCE_MS);
    this.around.replaceChildren(heading, waiting);
    this.node.focus({ preventScroll: true });
    stop.signal.addEventListener('abort', () => clearTimeout(patience));
    try {
      const question = { resultId: table.id, ...about, load: true };
      const loaded = await channel.ask('around', question, stop.signal, () => {
        waiting.textContent = t('Waiting for the running cell…');
      });
      if (loaded.series.every(({ problem }) => problem === null)) {
        this.loaded.set(keyOf(about), loaded);
      }
      this.around.replaceChildren(heading, this.drawn(loaded, about));
      this.around.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      this.around.replaceChildren(
        heading,
        quiet(errorMessage(error)),
        button(t('Try again'), 'ms-link', again),
      );
    } finally {
      clearTimeout(patience);
    }
  }

  private drawn(around: Around, { day }: CompanyDay): HTMLElement {
    const place = element('div', { class: 'ms-x-around' });
    const draw = (): void => place.replaceChildren(aroundChart(around, day, this.source.colours));
    draw();
    place.addEventListener('repaint', draw);
    const problems = around.series.flatMap(({ label, problem }) =>
      problem === null ? [] : [quiet(`${label}: ${problem}`)],
    );
    const requests = around.requests === 0 ? t('no request') : counted(around.requests, 'request');
    const { connection, from, to } = around;
    const parts = [
      ...(connection === null ? [] : [visibleText(connection)]),
      t('{0} to {1}', from, to),
    ];
    return element('div', {}, [place, ...problems, quiet([...parts, requests].join(' · '))]);
  }
}

function keyOf({ key, day }: CompanyDay): string {
  return JSON.stringify([key.column, key.value, day]);
}

/** The event, otherwise the number of the row. */
function titleOf({ columns, values, number }: DetailedRow): string {
  const of = (name: string): string => {
    const place = columns.findIndex(column => column.name === name);
    const value = values[place];
    return typeof value === 'string' ? visibleText(value) : '';
  };
  const texts = [of('event_name') || of('event_id'), of('company')].filter(Boolean);
  return texts.length === 0 ? t('Row {0}', grouped(number + 1)) : texts.join(' · ');
}

function fieldList({ columns, values }: DetailedRow): HTMLElement {
  return element(
    'dl',
    { class: 'ms-x-fields' },
    columns.flatMap(({ name, type }, place) => [
      element('dt', { class: 'ms-text', text: visibleText(name), title: type }),
      valueNode('dd', values[place] ?? null, type),
    ]),
  );
}

function valueNode(tag: 'dd' | 'td', value: Value, type: string): HTMLElement {
  if (value === null) {
    return element(tag, { class: 'ms-null', text: 'null' });
  }
  const whole = valueText(value, type);
  const cut = whole.length > MOST_LETTERS ? `${whole.slice(0, MOST_LETTERS)}…` : whole;
  return whole === ''
    ? element(tag, { class: 'ms-null', text: t('(empty text)') })
    : element(tag, { class: 'ms-text', text: visibleText(cut, { lines: true }) });
}

/** The mentions with what differs between them, in the order of their publication. */
function mentionList({ columns }: ResultTable, rows: readonly (readonly Value[])[]): HTMLElement {
  const time = columns.findIndex(({ name }) => name === 'news_publish_time');
  const ordered = rows.toSorted((one, other) => {
    const [first, second] = [String(one[time] ?? ''), String(other[time] ?? '')];
    return first < second ? -1 : first > second ? 1 : 0;
  });
  const differing = differingColumns(columns, rows).filter(place => place !== time);
  const shown = [...(time < 0 ? [] : [time]), ...differing];
  if (shown.length === 0) {
    return quiet(t('They are alike in every field.'));
  }
  const header = shown.map(place =>
    element('th', { text: visibleText(columns[place]?.name ?? ''), attributes: { scope: 'col' } }),
  );
  const lines = ordered.map(row =>
    element(
      'tr',
      {},
      shown.map(place => valueNode('td', row[place] ?? null, columns[place]?.type ?? '')),
    ),
  );
  const table = element('table', { class: 'ms-x-mentions' }, [
    element('thead', {}, [element('tr', {}, header)]),
    element('tbody', {}, lines),
  ]);
  return element('div', { class: 'ms-x-mentions-place', attributes: { tabindex: '0' } }, [table]);
}

function sectionTitle(text: string): HTMLElement {
  return element('h3', { class: 'ms-x-section', text });
}

function quiet(text: string): HTMLElement {
  return element('p', { class: 'ms-x-quiet', text });
}

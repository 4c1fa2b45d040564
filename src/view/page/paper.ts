/**
 * What is printed in place of what is on the screen: charts as drawings in the colours of paper, and tables whole, up to
 * a limit that the page states.
 */

import { t } from '../../core/base/translations';
import { isAsMade } from '../../core/protocol/arrangement';
import { rowsText } from '../../core/protocol/footer';
import type { PageAnswer, PageParams } from '../../core/protocol/questions';
import { element } from '../dom';
import type { Rows } from '../../core/protocol/outcome';
import { columnFacts, isNumeric, type ColumnFacts } from '../table/columnRole';
import { cellText } from '../table/format';
import type { ResultOnPage } from './resultOnPage';

/**
 * The width of a page's text, and of a half of it, px. Its script does not know how the reader turns the paper: a table
 * is there for both, since it has more columns on the wider one, and the style shows one.
 */
const PAPERS = [
  { name: 'upright', whole: 690, half: 329 },
  { name: 'across', whole: 945, half: 456 },
] as const;
/**
 * A chart is drawn once, since drawing is most of a page's work, and the style scales it to the paper. The widths are
 * between those of both: letters of 11 px are 7 pt on the narrower one and 10 pt on the wider one.
 */
const DRAWN = { name: 'drawn', whole: 800, half: 380 };
const MOST_ROWS = 500;
/** Columns that are measured; no paper has room for more. */
const MOST_COLUMNS = 24;
/** The size of a table's letters, and the least that they have before columns are left out, pt. */
const LETTERS = 8;
const LEAST_LETTERS = 6.5;
/** A column of longer texts has at least this width, px: some words in a line. */
const TEXT_WIDTH = 90;
/** A word that is longer breaks anywhere. */
const MOST_WORD = 30;

/** What is printed of a result: a chart on any paper, a table on one. */
interface Part {
  readonly result: ResultOnPage;
  readonly node: HTMLElement;
  /** px. */
  readonly width: number;
}

export class Paper {
  private readonly parts: readonly Part[];

  /** @param page Answers for the rows of the tables. */
  constructor(
    results: readonly ResultOnPage[],
    private readonly page: (params: PageParams) => PageAnswer,
  ) {
    this.parts = results.flatMap(result =>
      (result.chart ? [DRAWN] : PAPERS).map(({ name, whole, half }) => {
        const node = element('div', { class: 'printed' });
        node.classList.add(name);
        result.place.append(node);
        const width = result.place.closest('.half') === null ? whole : half;
        return { result, node, width };
      }),
    );
  }

  /** Draws the charts one after another, while the reader does nothing. */
  async drawCharts(): Promise<void> {
    for (const { result, node, width } of this.parts) {
      const { chart, place } = result;
      if (chart) {
        await idle();
        const drawn = await chart.onPaper(place, node, width).catch(() => null);
        if (drawn) {
          scale(drawn, width);
        }
        node.replaceChildren(drawn ?? element('p', { text: chart.description }));
      }
    }
  }

  /**
   * Writes the tables as they are on the screen: sorted, filtered, with the shown columns. Charts cannot be drawn while the
   * browser prints: those that are not drawn yet are described, and the paper says so.
   */
  write(): void {
    for (const part of this.parts) {
      const { result, node } = part;
      if (!result.chart) {
        node.replaceChildren(...this.table(part));
      } else if (!node.hasChildNodes()) {
        const text = t(
          'This chart was not drawn yet when the page was printed. {0}',
          result.chart.description,
        );
        node.replaceChildren(element('p', { class: 'notes', text }));
      }
    }
  }

  /** The table is measured where it will be. */
  private table({ result, node, width }: Part): Node[] {
    const { output, grid } = result;
    const { table } = output;
    if (table === null || table.columns.length === 0) {
      return [];
    }
    const arrangement = grid?.model.arrangement;
    const order = grid?.model.order ?? table.columns.map((_, column) => column);
    const question = { resultId: table.id, offset: 0, limit: MOST_ROWS };
    const { rows, rowCount } = this.page({ ...question, ...(arrangement && { arrangement }) });
    const columns = order.slice(0, MOST_COLUMNS).flatMap(source => {
      const column = table.columns[source];
      const sample = rows.map(row => row[source] ?? null);
      return column ? [{ source, facts: columnFacts(column, sample) }] : [];
    });
    const { count, letters } = fitOf(columnWidths(drawnTable(columns, rows), node), width);
    const shown = columns.slice(0, count);
    const drawn = drawnTable(shown, rows);
    if (letters < LETTERS) {
      drawn.style.fontSize = `${letters}pt`;
    }
    const cuts = [
      ...(arrangement && !isAsMade(arrangement) ? [t('Sorted or filtered by the reader.')] : []),
      ...(rows.length < rowCount
        ? [t('The first {0} of {1} are printed.', rowsText(rows.length), rowsText(rowCount))]
        : []),
      ...(shown.length < order.length
        ? [
            t(
              'The first {0} of {1} columns are printed: the paper has no room for more.',
              shown.length,
              order.length,
            ),
          ]
        : []),
    ];
    return [
      drawn,
      ...(cuts.length === 0 ? [] : [element('p', { class: 'notes', text: cuts.join(' ') })]),
    ];
  }
}

/** A drawing is as much of its paper's width as it is of the width that it was drawn for. */
function scale(drawing: SVGElement, width: number): void {
  const own = Number.parseFloat(drawing.getAttribute('width') ?? '') || width;
  drawing.style.width = `${Math.min(100, (100 * own) / width)}%`;
  // A high one is narrower than its place.
  drawing.setAttribute('preserveAspectRatio', 'xMinYMin');
}

interface PaperColumn {
  /** Its place in the rows. */
  readonly source: number;
  readonly facts: ColumnFacts;
}

function drawnTable(columns: readonly PaperColumn[], rows: Rows): HTMLTableElement {
  const head = columns.map(({ facts }) =>
    element('th', { text: facts.name, class: cellClass(facts.name, facts) }),
  );
  const body = rows.map(row =>
    element(
      'tr',
      {},
      columns.map(({ source, facts }) => {
        const text = cellText(row[source] ?? null, facts);
        return element('td', { text, class: cellClass(text, facts) });
      }),
    ),
  );
  return element('table', {}, [
    element('thead', {}, [element('tr', {}, head)]),
    element('tbody', {}, body),
  ]);
}

/** Numbers, days and single words are in one line; other texts break between words. */
function cellClass(text: string, { role }: ColumnFacts): string {
  const isEndless = text.split(/\s/).some(word => word.length > MOST_WORD);
  const classes = [
    isNumeric(role) ? 'ms-number' : '',
    isEndless ? 'endless' : role === 'text' || role === 'nested' ? '' : 'whole',
  ];
  return classes.filter(Boolean).join(' ');
}

/** @returns The width that each column wants with letters of the usual size, px. */
function columnWidths(table: HTMLTableElement, node: HTMLElement): readonly number[] {
  const measured = (width: string): number[] => {
    node.style.width = width;
    return [...table.querySelectorAll('th')].map(cell => cell.getBoundingClientRect().width);
  };
  node.classList.add('measured');
  node.replaceChildren(table);
  const least = measured('0');
  const most = measured('max-content');
  node.classList.remove('measured');
  node.style.width = '';
  return least.map((width, at) => Math.max(width, Math.min(most[at] ?? 0, TEXT_WIDTH)));
}

/** @returns How many columns are printed, and the size of their letters, pt. */
function fitOf(
  widths: readonly number[],
  room: number,
): { readonly count: number; readonly letters: number } {
  const lettersFor = (some: readonly number[]): number =>
    (LETTERS * room) / some.reduce((sum, width) => sum + width, 0);
  let left = (room * LETTERS) / LEAST_LETTERS;
  const end = widths.findIndex(width => (left -= width) < 0);
  // One column is printed, whatever it takes.
  const count = end < 0 ? widths.length : Math.max(1, end);
  const letters = lettersFor(widths.slice(0, count));
  return { count, letters: Math.max(LEAST_LETTERS, Math.min(LETTERS, letters)) };
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

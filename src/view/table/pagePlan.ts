/** Plans which pages of rows are requested, and in what order. */

export const ROWS_PER_PAGE = 200;
/** The most pages in one request. */
const MOST_PAGES_AT_ONCE = 3;
/** Rows ahead that are requested together with those in view. */
const ROWS_OF_A_TURN = 40;
/** Rows outside of the view that are requested after it: more in the reader's direction. */
const margins = {
  up: { above: 300, below: 50 },
  down: { above: 50, below: 300 },
  nowhere: { above: 0, below: 0 },
} as const;

export type Heading = 'up' | 'down' | 'nowhere';

/** The rows in view, half-open, of a result with this many rows. */
export interface Sight {
  readonly from: number;
  readonly to: number;
  readonly rowCount: number;
  /** The reader's direction; at rest, only the rows in view are requested. */
  readonly heading: Heading;
}

/** Pages in one request, half-open. */
export interface PageRun {
  readonly from: number;
  readonly to: number;
}

/** The pages that are in view, or will be with the next turns of the wheel. */
export function seenPages({ from, to, rowCount, heading }: Sight): PageRun {
  const first = heading === 'up' ? Math.max(0, from - ROWS_OF_A_TURN) : from;
  return pagesOf(first, Math.min(heading === 'down' ? to + ROWS_OF_A_TURN : to, rowCount));
}

/** The pages that are in view and those that soon will be. */
export function nearPages({ from, to, rowCount, heading }: Sight): PageRun {
  const { above, below } = margins[heading];
  return pagesOf(Math.max(0, from - above), Math.min(to + below, rowCount));
}

/** @returns The missing pages, adjacent ones together, in the order in which the reader reaches them. */
export function missingRuns(
  pages: PageRun,
  heading: Heading,
  isMissing: (page: number) => boolean,
): PageRun[] {
  const runs: PageRun[] = [];
  for (let page = pages.from; page < pages.to; page++) {
    const last = runs.at(-1);
    if (!isMissing(page)) {
      continue;
    }
    if (last?.to === page && page - last.from < MOST_PAGES_AT_ONCE) {
      runs[runs.length - 1] = { from: last.from, to: page + 1 };
    } else {
      runs.push({ from: page, to: page + 1 });
    }
  }
  return heading === 'up' ? runs.reverse() : runs;
}

function pagesOf(from: number, to: number): PageRun {
  const first = Math.floor(from / ROWS_PER_PAGE);
  return { from: first, to: from < to ? Math.ceil(to / ROWS_PER_PAGE) : first };
}

/** Which pages of rows are asked for, and in what order. */

export const ROWS_PER_PAGE = 200;
/** With one question. */
const MOST_PAGES_AT_ONCE = 3;
/** Rows ahead that are wanted as soon as those that are looked at. */
const ROWS_OF_A_TURN = 40;
/** Rows beyond those looked at that are asked for after them: more where the reader is heading. */
const margins = {
  up: { above: 300, below: 50 },
  down: { above: 50, below: 300 },
  nowhere: { above: 0, below: 0 },
} as const;

export type Heading = 'up' | 'down' | 'nowhere';

/** Rows that are looked at, half-open, of a result with so many rows. */
export interface Sight {
  readonly from: number;
  readonly to: number;
  readonly rowCount: number;
  /** Where the reader is heading; at rest nothing is asked for but what is looked at. */
  readonly heading: Heading;
}

/** Pages that are asked for with one question, half-open. */
export interface PageRun {
  readonly from: number;
  readonly to: number;
}

/** The pages that are looked at, or are with the next turns of the wheel. */
export function seenPages({ from, to, rowCount, heading }: Sight): PageRun {
  const first = heading === 'up' ? Math.max(0, from - ROWS_OF_A_TURN) : from;
  return pagesOf(first, Math.min(heading === 'down' ? to + ROWS_OF_A_TURN : to, rowCount));
}

/** The pages that are looked at and those that soon will be. */
export function nearPages({ from, to, rowCount, heading }: Sight): PageRun {
  const { above, below } = margins[heading];
  return pagesOf(Math.max(0, from - above), Math.min(to + below, rowCount));
}

/**
 * @returns The missing ones of the pages, neighbours together, in the order in which the reader comes to them.
 */
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

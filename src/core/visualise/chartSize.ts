/** How many rows of a result one chart sends to the page. */

/** Rows of all datasets of a chart together. */
export const mostChartRows = 50_000;

/**
 * Shares the rows of a chart among its datasets: small ones get all they have, the others equal parts of the rest.
 *
 * @param rowCounts Rows of each dataset.
 * @returns How many rows each may send, in the same order; `most` together at most.
 */
export function rowShares(
  rowCounts: readonly number[],
  most: number = mostChartRows,
): readonly number[] {
  const shares = rowCounts.map(() => 0);
  const ascending = [...rowCounts.keys()].sort((a, b) => (rowCounts[a] ?? 0) - (rowCounts[b] ?? 0));
  let left = most;
  ascending.forEach((at, taken) => {
    const share = Math.min(rowCounts[at] ?? 0, Math.floor(left / (ascending.length - taken)));
    shares[at] = share;
    left -= share;
  });
  return shares;
}

/** The size of the invisible points over a line, which carry its tooltips and by which a view finds its rows. */
export const hoverPointSize = 100;

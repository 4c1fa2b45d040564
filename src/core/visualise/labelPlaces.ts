/** Places labels along an axis, so that none touches another. */

/** From one label to the next, in parts of a plot's height. */
const LABEL_GAP = 14 / 240;

/** A label further from its line's end than this many gaps would be taken for another line's. */
const MOST_SHIFT = 1.5;

/**
 * @returns The place of each label on y, as close to its end as possible without touching another; null if one would be
 * too far away.
 */
export function labelPlaces(ends: readonly number[], range: number): number[] | null {
  const gap = range * LABEL_GAP;
  const order = ends.map((_, at) => at).sort((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0) || a - b);
  // Labels a gap apart are the same as labels of any distance once each is moved down by its rank: then those out of
  // order meet at their mean.
  const blocks: { sum: number; members: number[] }[] = [];
  order.forEach((at, rank) => {
    let block = { sum: (ends[at] ?? 0) - rank * gap, members: [at] };
    for (let last = blocks.at(-1); last && mean(last) > mean(block); last = blocks.at(-1)) {
      block = { sum: last.sum + block.sum, members: [...last.members, ...block.members] };
      blocks.pop();
    }
    blocks.push(block);
  });
  const places: number[] = [];
  let rank = 0;
  for (const block of blocks) {
    for (const at of block.members) {
      places[at] = mean(block) + rank++ * gap;
    }
  }
  const isNear = places.every((place, at) => Math.abs(place - (ends[at] ?? 0)) <= MOST_SHIFT * gap);
  return isNear ? places : null;
}

function mean({ sum, members }: { sum: number; members: readonly number[] }): number {
  return sum / members.length;
}

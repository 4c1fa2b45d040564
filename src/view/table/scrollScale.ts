/**
 * The position of rows in a page that cannot be as high as all rows.
 *
 * Browsers limit an element's height to some 10 million pixels. Up to that, the scroll position is the distance in the
 * rows. Above, this stays true for the first and the last `EDGE` pixels, and the part in between is compressed: the
 * ends can be scrolled row by row, and the scroll bar reaches every part.
 */

const MAX_HEIGHT = 8_000_000;
const EDGE = 400_000;

export interface ScrollScale {
  /** Height of the scrolled element in px. */
  readonly height: number;
  /** Whether positions are compressed. */
  readonly compressed: boolean;
  /** The distance from the first row's top for a scroll position, both in px. */
  toRows(scrollTop: number): number;
  /** The scroll position for a distance from the first row's top. */
  toScroll(distance: number): number;
}

/**
 * @param rowsHeight The height of all rows, px.
 * @param viewport The visible height, px.
 */
export function scrollScale(rowsHeight: number, viewport: number): ScrollScale {
  if (rowsHeight <= MAX_HEIGHT) {
    return { height: rowsHeight, compressed: false, toRows: x => x, toScroll: x => x };
  }
  const lastScroll = MAX_HEIGHT - viewport;
  const lastDistance = rowsHeight - viewport;
  const factor = (lastDistance - 2 * EDGE) / (lastScroll - 2 * EDGE);
  const toRows = (scrollTop: number): number => {
    if (scrollTop <= EDGE) {
      return scrollTop;
    }
    return scrollTop >= lastScroll - EDGE
      ? lastDistance - (lastScroll - scrollTop)
      : EDGE + (scrollTop - EDGE) * factor;
  };
  const toScroll = (distance: number): number => {
    if (distance <= EDGE) {
      return distance;
    }
    return distance >= lastDistance - EDGE
      ? lastScroll - (lastDistance - distance)
      : EDGE + (distance - EDGE) / factor;
  };
  return { height: MAX_HEIGHT, compressed: true, toRows, toScroll };
}

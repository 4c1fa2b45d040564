/** Keyboard navigation in a grid, by the ARIA grid pattern. */

/** A cell; row -1 is the header. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Rows that Page Up and Page Down move by. */
  readonly rowsInView: number;
}

export interface KeyPress {
  readonly key: string;
  /** Ctrl, or Command. */
  readonly far: boolean;
}

/** @returns The target of the key from `place`, or undefined if it is not a navigation key. */
export function placeAfterKey(
  place: CellPlace,
  { key, far }: KeyPress,
  size: GridSize,
): CellPlace | undefined {
  const move = moveOfKey(place, key, size);
  if (move === undefined) {
    return undefined;
  }
  return placeWithin(far ? farther(place, key, size) : move, size);
}

/** @returns The cell of an element of a grid, or undefined if it is in none. */
export function cellPlaceOf(target: EventTarget | null): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest('[aria-colindex]') : null;
  const row = cell?.closest('[role="row"]');
  if (!cell || !row) {
    return undefined;
  }
  return {
    row: Number(row.getAttribute('aria-rowindex')) - 2,
    column: Number(cell.getAttribute('aria-colindex')) - 1,
  };
}

/** @returns The place, or the nearest one of a grid of this size. */
export function placeWithin(
  { row, column }: CellPlace,
  size: Omit<GridSize, 'rowsInView'>,
): CellPlace {
  return {
    row: clamp(row, -1, size.rowCount - 1),
    column: clamp(column, 0, size.columnCount - 1),
  };
}

function moveOfKey(
  { row, column }: CellPlace,
  key: string,
  { columnCount, rowsInView }: GridSize,
): CellPlace | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: columnCount - 1 };
    case 'PageUp':
      return { row: Math.max(row - rowsInView, Math.min(row, 0)), column };
    case 'PageDown':
      return { row: row + rowsInView, column };
    default:
      return undefined;
  }
}

/** With Ctrl, a key moves to the edge in its direction; Home and End to the corners. */
function farther(place: CellPlace, key: string, { rowCount, columnCount }: GridSize): CellPlace {
  const last = { row: rowCount - 1, column: columnCount - 1 };
  switch (key) {
    case 'ArrowUp':
      return { ...place, row: 0 };
    case 'ArrowDown':
      return { ...place, row: last.row };
    case 'ArrowLeft':
      return { ...place, column: 0 };
    case 'ArrowRight':
      return { ...place, column: last.column };
    case 'Home':
      return { row: 0, column: 0 };
    case 'End':
      return last;
    default:
      return place;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/**
 * Finds the rows of a drawing's lines and areas next to the pointer.
 *
 * Vega treats a line as one mark without rows. Positions are read from the scenegraph when the pointer first enters,
 * and again after the view was evaluated; a row is then found by bisection.
 */

import type { View } from 'vega';
import { hoverPointSize } from '../../core/visualise/chartSize';
import { isSceneItem, sceneReading, visitMarks, type Area, type SceneItem } from './sceneMarks';

/** A row and its position, px from the corner of the drawing. */
export interface LinePoint {
  readonly x: number;
  readonly y: number;
  /** The item in Vega's scenegraph. */
  readonly item: object;
  /** As in Vega: any text. */
  readonly colour: unknown;
  /** The key that distinguishes its line from the others of its layer. */
  readonly series: readonly unknown[];
}

/** The rows at the position nearest to the pointer. */
export interface Crossing {
  /** `x` if the lines run from left to right: their rows share one x. Lines that turn back have one nearest row. */
  readonly along: 'x' | 'y' | 'neither';
  readonly panel: Area;
  /** From top to bottom; along y from left to right. */
  readonly points: readonly LinePoint[];
  readonly nearest: LinePoint;
}

/** Rows of one x may be drawn this far apart, px. */
const SAME_PLACE = 0.5;

type Placed = SceneItem & { readonly x: number; readonly y: number };

interface Line {
  readonly isArea: boolean;
  readonly items: readonly Placed[];
  readonly series: readonly unknown[];
}

interface LinePanel {
  readonly panel: Area;
  readonly along: Crossing['along'];
  readonly lines: readonly Line[];
}

/** Mark types that Vega draws as one mark for many rows. */
const pathMarks = ['line', 'area', 'trail'] as const;

/**
 * @returns A function that finds the rows next to a position, px from the corner of the drawing; undefined outside
 * panels with lines.
 */
export function linesAt(view: View): (x: number, y: number) => Crossing | undefined {
  const panels = sceneReading(view, linePanels);
  return (x, y) => {
    const found = panels().find(
      ({ panel: { left, top, width, height } }) =>
        x >= left && x <= left + width && y >= top && y <= top + height,
    );
    return found && crossing(found, x - found.panel.left, y - found.panel.top);
  };
}

/** @returns Whether the item of Vega's scenegraph is a row of such a mark. */
export function isPath(item: unknown): boolean {
  return isSceneItem(item) && isPathType(Reflect.get(item.mark, 'marktype'));
}

/** @returns Whether Vega, or Vega-Lite, draws one mark of this type for many rows. */
export function isPathType(type: unknown): boolean {
  return (pathMarks as readonly unknown[]).includes(type);
}

function linePanels(view: View): LinePanel[] {
  const found = new Map<string, { panel: Area; lines: Line[] }>();
  const pieces = new Map<string, { panel: Area; lines: Line[] }>();
  visitMarks(view, ({ marktype, items }, { area: panel, datum }) => {
    const isPoints = marktype === 'symbol' && items.every(isUnseen);
    const placed = isPathType(marktype) || isPoints ? items.filter(isPlaced) : [];
    if (placed.length > 0) {
      const key = Object.values(panel).join();
      const panels = isPoints ? pieces : found;
      const lines = panels.get(key)?.lines ?? [];
      lines.push({ isArea: marktype === 'area', items: placed, series: seriesOf(datum) });
      panels.set(key, { panel, lines });
    }
  });
  // A line that is drawn in pieces is known by the invisible points over it.
  const all = new Map([...pieces, ...found]);
  return [...all.values()].map(({ panel, lines }) => ({ panel, lines, along: alongOf(lines) }));
}

/** A point that is there for its tooltip. */
function isUnseen({ opacity, fillOpacity, strokeOpacity, size }: SceneItem): boolean {
  const isClear = opacity === 0 || (fillOpacity === 0 && strokeOpacity === 0);
  return isClear && size === hoverPointSize;
}

function isPlaced(item: SceneItem): item is Placed {
  return item.defined !== false && Number.isFinite(item.x) && Number.isFinite(item.y);
}

/** Each line of several series is in its own group, whose datum has the values by which the series are split. */
function seriesOf(datum: unknown): readonly unknown[] {
  return typeof datum === 'object' && datum !== null ? Object.values(datum) : [];
}

function alongOf(lines: readonly Line[]): Crossing['along'] {
  const leads = (axis: 'x' | 'y'): boolean => lines.every(({ items }) => isMonotone(items, axis));
  return leads('x') ? 'x' : leads('y') ? 'y' : 'neither';
}

function isMonotone(items: readonly Placed[], axis: 'x' | 'y'): boolean {
  let direction = 0;
  for (let at = 1; at < items.length; at++) {
    const step = Math.sign((items[at]?.[axis] ?? 0) - (items[at - 1]?.[axis] ?? 0));
    if (step * direction < 0) {
      return false;
    }
    direction ||= step;
  }
  return direction !== 0 || items.length === 1;
}

function crossing({ panel, lines, along }: LinePanel, x: number, y: number): Crossing | undefined {
  const isInside = (point: Placed): boolean =>
    point.x >= -1 && point.x <= panel.width + 1 && point.y >= -1 && point.y <= panel.height + 1;
  const found = lines.flatMap(line => {
    const item = along === 'neither' ? closest(line, x, y) : bisected(line, along, { x, y });
    return item && isInside(item) ? [{ item, line }] : [];
  });
  const distance = (item: Placed): number =>
    along === 'neither'
      ? Math.hypot(item.x - x, item.y - y)
      : Math.abs(item[along] - { x, y }[along]);
  const [first] = found.toSorted((a, b) => distance(a.item) - distance(b.item));
  if (!first) {
    return undefined;
  }
  const hasLines = found.some(({ line }) => !line.isArea);
  const points = found
    .filter(({ item }) =>
      along === 'neither'
        ? item === first.item
        : Math.abs(item[along] - first.item[along]) <= SAME_PLACE,
    )
    .map(({ item, line }) => ({
      x: panel.left + item.x,
      y: panel.top + item.y,
      item,
      colour:
        line.isArea && hasLines ? undefined : line.isArea ? item.fill : (item.stroke ?? item.fill),
      series: line.series,
    }));
  const across = along === 'y' ? 'x' : 'y';
  const pointer = { x: panel.left + x, y: panel.top + y };
  const ordered = points.toSorted((a, b) => a[across] - b[across]);
  const [nearest] = points.toSorted(
    (a, b) => Math.abs(a[across] - pointer[across]) - Math.abs(b[across] - pointer[across]),
  );
  return nearest && { along, panel, points: ordered, nearest };
}

function closest({ items }: Line, x: number, y: number): Placed | undefined {
  let least = Infinity;
  let found: Placed | undefined;
  for (const item of items) {
    const distance = (item.x - x) ** 2 + (item.y - y) ** 2;
    if (distance < least) {
      [least, found] = [distance, item];
    }
  }
  return found;
}

function bisected(
  { items }: Line,
  along: 'x' | 'y',
  pointer: { readonly x: number; readonly y: number },
): Placed | undefined {
  const goal = pointer[along];
  const isRising = (items[0]?.[along] ?? 0) <= (items.at(-1)?.[along] ?? 0);
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const place = items[middle]?.[along] ?? 0;
    if (isRising ? place < goal : place > goal) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const [before, after] = [items[low - 1], items[low]];
  return before && (!after || Math.abs(before[along] - goal) <= Math.abs(after[along] - goal))
    ? before
    : after;
}

/** Finds what did not fit in a drawing: truncated legends, and omitted names of categories. */

import type { View } from 'vega';
import { isRecord } from '../../core/base/json';

/** Symbol and gaps next to a legend's label, px. */
const BESIDE_LABEL = 34;
/** The room for each tilted name, px. */
const LEAST_STEP = 14;

export interface CrampedParts {
  /** Legend entries that fit in one row; undefined if the legends fit already. */
  readonly legendColumns: number | undefined;
  /** Whether names below the chart were omitted that would fit if they were tilted. */
  readonly namesMissing: boolean;
  /** Whether any text beside an axis was omitted. */
  readonly labelsHidden: boolean;
}

/** The part of an item of Vega's scenegraph that is used here. */
interface Item {
  readonly left: number;
  readonly right: number;
  readonly x: number;
  readonly hidden: boolean;
}

/** @param width The cell's inner width, px. */
export function crampedParts(view: View, width: number): CrampedParts {
  const root: unknown = view.scenegraph();
  // The origin is within the padding.
  const { left } = view.padding() as { readonly left: number };
  const origin = left + view.origin()[0];
  const tree = isRecord(root) ? root['root'] : undefined;
  const columns = marksOf(tree, 'legend').flatMap(legend => {
    const [box] = itemsOf(legend);
    const labels = marksOf(legend, 'legend-label').flatMap(itemsOf);
    if (!box || origin + box.right <= width || marksOf(legend, 'legend-symbol').length === 0) {
      return [];
    }
    const widest = Math.max(...labels.map(({ left, right }) => right - left));
    return [Math.max(1, Math.floor((width - origin - box.left) / (widest + BESIDE_LABEL)))];
  });
  const labels = marksOf(tree, 'axis-label');
  return {
    legendColumns: columns.length > 0 ? Math.min(...columns) : undefined,
    namesMissing: labels.some(lacksNames),
    labelsHidden: labels.some(each => itemsOf(each).some(({ hidden }) => hidden)),
  };
}

function lacksNames(labels: object): boolean {
  const items = itemsOf(labels);
  const places = items.map(({ x }) => x);
  const step = (Math.max(...places) - Math.min(...places)) / (items.length - 1);
  return items.some(({ hidden }) => hidden) && step >= LEAST_STEP;
}

/** Marks with this role, at any depth. */
function marksOf(node: unknown, role: string): object[] {
  if (!isRecord(node)) {
    return [];
  }
  const own = node['role'] === role ? [node] : [];
  const below: unknown = node['items'];
  return [...own, ...(Array.isArray(below) ? below.flatMap(item => marksOf(item, role)) : [])];
}

function itemsOf(mark: object): Item[] {
  const items: unknown = isRecord(mark) ? mark['items'] : undefined;
  return Array.isArray(items) ? items.map(itemOf) : [];
}

function itemOf(item: unknown): Item {
  const bounds: unknown = isRecord(item) ? item['bounds'] : undefined;
  const numberIn = (record: unknown, key: string): number => {
    const value: unknown = isRecord(record) ? record[key] : undefined;
    return typeof value === 'number' ? value : 0;
  };
  return {
    left: numberIn(bounds, 'x1'),
    right: numberIn(bounds, 'x2'),
    x: numberIn(item, 'x'),
    hidden: isRecord(item) && item['opacity'] === 0,
  };
}

/** Sees to it that the rows of all layers together are no more than the page takes. */

import { dataName, drawsRows, nameQueries } from '../chartData';
import { rowShares } from '../chartSize';
import type { ChartColumn } from '../chartColumn';
import { partColumn } from '../panelData';
import type { Report } from '../report';
import type { ResolvedFacet, ResolvedLayer } from '../resolvedChart';
import { groupsOf } from '../statistics/statistic';
import type { ScaleNode } from '../tree';
import { reducedCurve } from './reducedCurve';
import type { Reduction, ReductionContext } from './reductionContext';
import { summedBars } from './summedBars';
import { thinnedRows } from './thinnedRows';
import { tiledPoints } from './tiledPoints';

/** The rows of a dataset: where they are, and how many. */
export interface DatasetSize {
  /** SQL that can follow FROM; it has a `rowid`. */
  readonly table: string;
  readonly rowCount: number;
}

export interface ReducedParts {
  readonly facet: ResolvedFacet | null;
  readonly scales: ReadonlyMap<string, ScaleNode>;
  readonly report: Report;
  /** What is known of the datasets, by name. */
  readonly sizes: ReadonlyMap<string, DatasetSize>;
}

const curves: readonly string[] = ['line', 'smooth', 'area', 'density', 'ribbon', 'range'];

/** @returns The layers, those with too many rows over a query that has fewer. */
export function reducedLayers(
  layers: readonly ResolvedLayer[],
  parts: ReducedParts,
): ResolvedLayer[] {
  const drawing = layers.filter(drawsRows);
  const names = [...new Set(drawing.map(dataName))];
  const shares = rowShares(names.map(name => parts.sizes.get(name)?.rowCount ?? 0));
  const reduced = layers.map(layer => {
    const at = drawsRows(layer) ? names.indexOf(dataName(layer)) : -1;
    const size = parts.sizes.get(names[at] ?? '');
    const share = shares[at];
    if (size === undefined || share === undefined || size.rowCount <= share) {
      return layer;
    }
    const together = drawing.filter(other => dataName(other) === names[at]);
    const { facet, scales, report } = parts;
    const context: ReductionContext = {
      ...{ facet, scales, report, ...size },
      share: Math.floor(share / together.length),
      hasFreePanels: axis => isFree(axis, facet),
    };
    return reducedLayer(layer, together, context);
  });
  return nameQueries(reduced);
}

function reducedLayer(
  layer: ResolvedLayer,
  together: readonly ResolvedLayer[],
  context: ReductionContext,
): ResolvedLayer {
  // Panels part the rows of one dataset: layers that share one go on sharing it.
  const isAlone = together.length === 1 || context.facet === null;
  const reduction = isAlone ? reductionOf(layer) : undefined;
  const reduced = reduction?.(layer, context);
  if (reduced) {
    return reduced;
  }
  const columns = together
    .flatMap(other => [
      ...groupsOf(other, [], context.facet),
      ...other.order.map(({ column }) => column),
      ...hiddenColumns(other),
    ])
    .filter((column, at, all) => all.findIndex(({ name }) => name === column.name) === at);
  const share = context.share * together.length;
  return { ...layer, query: thinnedRows(layer, columns, { ...context, share }) };
}

function reductionOf({ type, kind }: ResolvedLayer): Reduction | undefined {
  if (kind !== 'draw') {
    return undefined;
  }
  if (curves.includes(type)) {
    return reducedCurve;
  }
  return type === 'point' ? tiledPoints : type === 'bar' ? summedBars : undefined;
}

/** Columns that a statistic made for its marks alone, or that tell the layers of panels apart. */
function hiddenColumns({ valid, part }: ResolvedLayer): ChartColumn[] {
  return [
    ...(valid === undefined ? [] : [{ name: valid, type: 'DOUBLE' }]),
    ...(part === undefined ? [] : [{ name: partColumn, type: 'INTEGER' }]),
  ];
}

function isFree(axis: 'x' | 'y', facet: ResolvedFacet | null): boolean {
  const setting = facet?.settings.find(({ name }) => name.name.toLowerCase() === 'free')?.value;
  const items = setting?.kind === 'array' ? setting.items : setting ? [setting] : [];
  return items.some(({ value }) => value === axis);
}

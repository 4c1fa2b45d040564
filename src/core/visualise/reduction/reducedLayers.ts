/**
 * Limits the marks of all layers together to what the page can draw.
 *
 * A dataset counts once for each layer that draws it, since each makes marks of its rows.
 */

import { t } from '../../base/translations';
import { grouped } from '../../base/text';
import { quotedName } from '../../base/quoted';
import { dataName, drawsRows, nameQueries } from '../chartData';
import { mostChartRows, rowShares } from '../chartSize';
import type { NumberedRows } from '../chartQuery';
import { panelLayers } from '../panelData';
import type { Report } from '../report';
import type { ResolvedFacet, ResolvedLayer } from '../resolvedChart';
import { groupsOf } from '../statistics/statistic';
import type { ScaleNode } from '../tree';
import type { ReductionContext } from './reductionContext';
import { thinnedOthers, thinnedRows } from './thinnedRows';

/** The rows of a dataset: where they are, and how many. */
export interface DatasetSize extends NumberedRows {
  readonly rowCount: number;
}

export interface ReducedParts {
  readonly facet: ResolvedFacet | null;
  readonly scales: ReadonlyMap<string, ScaleNode>;
  readonly report: Report;
  /** The known datasets, by name. */
  readonly sizes: ReadonlyMap<string, DatasetSize>;
  /** Rows that they may have together. */
  readonly mostRows?: number;
}

/** @returns The layers, those with too many rows over a query that has fewer. */
export function reducedLayers(
  layers: readonly ResolvedLayer[],
  parts: ReducedParts,
): ResolvedLayer[] {
  const { mostRows = mostChartRows } = parts;
  const drawing = layers.filter(drawsRows);
  const sizes = drawing.map(layer => parts.sizes.get(dataName(layer)));
  const shares = rowShares(
    sizes.map(size => size?.rowCount ?? 0),
    mostRows,
  );
  const large = drawing.filter((_, at) => (sizes[at]?.rowCount ?? 0) > (shares[at] ?? 0));
  if (large.length === 0) {
    return [...layers];
  }
  const { facet, report } = parts;
  const isReduced = (layer: ResolvedLayer): boolean =>
    large.some(other => dataName(other) === dataName(layer));
  const reduced = layers.map(layer => {
    const at = drawing.indexOf(layer);
    const size = sizes[at];
    return size && isReduced(layer) ? reducedLayer(layer, size, shares[at] ?? 0, parts) : layer;
  });
  if (drawing.length > 1) {
    const [most, count] = [grouped(mostRows), drawing.length];
    report.note(
      t('A chart draws at most {0} rows, those of its {1} layers together.', most, count),
    );
  }
  // Panels split the rows of one dataset: layers that shared one share one again.
  return nameQueries(panelLayers(reduced, facet, report));
}

function reducedLayer(
  { part, ...layer }: ResolvedLayer,
  size: DatasetSize,
  share: number,
  { facet, scales, report }: ReducedParts,
): ResolvedLayer {
  const context: ReductionContext = {
    ...{ facet: layer.isRepeated ? null : facet, scales, report, share },
    ...(part ? { ...rowsOfPart(layer, part, size), rowCount: size.rowCount } : size),
    query: part?.query ?? layer.query,
    hasFreePanels: axis => isFree(axis, facet),
  };
  if (layer.kept) {
    return { ...layer, query: thinnedOthers(layer, layer.kept, context) };
  }
  const reduced = layer.kind === 'draw' ? layer.type.reduction?.(layer, context) : undefined;
  if (reduced) {
    return reduced;
  }
  const columns = [
    ...groupsOf(layer, [], context.facet),
    ...layer.order.map(({ column }) => column),
  ].filter((column, at, all) => all.findIndex(({ name }) => name === column.name) === at);
  return { ...layer, query: thinnedRows(layer, columns, context) };
}

/** The layer's rows of a dataset that it shares. */
function rowsOfPart(
  { source: { own } }: ResolvedLayer,
  part: NonNullable<ResolvedLayer['part']>,
  { table, rowId }: NumberedRows,
): NumberedRows {
  const number = own`_number`;
  const rows = `SELECT *, row_number() OVER (ORDER BY ${rowId}) - 1 AS ${number} FROM ${table}`;
  return { table: `(${rows} WHERE ${quotedName(part.column)} = ${part.number})`, rowId: number };
}

function isFree(axis: 'x' | 'y', facet: ResolvedFacet | null): boolean {
  const setting = facet?.settings.find(({ name }) => name.name.toLowerCase() === 'free')?.value;
  const items = setting?.kind === 'array' ? setting.items : setting ? [setting] : [];
  return items.some(({ value }) => value === axis);
}

/** Arranges the panels of a facet in even rows, where the data say how many they are. */

import { isRecord, type JsonObject } from '../../core/base/json';
import type { ChartData } from './chartData';
import { columnCount } from './fitSpec';

/**
 * @param width The cell's inner width, px.
 * @returns The specification with as many columns as fill the rows best. Where places stay empty each panel has an axis
 * of its own: a shared one would stand below nothing.
 */
export function evenPanels(spec: JsonObject, width: number, data: ChartData): JsonObject {
  const panels = panelCount(spec, data);
  if (panels === undefined) {
    return spec;
  }
  const most = columnCount(spec, width);
  const columns = 'columns' in spec ? most : Math.ceil(panels / Math.ceil(panels / most));
  const isFull = panels <= columns || panels % columns === 0;
  return isFull || 'resolve' in spec
    ? { ...spec, columns }
    : { ...spec, columns, resolve: { axis: { x: 'independent' } } };
}

/** Undefined where only Vega knows: no wrapped facet, or a column that the specification makes. */
function panelCount(spec: JsonObject, data: ChartData): number | undefined {
  const { facet, data: source } = spec;
  const field = isRecord(facet) ? facet['field'] : undefined;
  const name = isRecord(source) ? source['name'] : undefined;
  if (typeof field !== 'string' || typeof name !== 'string' || 'transform' in spec) {
    return undefined;
  }
  const rows = data.get(name)?.() ?? [];
  const values = new Set(rows.map(row => row[field.replaceAll('\\', '')]));
  return values.size === 0 || values.has(undefined) ? undefined : values.size;
}

/** Arranges the panels of a facet in even rows, if the data determine their number. */

import { t } from '../../core/base/translations';
import { isRecord, type Json, type JsonObject } from '../../core/base/json';
import type { ChartData } from './readChartData';
import { columnCount, MOST_USUAL_COLUMNS } from './fitSpec';

/**
 * @param width The cell's inner width, px.
 * @returns The specification with as many columns as it states, or if they do not fit, as fill the rows best. If places stay empty, each panel has an axis
 * of its own: a shared one would be below an empty place.
 */
export function evenPanels(spec: JsonObject, width: number, data: ChartData): JsonObject {
  const panels = panelCount(spec, data);
  if (panels === undefined) {
    return spec;
  }
  const most = Math.min(columnCount(spec, width), panels);
  const isStated = spec['columns'] === most || most === panels;
  const columns = isStated ? most : Math.ceil(panels / Math.ceil(panels / most));
  const isFull = panels <= columns || panels % columns === 0;
  return isFull
    ? { ...spec, columns }
    : { ...spec, columns, resolve: withOwnAxes(spec['resolve']) };
}

/** A specification that has chosen something for the axes of x keeps it. */
function withOwnAxes(resolve: Json | undefined): JsonObject {
  const { axis, ...rest } = isRecord(resolve) ? resolve : {};
  return { ...rest, axis: { x: 'independent', ...(isRecord(axis) ? axis : {}) } };
}

/**
 * @param drawn The number of columns that were drawn.
 * @returns A sentence if the author chose more columns than fit; the usual number is no choice.
 */
export function columnsNote(spec: JsonObject, data: ChartData, drawn: number): string | undefined {
  const { columns } = spec;
  const chosen = typeof columns === 'number' && columns > MOST_USUAL_COLUMNS ? columns : 0;
  return Math.min(chosen, panelCount(spec, data) ?? chosen) > drawn
    ? t('{0} columns of panels do not fit in this width: {1} are drawn.', chosen, drawn)
    : undefined;
}

/** Undefined if only Vega knows: no wrapped facet, or a column that the specification creates. */
function panelCount(spec: JsonObject, data: ChartData): number | undefined {
  const { facet, data: source } = spec;
  const field = isRecord(facet) ? facet['field'] : undefined;
  const name = isRecord(source) ? source['name'] : undefined;
  const isKept = typeof field === 'string' ? keptValues(spec['transform'], field) : undefined;
  if (typeof field !== 'string' || typeof name !== 'string' || !isKept) {
    return undefined;
  }
  const rows = data.get(name)?.() ?? [];
  const values = new Set(rows.map(row => row[field.replaceAll('\\', '')]).filter(isKept));
  return values.size === 0 || values.has(undefined) ? undefined : values.size;
}

/** @returns Which values of the field have a panel; undefined if the transforms do more than filter and count rows. */
function keptValues(
  transform: Json | undefined,
  field: string,
): ((value: Json | undefined) => boolean) | undefined {
  const steps = transform === undefined ? [] : transform;
  const tests: ((value: Json | undefined) => boolean)[] = [];
  for (const step of Array.isArray(steps) ? steps : [steps]) {
    const filter: unknown = isRecord(step) ? step['filter'] : undefined;
    if (isRecord(filter) && filter['field'] === field && 'oneOf' in filter) {
      const chosen: unknown = filter['oneOf'];
      tests.push(value => Array.isArray(chosen) && chosen.includes(value));
    } else if (isRecord(filter) && filter['field'] === field && filter['valid'] === true) {
      tests.push(value => value !== null);
    } else if (!isRecord(step) || !('window' in step)) {
      return undefined;
    }
  }
  return value => tests.every(test => test(value));
}

/**
 * The order of the rows and of the columns of a grid of panels.
 *
 * Vega-Lite draws a panel for every row and column that cross. Where that panel has no rows of the data, it knows no
 * order but that of the two values themselves. Each value is therefore a text that begins with its place.
 */

import type { Json, JsonObject } from '../base/json';
import { fieldPath, freeName, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import { columnNames } from './resolvedChart';
import type { PanelName, ResolvedChart } from './resolvedChart';

/** Enough digits for the number of any row of a chart. */
const PLACE_DIGITS = 9;

/** Makes of the name of a field one that no column of the chart has. */
export type PanelFields = (name: string) => string;

/** @returns The fields that panels add to the columns of all layers. */
export function panelFields({ layers }: ResolvedChart): PanelFields {
  const taken = layers.flatMap(columnNames).map(rowKey);
  return name => freeName(name, taken);
}

/** @returns A sort: in the order in which the values first appear, so that ORDER BY of the query decides it. */
export function orderOfRows(fields: PanelFields): JsonObject {
  return { field: rowNumber(fields), op: 'min' };
}

/** @returns The transform that the order of the rows needs. */
export function numberRows(fields: PanelFields): JsonObject {
  return { window: [{ op: 'row_number', as: rowNumber(fields) }] };
}

function rowNumber(fields: PanelFields): string {
  return fields('panel order');
}

/** Panels, or rows or columns of a grid of them. */
export interface PanelValues {
  readonly column: ChartColumn;
  /** The expression of a value's label, over a row of the data. */
  readonly label: string;
  /** The values in the order of FROM; undefined takes the order of the rows. */
  readonly only: readonly Json[] | undefined;
}

/**
 * @param name Panels, rows or columns.
 * @returns The field and the header of the panels, and the transforms that make the field.
 */
export function placedPanels(
  name: PanelName,
  { column, label, only }: PanelValues,
  fields: PanelFields,
): {
  readonly transforms: readonly JsonObject[];
  readonly field: string;
  readonly header: JsonObject;
} {
  const first = fields(`${name} order`);
  const place = only
    ? `indexof(${JSON.stringify(only)}, datum[${JSON.stringify(rowKey(column.name))}])`
    : `datum[${JSON.stringify(first)}]`;
  const groupby = [fieldPath(column.name)];
  const order = { joinaggregate: [{ ...orderOfRows(fields), as: first }], groupby };
  const text = `pad(${place}, ${PLACE_DIGITS}, "0", "left") + " " + (${label})`;
  const field = fields(`${name} panel`);
  return {
    transforms: [...(only ? [] : [order]), { calculate: text, as: field }],
    field,
    header: { labelExpr: `slice(datum.value, ${PLACE_DIGITS + 1})` },
  };
}

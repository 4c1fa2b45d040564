/** Values of an axis as numbers and back, so that dates are binned and smoothed like numbers. */

import { t } from '../base/translations';
import { quotedName } from '../base/quoted';
import type { JsonObject } from '../base/json';
import { columnKind } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { Report } from './report';
import type { ResolvedLayer } from './resolvedChart';

export interface AxisNumber {
  readonly column: ChartColumn;
  /** SQL of the value as a DOUBLE: the number, days for a DATE, seconds for a time. */
  readonly number: string;
  /** @returns SQL that turns a number of that kind back into a value of the axis. */
  readonly value: (number: string) => string;
  /** @returns The same for places on a curve, which go between the days of a DATE. */
  readonly place: (number: string) => string;
  /** The type of those values. */
  readonly type: string;
  /** Whether only whole numbers are values. */
  readonly isWhole: boolean;
  readonly isTime: boolean;
  /** The transform of the axis' scale that `number` has gone through; absent if there is none. */
  readonly scaled?: { readonly transform: JsonObject; readonly via: string };
}

/** @returns How to compute with the column; undefined after a report if it is neither number nor time. */
export function axisNumber(
  column: ChartColumn,
  layer: ResolvedLayer,
  report: Report,
): AxisNumber | undefined {
  const name = quotedName(column.name);
  const common = { column, type: column.type, isWhole: false, isTime: true };
  switch (columnKind(column.type)) {
    case 'number':
      return {
        ...common,
        number: `${name}::DOUBLE`,
        value: same,
        place: same,
        type: 'DOUBLE',
        isTime: false,
      };
    case 'date':
      return {
        ...common,
        number: `epoch(${name}) / 86400`,
        value: number => `DATE '1970-01-01' + round(${number})::INTEGER`,
        place: number => `make_timestamp(round(86400e6 * (${number}))::BIGINT)`,
        type: 'DATE',
        isWhole: true,
      };
    case 'timestamp':
      return {
        ...common,
        number: `epoch(${name})::DOUBLE`,
        value: timestamp,
        place: timestamp,
        type: 'TIMESTAMP',
      };
    case 'instant':
      return {
        ...common,
        number: `epoch(${name})::DOUBLE`,
        value: instant,
        place: instant,
      };
    default:
      reportType(column, layer, t('a number or a date'), report);
      return undefined;
  }
}

/** @returns Whether the column holds numbers; if not, that is reported. */
export function isNumber(column: ChartColumn, layer: ResolvedLayer, report: Report): boolean {
  const fits = columnKind(column.type) === 'number';
  if (!fits) {
    reportType(column, layer, t('a number'), report);
  }
  return fits;
}

const same = (number: string): string => number;
const timestamp = (number: string): string => `make_timestamp(round(1e6 * (${number}))::BIGINT)`;
const instant = (number: string): string => `to_timestamp(${number})`;

function reportType(
  { name, type }: ChartColumn,
  layer: ResolvedLayer,
  needed: string,
  report: Report,
): void {
  const owner = t('The layer {0}', layer.type.name);
  report.problem('wrongType', layer.span, { column: name, type, owner, needed });
}

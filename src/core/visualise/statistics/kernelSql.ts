/** Gaussian kernels over a grid, for density and smooth. */

import { quotedName } from '../../base/quoted';
import type { AxisNumber } from '../axisNumber';
import type { ChartColumn } from '../chartColumn';
import { following, sameGroup, sourceTable } from '../chartQuery';
import type { LayerSource } from '../chartQuery';
import type { SqlTag } from '../sqlTag';

/** Places along the axis at which a curve is computed. */
const GRID_POINTS = 200;

/** Rows are gathered into this many cells first, each at the mean of its rows: ten million rows cost like a thousand. */
const CELLS = 1000;

export interface KernelQuery {
  readonly axis: AxisNumber;
  readonly groups: readonly ChartColumn[];
  /** SQL of what is averaged; `1` where only x counts. */
  readonly measured: string;
  /** In units of the axis' number; undefined follows Silverman's rule. */
  readonly bandwidth: number | undefined;
  /** Bandwidths by which the grid goes beyond the data. */
  readonly beyond: number;
}

/**
 * @param computed SQL of the curve's columns over `_n`, `_h`, `_measured` and `_kernel`, the weight of a cell's mean at a place.
 * @returns A query with the axis' column, the groups and what is computed, in the order of the axis.
 */
export function kernelSql(source: LayerSource, query: KernelQuery, computed: string): string {
  const { axis, groups, measured, bandwidth, beyond } = query;
  const { own } = source;
  const names = groups.map(({ name }) => quotedName(name));
  const list = following(groups);
  const by = names.length === 0 ? '' : ` GROUP BY ${names.join(', ')}`;
  const grouped = following(groups, own`_cells.`);
  const columns = [own`${axis.number} AS _value`, own`${measured} AS _measured`, ...names];
  const finite = `isfinite(${axis.number}) AND isfinite(${measured})`;
  return [
    `WITH ${sourceTable(source, columns, finite)},`,
    own`_spread AS (SELECT count(*) AS _n, min(_value) AS _low, max(_value) AS _high, ${width(bandwidth, own)} AS _h${list} FROM _source${by}),`,
    own`_cells AS (SELECT avg(_value) AS _centre, avg(_measured) AS _measured, count(*) AS _weight${following(groups, own`_source.`)}`,
    own`FROM _source JOIN _spread ON ${sameGroup(groups, own`_source`, own`_spread`)}`,
    own`GROUP BY floor(${CELLS} * (_value - _low) / nullif(_high - _low, 0))${following(groups, own`_source.`)}),`,
    own`_limits AS (SELECT min(_low - ${beyond} * _h) AS _low, max(_high + ${beyond} * _h) AS _high FROM _spread),`,
    own`_grid AS (SELECT _low + (_high - _low) * _step / ${GRID_POINTS - 1} AS _place FROM _limits, range(${GRID_POINTS}) AS _steps(_step)),`,
    own`_weighed AS (SELECT _place, _n, _h, _measured, _weight * exp(-0.5 * pow((_place - _centre) / _h, 2)) AS _kernel${grouped}`,
    own`FROM _cells JOIN _spread ON ${sameGroup(groups, own`_cells`, own`_spread`)}, _grid)`,
    `SELECT ${axis.place(own`_place`)} AS ${quotedName(axis.column.name)}, ${computed}${list}`,
    own`FROM _weighed GROUP BY _place${list} ORDER BY _place${list}`,
  ].join('\n');
}

/** Silverman's rule: 0.9 · min(sd, IQR / 1.34) · n^(-1/5); a single place gets 1. */
function width(bandwidth: number | undefined, own: SqlTag): string {
  if (bandwidth !== undefined) {
    return `${bandwidth}::DOUBLE`;
  }
  const quartiles = own`(quantile_cont(_value, 0.75) - quantile_cont(_value, 0.25)) / 1.34`;
  const spread = own`coalesce(least(nullif(stddev_samp(_value), 0), nullif(${quartiles}, 0)), stddev_samp(_value))`;
  return `coalesce(nullif(0.9 * ${spread} * pow(count(*), -0.2), 0), 1)`;
}

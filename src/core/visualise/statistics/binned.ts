/** `SCALE BINNED x` and `y`: layers are drawn on bins of the axis instead of its values. */

import { t } from '../../base/translations';
import { quotedName } from '../../base/quoted';
import type { Aesthetic } from '../aesthetics';
import type { AxisNumber } from '../axisNumber';
import { binEdges } from '../binEdges';
import type { BinEdges } from '../binEdges';
import { isWholeColumn } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { following, sourceTable } from '../chartQuery';
import type { Report } from '../report';
import { groupBehind } from '../rowsBehind';
import { columnOf } from '../resolvedChart';
import { scaledNumber } from '../scaledAxis';
import type { ResolvedFacet, ResolvedLayer } from '../resolvedChart';
import type { ScaleNode } from '../tree';
import { computedBindings, computedColumn, countedColumn, groupsOf, reading } from './statistic';

interface Context {
  readonly scales: ReadonlyMap<string, ScaleNode>;
  readonly facet: ResolvedFacet | null;
  readonly report: Report;
}

/**
 * @returns The layer over rows whose columns of binned axes are bins: bars and tiles extend from a bin's start to its
 * end, boxes are at its start, everything else in its middle; bars without a length count rows.
 */
export function binnedLayer(layer: ResolvedLayer, context: Context): ResolvedLayer {
  const { scales, report } = context;
  return (['x', 'y'] as const).reduce((binned, axis) => {
    const node = scales.get(axis);
    const column = columnOf(binned, axis);
    if (node?.type?.value !== 'binned' || !column) {
      return binned;
    }
    if (!layer.type.onBins) {
      const advice = t('Possible: bar, boxplot, tile, point, line, area, text and range.');
      report.notYet(
        node.type.span,
        t('SCALE BINNED {0} of the layer {1}', axis, layer.type.name),
        advice,
      );
      return binned;
    }
    const number = scaledNumber(axis, column, binned, context);
    return number ? onBins(binned, axis, { node, number, ...context }) : binned;
  }, layer);
}

interface Binning extends Context {
  readonly node: ScaleNode;
  readonly number: AxisNumber;
}

function onBins(layer: ResolvedLayer, axis: 'x' | 'y', binning: Binning): ResolvedLayer {
  const { node, number, report, facet } = binning;
  const { name } = number.column;
  const edges = binEdges(node, number, layer.source.own, report);
  const facts = {
    ...{ type: number.type, title: name, isWhole: isWholeColumn(number.column) },
    isListed: edges.areListed === true,
  };
  const start = computedColumn(layer, `${name} start`, facts);
  const end = computedColumn(layer, `${name} end`, facts);
  const bins = { ...edges, columns: [start, end] };
  const over = {
    ...layer,
    source: binnedSource(layer, number, bins),
    columns: [...layer.columns, start, end],
    ...reading(layer, { [axis]: number.column }),
    isOfResult: false,
  };
  const [low, high, far]: [Aesthetic, Aesthetic, Aesthetic] =
    axis === 'x' ? ['xmin', 'xmax', 'xend'] : ['ymin', 'ymax', 'yend'];
  const bind = (computed: Partial<Record<Aesthetic, ChartColumn>>): ResolvedLayer => ({
    ...over,
    bindings: computedBindings(layer, [axis], computed),
  });
  switch (layer.type.onBins) {
    case 'bar': {
      const bars = bind({ [axis]: start, [far]: end });
      return layer.bindings.has(axis === 'x' ? 'y' : 'x') ? bars : countedBars(bars, axis, facet);
    }
    case 'ends':
      return bind({ [low]: start, [high]: end });
    case 'start':
      return bind({ [axis]: start });
    default:
      return bind({ [axis]: { name, type: number.type } });
  }
}

/** The layer's rows with each value replaced by the middle of its bin, and with the bin's start and end. */
function binnedSource(
  { source: { table, rowNumber, filter, own, ...others } }: ResolvedLayer,
  { column: { name }, number, value }: AxisNumber,
  { limits, start, end, kept, columns }: BinEdges & { readonly columns: readonly ChartColumn[] },
): ResolvedLayer['source'] {
  const where = filter === null ? '' : ` WHERE (${filter}\n)`;
  const [low, high] = columns.map(column => quotedName(column.name));
  const middle = value(own`(_start + _end) / 2`);
  return {
    table: [
      own`(SELECT * EXCLUDE (_value, _low, _high, _start, _end) REPLACE (${middle} AS ${quotedName(name)}),`,
      `${value(own`_start`)} AS ${low}, ${value(own`_end`)} AS ${high}`,
      own`FROM (SELECT *, ${end} AS _end FROM (SELECT *, ${start} AS _start`,
      own`FROM (SELECT *, ${rowNumber} AS _binned, (${number})::DOUBLE AS _value FROM ${table}${where}),`,
      own`(SELECT ${limits} FROM (SELECT (${number})::DOUBLE AS _value FROM ${table}${where}) WHERE isfinite(_value))`,
      own`WHERE isfinite(_value) AND ${kept})))`,
    ].join('\n'),
    ...others,
    rowNumber: own`_binned`,
    filter: null,
    own,
  };
}

/** Bars of the number of rows in each bin, or of the sum of their weights. */
function countedBars(
  layer: ResolvedLayer,
  axis: 'x' | 'y',
  facet: ResolvedFacet | null,
): ResolvedLayer {
  const { own } = layer.source;
  const weight = columnOf(layer, 'weight');
  const measured = countedColumn(layer, weight);
  const groups = groupsOf(layer, ['weight'], facet);
  const list = following(groups).slice(2);
  const weighed = weight ? `${quotedName(weight.name)}::DOUBLE` : '1';
  const sql = [
    `WITH ${sourceTable(layer.source, [...groups.map(({ name }) => quotedName(name)), own`${weighed} AS _weight`])}`,
    own`SELECT ${list}, sum(_weight)::DOUBLE AS ${quotedName(measured.name)} FROM _source GROUP BY ${list} ORDER BY ${list}`,
  ].join('\n');
  return {
    ...layer,
    bindings: computedBindings(layer, ['weight'], { [axis === 'x' ? 'y' : 'x']: measured }),
    query: {
      name: 'bins',
      sql,
      span: layer.source.span,
      behind: [groupBehind(layer.source, groups, null)],
    },
  };
}

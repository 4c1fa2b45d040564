/** One layer as a Vega-Lite view: its mark, its encoding and what it takes from the data. */

import { t } from '../base/translations';
import { hoverPointSize } from './chartSize';
import type { Json, JsonObject } from '../base/json';
import { adjustPosition } from './adjustPosition';
import { barSteps, sharesSteps } from './barSteps';
import { columnDefinition, fieldDefinition, planFilters, seriesDefinition } from './channelPlan';
import { columnKind, fieldPath, rowKey } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { formatExpression } from './labelExpression';
import { layerMark } from './layerMark';
import { linePieces } from './linePieces';
import { loneRowPoints } from './loneRows';
import { layerPositions, stackOrder } from './layerPosition';
import { isDrawnFromRows, placeRows } from './placeRows';
import { numberText } from './numberLabel';
import { pathSeries } from './pathSeries';
import type { Report } from './report';
import { dataName, drawsRows, mainData } from './chartData';
import { columnOf, ownField } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';
import { scaleValue } from './scaleDomain';
import { dateUnit, naturalMeasure } from './scaleTypes';
import { shortMark } from './vegaView';
import type { VegaView } from './vegaView';
import { binTexts, layerTooltip, spokenBars, textDefinition } from './tooltip';

/** Channels that a line and the points to hover over on it share. */
const sharedChannels = ['x', 'y', 'color', 'fill', 'stroke', 'detail'];

/** Channels of an area, which include the order of its stack. */
const areaChannels = [...sharedChannels, 'order'];

/** @returns The layer's view; what cannot be drawn is reported. */
export function layerView(
  layer: ResolvedLayer,
  chart: ResolvedChart,
  plan: ChartPlan,
  report: Report,
): VegaView {
  const mark = layerMark(layer, plan, report);
  if (isDrawnFromRows(layer, plan)) {
    const { rows, encoding } = placeRows(layer, plan, report);
    return { encoding, rest: { data: { values: rows }, mark } };
  }
  const { encoding: positions, transforms } = layerPositions(layer, plan, report);
  const styles = styleDefinitions(layer, plan, transforms, report);
  const adjusted = adjustPosition(layer, plan, report);
  const stepped = barSteps(layer, plan, report);
  const label = labelDefinition(layer, report);
  const spoken = spokenBars(layer, plan, chart);
  const stack = stackOrder(layer, plan);
  const series = pathSeries(layer, {
    ...positions,
    ...stepped.encoding,
    ...adjusted.encoding,
    ...styles.encoding,
    ...label.encoding,
    ...spoken.encoding,
    ...stack.encoding,
    ...detail(layer),
    ...layer.encoding,
  });
  const { encoding } = series;
  const valid = layer.valid === undefined ? [] : [{ filter: { field: layer.valid, valid: true } }];
  const pieces = linePieces(layer, mark, plan);
  const { part } = layer;
  const own = part === undefined ? [] : [{ filter: { field: part.column, equal: part.number } }];
  const transform = [
    ...own,
    ...valid,
    ...styles.transforms,
    ...(layer.order.length === 0 ? stack.transforms : []),
    ...label.transform,
    ...spoken.transform,
    ...binTexts(layer),
    ...adjusted.transforms,
    ...(sharesSteps(chart) ? [] : stepped.transforms),
    ...(pieces ? [] : ranking(layer)),
    ...series.transform,
    ...(pieces?.transforms ?? []),
  ];
  const data = layerData(layer, chart);
  const rest = { ...data, ...(transform.length > 0 ? { transform } : {}) };
  const tooltip = layerTooltip(layer, plan, chart);
  const lone = loneRowPoints(layer, mark, plan);
  if (pieces) {
    // Scales reach as far as all rows, those that begin no piece among them.
    const shared = Object.keys(encoding).filter(channel => channel !== 'order');
    const channels = shared.map(channel => [channel, encoding[channel] ?? null]);
    const pieced = { ...(Object.fromEntries(channels) as JsonObject), ...pieces.encoding };
    const drawn = { mark: pieces.mark, transform: [pieces.filter] };
    return hoverable(shared, pieced, tooltip, { drawn, rest, lone });
  }
  if (tooltip.length === 0) {
    return { encoding, rest: { ...rest, mark } };
  }
  return layer.type.connects
    ? hoverable(layer.type.isRooted ? areaChannels : sharedChannels, encoding, tooltip, {
        drawn: { mark },
        ...{ rest, lone },
      })
    : {
        encoding: { ...encoding, tooltip },
        rest: { ...rest, mark },
        ...(sharesSteps(chart) ? { ofAllPanels: stepped.transforms } : {}),
      };
}

/**
 * A line is one mark for many rows, and its tooltip would show its first row. Invisible points over the line carry
 * the tooltip instead.
 */
function hoverable(
  channels: readonly string[],
  encoding: JsonObject,
  tooltip: readonly JsonObject[],
  { drawn: { mark, transform }, rest, lone }: Hoverable,
): VegaView {
  const shared: Record<string, Json> = {};
  const own: Record<string, Json> = {};
  for (const [channel, definition] of Object.entries(encoding)) {
    (channels.includes(channel) ? shared : own)[channel] = definition;
  }
  // If rows set the opacity, fill and stroke each have their own as well.
  const unseen = 'opacity' in shared ? { fillOpacity: 0, strokeOpacity: 0 } : { opacity: 0 };
  const points: JsonObject = {
    mark: {
      type: 'point',
      ...unseen,
      size: hoverPointSize,
      // Of filled ones, the legend of the pieces' colours would be circles.
      ...(transform ? { filled: false } : {}),
      ...(mark['clip'] ? { clip: true } : {}),
    },
    encoding: { tooltip },
  };
  const line = {
    ...(transform ? { transform } : {}),
    mark: shortMark(mark),
    ...(Object.keys(own).length > 0 ? { encoding: own } : {}),
  };
  return { encoding: shared, rest: { ...rest, layer: [line, ...lone, points] } };
}

interface Hoverable {
  readonly drawn: DrawnLine;
  readonly rest: JsonObject;
  /** Views of the points that rows without a connection are. */
  readonly lone: readonly JsonObject[];
}

interface DrawnLine {
  readonly mark: JsonObject;
  /** Chooses which rows are drawn: all of them can be hovered over. */
  readonly transform?: readonly JsonObject[];
}

function styleDefinitions(
  layer: ResolvedLayer,
  plan: ChartPlan,
  transforms: readonly JsonObject[],
  report: Report,
): { encoding: JsonObject; transforms: readonly JsonObject[] } {
  const encoding: Record<string, Json> = {};
  const all = [...transforms];
  for (const { channel, binding } of plan.uses.get(layer) ?? []) {
    const style = plan.styles.get(channel);
    if (style?.drawn && binding.kind === 'column') {
      const name = ownField(layer, `drawn ${channel}`);
      const value = `datum[${JSON.stringify(rowKey(binding.column.name))}]`;
      all.push({ calculate: style.drawn(value), as: name });
      encoding[channel] = fieldDefinition(style, name);
    } else if (style && binding.kind === 'column') {
      encoding[channel] = columnDefinition(style, binding.column);
      all.push(...planFilters(style, binding.column));
    } else if (style && binding.kind === 'literal') {
      scaleValue(
        binding.value,
        style,
        { span: binding.span, owner: t('A literal on {0}', channel) },
        report,
      );
      // Vega-Lite has no scale or legend on a colour that is a datum, so that the literal becomes a field.
      const name = ownField(layer, `${channel} series`);
      all.push({ calculate: JSON.stringify(binding.value), as: name });
      encoding[channel] = seriesDefinition(style, name);
    }
  }
  return { encoding, transforms: all };
}

function labelDefinition(
  layer: ResolvedLayer,
  report: Report,
): { encoding: JsonObject; transform: readonly JsonObject[] } {
  const binding = layer.bindings.get('label');
  const format = layer.parameters.get('format')?.value;
  if (binding?.kind === 'literal') {
    return { encoding: { text: { value: String(binding.value) } }, transform: [] };
  }
  const column = columnOf(layer, 'label');
  if (!column) {
    return { encoding: {}, transform: [] };
  }
  const kind = columnKind(column.type);
  const isStated = format?.kind === 'literal' && typeof format.value === 'string';
  if (!isStated && kind !== 'number') {
    return { encoding: { text: textDefinition(column) }, transform: [] };
  }
  const value = `datum[${JSON.stringify(rowKey(column.name))}]`;
  const expression = isStated
    ? formatExpression(String(format.value), { value, label: value, kind }, unknown => {
        report.notYet(format.span, t('The format {0}', unknown));
      })
    : numberText(value, column);
  const name = ownField(layer, `${rowKey(column.name)} label`);
  return {
    encoding: { text: { field: fieldPath(name), type: 'nominal' } },
    transform: [{ calculate: `isValid(${value}) ? (${expression}) : ''`, as: name }],
  };
}

function detail(layer: ResolvedLayer): JsonObject {
  const groups = layer.partition.map(column => ({
    field: fieldPath(column.name),
    type: 'nominal',
  }));
  const [order, second] = layer.order;
  return {
    ...(groups.length > 0 ? { detail: groups } : {}),
    ...(order ? { order: second ? rankDefinition(layer) : orderDefinition(order) } : {}),
  };
}

/** Vega-Lite orders marks by one field: rows that are ordered by several are numbered. */
function rankDefinition(layer: ResolvedLayer): JsonObject {
  return { field: rankField(layer), type: 'quantitative' };
}

function rankField(layer: ResolvedLayer): string {
  return ownField(layer, 'place in order');
}

function ranking(layer: ResolvedLayer): JsonObject[] {
  const sort = layer.order.map(({ column, descending }) => ({
    field: fieldPath(column.name),
    order: descending ? 'descending' : 'ascending',
  }));
  // Without groups Vega-Lite fails if another layer is in the panels.
  const numbered = { window: [{ op: 'row_number', as: rankField(layer) }], sort, groupby: [] };
  return sort.length < 2 ? [] : [numbered];
}

function orderDefinition({ column, descending }: ResolvedLayer['order'][number]): JsonObject {
  const kind = columnKind(column.type);
  const unit = dateUnit(kind);
  return {
    field: fieldPath(column.name),
    ...(unit ? { timeUnit: unit } : {}),
    type: naturalMeasure(kind),
    sort: descending ? 'descending' : 'ascending',
  };
}

/** Without a column a layer is drawn once, not once for every row of the result. */
function layerData(layer: ResolvedLayer, chart: ResolvedChart): JsonObject {
  if (!drawsRows(layer)) {
    return { data: { values: [{}] } };
  }
  const name = dataName(layer);
  return name === mainData(chart) ? {} : { data: { name } };
}

/** `SETTING position => 'dodge'` and `'jitter'`: marks side by side on a discrete axis. */

import { t } from '../base/translations';
import type { Json, JsonObject } from '../base/json';
import { enumValues, fieldPath, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { bandParts, offsetPadding } from './bandSize';
import { baseAxis } from './layerPosition';
import { isDiscrete } from './positionPlan';
import type { Report } from './report';
import { columnOf, ownField, positionSetting } from './resolvedChart';
import type { ResolvedLayer } from './resolvedChart';
import { isJsonObject } from './vegaView';

export interface Adjustment {
  /** Definitions of xOffset and yOffset. */
  readonly encoding: JsonObject;
  readonly transforms: readonly JsonObject[];
}

type Axis = 'x' | 'y';

/** The number of a row's slot in the band; with boxes it has the name of their column. */
const SLOT = 'slot';
/** Field with the number of slots of the band. */
const SLOTS = 'slots';

const none: Adjustment = { encoding: {}, transforms: [] };

/** Parts of the band that jittered points are spread over, as in the public grammar. */
const JITTER_WIDTH = 0.4;

/** The fractional parts of its multiples are spread evenly, however many there are. */
const GOLDEN_RATIO = 0.6180339887;

/** @returns How the layer's marks are offset; an impossible position is reported. */
export function adjustPosition(layer: ResolvedLayer, plan: ChartPlan, report: Report): Adjustment {
  const position = positionSetting(layer);
  const span = layer.parameters.get('position')?.value.span;
  checkJitterSettings(layer, position, report);
  if (span === undefined || (position !== 'dodge' && position !== 'jitter')) {
    return none;
  }
  const axes = discreteAxes(layer, plan);
  const [axis] = axes;
  if (!axis) {
    report.problem('noBand', span, { position, axis: baseAxis(layer, plan) });
    return none;
  }
  const series = seriesOf(layer, plan, axis);
  if (position === 'jitter') {
    return jitter(layer, axes, series?.isPlace ? undefined : series, report);
  }
  if (!series) {
    report.note(t("position => 'dodge' has no effect: map a column to fill, colour or shape."));
    return none;
  }
  if (layer.type.mark.type !== 'bar' && series.isPlace) {
    return none;
  }
  return dodge(layer, axis, series, { plan, report });
}

function dodge(
  layer: ResolvedLayer,
  axis: Axis,
  series: Series,
  context: { plan: ChartPlan; report: Report },
): Adjustment {
  const channel = `${axis}Offset`;
  return series.boxes
    ? {
        encoding: { [channel]: { ...series.boxes, field: slotField(series, layer) } },
        transforms: ranking(series, layer, axis),
      }
    : {
        encoding: { [channel]: { ...offsetField(series), ...paddingOf(layer, axis, context) } },
        transforms: [],
      };
}

function checkJitterSettings(
  layer: ResolvedLayer,
  position: string | undefined,
  report: Report,
): void {
  for (const name of layer.type.mark.type === 'point' && position !== 'jitter'
    ? ['width', 'dodge']
    : []) {
    const setting = layer.parameters.get(name);
    if (setting) {
      const expected = t("position => 'jitter' with it");
      report.problem('badValue', setting.span, { owner: name, value: 'alone', expected });
    }
  }
}

/** Bars are side by side along their base, whatever the other axis is. */
function discreteAxes(layer: ResolvedLayer, plan: ChartPlan): readonly Axis[] {
  const hasBands = (axis: Axis): boolean => isDiscrete(plan[axis]) && layer.bindings.has(axis);
  if (layer.type.mark.type === 'bar') {
    const base = baseAxis(layer, plan);
    const isDay = plan[base]?.measure === 'temporal' && plan[base]?.kind === 'date';
    return hasBands(base) || (isDay && !layer.bindings.has(`${base}end`)) ? [base] : [];
  }
  return (['x', 'y'] as const).filter(hasBands);
}

interface Series {
  readonly column: ChartColumn;
  /** The order of the values, if FROM or their type defines one. */
  readonly sort: readonly Json[] | null;
  /** Whether each place has one value of the column: the column is the axis' own. */
  readonly isPlace: boolean;
  /** The offset of boxes that the column also separates; other marks align with them. */
  readonly boxes: JsonObject | undefined;
}

/** The column that separates marks of one place: that of the first discrete scale, or the partition. */
function seriesOf(layer: ResolvedLayer, plan: ChartPlan, axis: Axis): Series | undefined {
  const kinds = (plan.uses.get(layer) ?? []).flatMap(({ channel, binding }) => {
    const style = plan.styles.get(channel);
    return binding.kind === 'column' && isDiscrete(style)
      ? [{ column: binding.column, sort: style?.only ?? enumValues(binding.column.type) }]
      : [];
  });
  const [found] = [...kinds, ...layer.partition.map(column => ({ column, sort: null }))];
  return (
    found && {
      ...found,
      isPlace: found.column.name === columnOf(layer, axis)?.name,
      boxes: boxOffset(found.column, axis, plan),
    }
  );
}

function boxOffset(series: ChartColumn, axis: Axis, { uses }: ChartPlan): JsonObject | undefined {
  for (const other of uses.keys()) {
    const offset = other.encoding?.[`${axis}Offset`];
    const own = columnOf(other, 'fill') ?? columnOf(other, 'stroke');
    if (offset !== undefined && isJsonObject(offset) && own?.name === series.name) {
      return offset;
    }
  }
  return undefined;
}

function offsetField({ column, sort }: Series): JsonObject {
  return { field: fieldPath(column.name), type: 'nominal', ...(sort ? { sort } : {}) };
}

/** The width of side-by-side marks is set by their scale: Vega-Lite has no other gap there. */
function paddingOf(
  layer: ResolvedLayer,
  axis: Axis,
  { plan, report }: { plan: ChartPlan; report: Report },
): JsonObject {
  const part = bandParts(layer, plan, report)[axis];
  return part === undefined ? {} : { scale: offsetPadding(part) };
}

/** The same row has the same place in every drawing: its jitter is computed from its number, not random. */
function jitter(
  layer: ResolvedLayer,
  axes: readonly Axis[],
  series: Series | undefined,
  report: Report,
): Adjustment {
  const width = widthSetting(layer, report) ?? JITTER_WIDTH;
  const dodges = layer.parameters.get('dodge')?.value;
  const apart = dodges?.kind === 'literal' && dodges.value === false ? undefined : series;
  const transforms: JsonObject[] = [];
  const encoding: Record<string, Json> = {};
  axes.forEach((axis, at) => {
    const place = fieldPath(columnName(layer, axis));
    const as = ownField(layer, `${axis} jitter`);
    const slot = at === 0 && apart ? slots(apart, layer, axis, transforms) : '0.5';
    const part = at === 0 && apart ? ` / ${slotCount(layer)}` : '';
    transforms.push(
      { window: [{ op: 'row_number', as }], groupby: [place] },
      {
        calculate: `${slot} + ${width} * ((datum[${JSON.stringify(as)}] * ${at === 0 ? GOLDEN_RATIO : Math.SQRT2}) % 1 - 0.5)${part}`,
        as,
      },
    );
    const scale = { domain: [0, 1], zero: false };
    encoding[`${axis}Offset`] = { field: as, type: 'quantitative', scale };
  });
  return { encoding, transforms };
}

/** @returns The middle of the row's part of the band, after the transforms that number the parts. */
function slots(series: Series, layer: ResolvedLayer, axis: Axis, transforms: JsonObject[]): string {
  const field = slotField(series, layer);
  transforms.push(...ranking(series, layer, axis), {
    joinaggregate: [{ op: 'max', field, as: ownField(layer, SLOTS) }],
    groupby: [],
  });
  return `(datum[${JSON.stringify(field)}] - 0.5) / ${slotCount(layer)}`;
}

function slotCount(layer: ResolvedLayer): string {
  const field = ownField(layer, SLOTS);
  return field === SLOTS ? `datum.${SLOTS}` : `datum[${JSON.stringify(field)}]`;
}

function slotField({ boxes }: Series, layer: ResolvedLayer): string {
  return ownField(layer, typeof boxes?.['field'] === 'string' ? boxes['field'] : SLOT);
}

/** Numbers the series: as boxes do, in each place those that it has. */
function ranking(series: Series, layer: ResolvedLayer, axis: Axis): JsonObject[] {
  const { column, boxes } = series;
  // Layers in panels need the list even if it is empty: Vega-Lite adds the panels' columns to it.
  const groupby = boxes ? [fieldPath(columnName(layer, axis))] : [];
  const window = [{ op: 'dense_rank', as: slotField(series, layer) }];
  const order = enumValues(column.type);
  if (!order) {
    const sort = [{ field: fieldPath(column.name), order: 'ascending' }];
    return [{ window, groupby, sort }];
  }
  const value = `datum[${JSON.stringify(rowKey(column.name))}]`;
  const values = JSON.stringify([...order, null]);
  const as = ownField(layer, 'place of kind');
  const place = { calculate: `indexof(${values}, ${value})`, as };
  return [place, { window, groupby, sort: [{ field: place.as, order: 'ascending' }] }];
}

function columnName(layer: ResolvedLayer, axis: Axis): string {
  const binding = layer.bindings.get(axis);
  return binding?.kind === 'column' ? rowKey(binding.column.name) : axis;
}

function widthSetting(layer: ResolvedLayer, report: Report): number | undefined {
  const value = layer.parameters.get('width')?.value;
  if (!value) {
    return undefined;
  }
  const width = value.kind === 'literal' ? value.value : null;
  if (typeof width === 'number' && width > 0 && width <= 1) {
    return width;
  }
  const expected = t('a part of the band, above 0 and up to 1');
  report.problem('badValue', value.span, {
    owner: 'width',
    value: JSON.stringify(width),
    expected,
  });
  return undefined;
}

/** The axes: type, scale, ticks and title of x and of y. */

import { t } from '../base/translations';
import type { JsonObject } from '../base/json';
import type { Span } from '../base/span';
import { positionFamilies } from './aesthetics';
import type { Aesthetic } from './aesthetics';
import type { ChannelPlan } from './channelPlan';
import { columnKind, columnTitle, isWholeColumn } from './chartColumn';
import type { ChartColumn, ColumnKind } from './chartColumn';
import { bandDateFormats, dateFormats } from './dateFormats';
import { numberLabel } from './numberLabel';
import type { Report } from './report';
import { columnOf, positionSetting } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';
import { literalKind, scaleDomain } from './scaleDomain';
import { scaleGuide } from './scaleGuide';
import {
  dateUnit,
  isTimeKind,
  naturalMeasure,
  scaledMeasure,
  transformGuide,
  transformScale,
} from './scaleTypes';
import type { Measure } from './scaleTypes';
import { powersOfTen } from './scaleTransform';
import type { ArrayNode, LiteralValue, ScaleNode } from './tree';

const MS_PER_DAY = 86_400_000;
/** The gap between the outermost values and the ends of a logarithmic axis, px. */
const LOG_PADDING = 8;

/** Reports a place that a logarithmic axis does not have. */
export function reportBelowLog(
  value: LiteralValue,
  { span, owner }: { readonly span: Span; readonly owner: string },
  report: Report,
): void {
  if (typeof value === 'number' && value <= 0) {
    const expected = t('a number above 0, since the axis is logarithmic');
    report.problem('badValue', span, { owner, value: String(value), expected });
  }
}

/** @returns The axis, or undefined if no layer uses it. */
export function planPosition(
  axis: 'x' | 'y',
  chart: ResolvedChart,
  report: Report,
): ChannelPlan | undefined {
  const columns = mappedColumns(axis, chart, report);
  const literals = chart.layers.flatMap(layer => literalsOf(axis, layer));
  const [first] = columns;
  const counting = first ? undefined : chart.layers.find(layer => countsOn(axis, layer));
  const isCount = counting !== undefined;
  if (first === undefined && literals.length === 0 && !isCount) {
    return undefined;
  }
  const kind = first ? columnKind(first.type) : isCount ? 'number' : literalKind(literals);
  const node = chart.scales.get(axis);
  const natural = chart.layers.some(layer => isBandTile(axis, layer)) ? 'ordinal' : undefined;
  const fallback = natural === 'ordinal' && kind !== 'text' ? natural : naturalMeasure(kind);
  const measure = first ? scaledMeasure(node, first, fallback, report) : fallback;
  const title = chart.labels.has(axis)
    ? (chart.labels.get(axis) ?? null)
    : first
      ? defaultTitle(axis, columns, chart)
      : counting
        ? countTitle(counting)
        : null;
  const isOfBands =
    natural === 'ordinal' && measure === 'ordinal' && kind !== 'text' && !node?.type;
  const isNumbers = isOfBands && kind === 'number';
  const scaled = { kind, measure, ...(isNumbers ? { isNumbers } : {}) };
  const plan: ChannelPlan = {
    ...{ kind, measure, title },
    ...planScale(axis, chart, scaled, report),
    ...(isNumbers && node?.from ? { within: ends(node.from, report) } : {}),
  };
  return isOfBands && axis === 'y' ? upward(plan) : plan;
}

/** FROM of numbers in bands is their range, as on any axis of numbers. */
function ends(from: ArrayNode, report: Report): readonly [number | null, number | null] {
  const { scale } = scaleDomain(from, { kind: 'number', measure: 'quantitative' }, report);
  const both = (scale['domain'] ?? [scale['domainMin'], scale['domainMax']]) as readonly unknown[];
  const [low, high] = both.map(end => (typeof end === 'number' ? end : null));
  return [low ?? null, high ?? null];
}

/** Numbers and dates grow upwards, as on an axis that is no list of them: the first band is at the bottom. */
function upward(plan: ChannelPlan): ChannelPlan {
  const { scale, ...rest } = plan.properties;
  const { reverse, ...own } = (scale ?? {}) as JsonObject;
  const turned = reverse === true ? own : { ...own, reverse: true };
  return {
    ...plan,
    properties: { ...(Object.keys(turned).length > 0 ? { scale: turned } : {}), ...rest },
  };
}

/** @returns Whether the bar layer counts rows on this axis, since nothing is mapped to it. */
export function countsOn(axis: 'x' | 'y', layer: ResolvedLayer): boolean {
  const other = axis === 'x' ? 'y' : 'x';
  return layer.type.mark.type === 'bar' && !layer.bindings.has(axis) && layer.bindings.has(other);
}

function mappedColumns(axis: 'x' | 'y', chart: ResolvedChart, report: Report): ChartColumn[] {
  const found: ChartColumn[] = [];
  for (const layer of chart.layers) {
    for (const member of positionFamilies[axis]) {
      const binding = layer.bindings.get(member);
      if (binding?.kind !== 'column') {
        continue;
      }
      const [first] = found;
      if (
        first &&
        naturalMeasure(columnKind(first.type)) !== naturalMeasure(columnKind(binding.column.type))
      ) {
        const facts = { aesthetic: axis, first: first.type, second: binding.column.type };
        report.problem('mixedTypes', binding.span, facts);
      }
      found.push(binding.column);
    }
  }
  return found;
}

function literalsOf(axis: 'x' | 'y', layer: ResolvedLayer): LiteralValue[] {
  return positionFamilies[axis].flatMap((member): readonly LiteralValue[] => {
    const binding = layer.bindings.get(member);
    if (!binding || binding.kind === 'column') {
      return [];
    }
    return binding.kind === 'set' ? binding.values : [binding.value];
  });
}

/** Tiles at a place fill bands, one per value; tiles between two ends do not. */
function isBandTile(axis: 'x' | 'y', layer: ResolvedLayer): boolean {
  const place = layer.bindings.get(axis)?.kind;
  return layer.type.mark.type === 'rect' && (place === 'column' || place === 'literal');
}

function countTitle(layer: ResolvedLayer): string {
  const weight = columnOf(layer, 'weight');
  return weight ? columnTitle(weight) : t('Rows');
}

/** How many columns the title of an axis names. */
const MOST_TITLES = 3;

/** Marks at one place take precedence over marks that extend from one place to another. */
function defaultTitle(
  axis: 'x' | 'y',
  columns: readonly ChartColumn[],
  { layers }: ResolvedChart,
): string {
  const placed = layers.filter(layer => columnOf(layer, axis));
  // Lines of several columns are measured on one axis; a label beside them is placed on it.
  const alike = placed.filter(({ type }) => type === placed[0]?.type).slice(0, MOST_TITLES);
  const shown = alike.flatMap(layer => columnOf(layer, axis) ?? []);
  const titles = (shown.length > 0 ? shown : columns.slice(0, 2)).map(column =>
    columnKind(column.type) === 'instant' ? `${columnTitle(column)} (UTC)` : columnTitle(column),
  );
  return [...new Set(titles)].join(', ');
}

interface Scaled {
  readonly kind: ColumnKind;
  readonly measure: Measure;
  /** Bands of numbers that no SCALE made discrete. */
  readonly isNumbers?: boolean;
}

/** On a discrete axis the bins are the values: breaks and ends only define them. */
function scaleOf(
  axis: 'x' | 'y',
  { scales }: ResolvedChart,
  { measure, isNumbers }: Scaled,
): ScaleNode | undefined {
  const node = scales.get(axis);
  if (isNumbers && node) {
    return { ...node, from: null };
  }
  const isBand = measure === 'ordinal' || measure === 'nominal';
  if (node?.type?.value !== 'binned' || !isBand) {
    return node;
  }
  const settings = node.settings.filter(({ name }) => name.name.toLowerCase() !== 'breaks');
  return { ...node, from: null, settings };
}

function planScale(
  axis: 'x' | 'y',
  chart: ResolvedChart,
  scaled: Scaled,
  report: Report,
): Omit<ChannelPlan, 'kind' | 'measure' | 'title'> {
  const node = scaleOf(axis, chart, scaled);
  if (node?.type?.value === 'identity') {
    report.notYet(
      node.type.span,
      `SCALE IDENTITY ${axis}`,
      t('Places on an axis have no values of their own: leave IDENTITY out.'),
    );
  }
  if (node?.to) {
    const value = t('TO of {0}', axis);
    const expected = t('FROM, since a position has no output range');
    report.problem('badValue', node.to.span, { owner: 'SCALE', value, expected });
  }
  const domain = scaleDomain(node?.from, scaled, report);
  const transform = transformScale(node?.via, scaled.measure, report);
  const isLog = transform['type'] === 'log';
  // FROM of bins chooses rows.
  const isEnd = isLog && node?.type?.value !== 'binned';
  for (const { value, span } of isEnd ? (node?.from?.items ?? []) : []) {
    reportBelowLog(value, { span, owner: 'FROM' }, report);
  }
  const numbers = numberLabel(transform);
  const label = scaled.measure === 'quantitative' ? numbers : 'datum.label';
  const guide = scaleGuide(node, { ...scaled, only: domain.only }, label, report);
  const startsAtZero = needsZero(axis, chart, scaled);
  const hasEnds = domain.scale['domain'] !== undefined;
  const scale: JsonObject = {
    ...(scaled.measure === 'temporal' ? { type: 'utc' } : {}),
    ...transform,
    ...domain.scale,
    ...(startsAtZero || isLog ? {} : { zero: false }),
    // The next power of ten may be far from the data.
    ...(powersOfTen(transform) === 1 && !startsAtZero && !hasEnds
      ? { nice: false, padding: LOG_PADDING }
      : {}),
    ...guide.scale,
  };
  const isBand = scaled.measure === 'ordinal' || scaled.measure === 'nominal';
  return {
    timeUnit: isBand ? dateUnit(scaled.kind) : null,
    properties: {
      ...(Object.keys(scale).length > 0 ? { scale } : {}),
      // A discrete axis keeps the order of the rows, so that ORDER BY of the query decides it.
      ...(scaled.measure === 'nominal' && !domain.only ? { sort: null } : {}),
      axis: {
        ...axisLook(axis, scaled, numbers),
        ...wholeTicks(axis, chart, scaled),
        ...transformGuide(node?.via),
        ...guide.guide,
      },
    },
    only: domain.only,
    isLog,
  };
}

/** Only what has a length or an area starts at zero; lines and points follow the data. */
function needsZero(axis: 'x' | 'y', chart: ResolvedChart, { measure }: Scaled): boolean {
  const isValueAxis = (layer: ResolvedLayer): boolean =>
    (layer.bindings.has(axis) && !layer.bindings.has(`${axis}end`)) || countsOn(axis, layer);
  const rooted = chart.layers.some(layer => layer.type.isRooted && isValueAxis(layer));
  return measure !== 'quantitative' || rooted;
}

const { year, quarter, month, week, date } = dateFormats;
/** Ticks between days, which Vega may add, have no text. */
const daysAndLonger = { year, quarter, month, week, date, hours: ' ' };

/** No ticks between whole numbers: no half years, no half ranks. */
function wholeTicks(axis: 'x' | 'y', chart: ResolvedChart, { measure }: Scaled): JsonObject {
  const columns = chart.layers.flatMap(layer => {
    const weight: readonly Aesthetic[] = countsOn(axis, layer) ? ['weight'] : [];
    return [...positionFamilies[axis], ...weight].flatMap(each => columnOf(layer, each) ?? []);
  });
  const isShare = chart.layers.some(layer => positionSetting(layer) === 'fill');
  const counts = chart.layers.some(layer => countsOn(axis, layer));
  const isWhole = !isShare && (counts || columns.length > 0) && columns.every(isWholeColumn);
  return measure === 'quantitative' && isWhole && !chart.scales.get(axis)?.via
    ? { tickMinStep: 1 }
    : {};
}

/** Horizontal grid lines only, a stronger line at zero on both axes; nothing if the axis is discrete. */
function axisLook(axis: 'x' | 'y', { kind, measure }: Scaled, labelExpr: string): JsonObject {
  if (measure === 'quantitative') {
    const [zero, other] = axis === 'y' ? [2, 1] : [1, 0];
    return {
      grid: true,
      gridWidth: { condition: { test: 'datum.value === 0', value: zero }, value: other },
      labelExpr,
    };
  }
  if (measure === 'temporal') {
    const days = kind === 'date' ? { format: { ...daysAndLonger }, tickMinStep: MS_PER_DAY } : {};
    return { grid: axis === 'y', ...days };
  }
  if (isTimeKind(kind)) {
    const format = bandDateFormats[kind === 'date' ? 'date' : 'time'];
    return { grid: false, format, labelAngle: 0, labelOverlap: 'parity' };
  }
  return axis === 'x' ? { grid: false, labelAngle: 0, labelOverlap: 'parity' } : { grid: false };
}

/** @returns Whether the axis has one band per value. */
export function isDiscrete(plan: ChannelPlan | undefined): boolean {
  return plan?.measure === 'ordinal' || plan?.measure === 'nominal';
}

/** Aesthetics of an axis in the order a tooltip lists them. */
export const positionAesthetics: readonly Aesthetic[] = [
  ...positionFamilies.x,
  ...positionFamilies.y,
];

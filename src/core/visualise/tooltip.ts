/** Tooltips: the raw values of the columns that a layer draws, dates written the same in every time zone. */

import { t } from '../base/translations';
import type { Json, JsonObject } from '../base/json';
import { columnKind, columnTitle, fieldPath, rowKey } from './chartColumn';
import type { ChartColumn, ColumnKind } from './chartColumn';
import { steppedAxis } from './barSteps';
import type { ChartPlan } from './chartPlan';
import { countsOn, positionAesthetics } from './positionPlan';
import { dateUnit, isTimeKind } from './scaleTypes';
import { columnOf, ownField } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';

/** The digits of the ends of a bin, from the first in which they differ, less one. */
const BIN_DIGITS = 2;
const MOST_DIGITS = 15;
/** An end that these digits would move by a larger part of it has significant digits. */
const MOST_MOVED = 1 / 200;
const SIGNIFICANT_DIGITS = 4;
/** A smaller part of the width of a bin is the inexactness of a sum of doubles. */
const ROUNDING = 1e-9;

/** @returns The entries of Vega-Lite's `tooltip` channel; none if the layer draws no column. */
export function layerTooltip(
  layer: ResolvedLayer,
  plan: ChartPlan,
  chart: ResolvedChart,
): JsonObject[] {
  const entries = shownColumns(layer, plan, chart).map(({ column, title, end }) =>
    end ? rangeEntry(layer, column, title) : entry(column, title),
  );
  return [...entries, ...countEntry(layer)];
}

/**
 * The text of bars with a start and an end for screen readers: Vega-Lite would read out both instead of the value
 * between them, times as numbers, and uses the axis' format of dates for numbers.
 *
 * @returns Vega-Lite's `description` channel and the transform that makes its text; none for other layers.
 */
export function spokenBars(
  layer: ResolvedLayer,
  plan: ChartPlan,
  chart: ResolvedChart,
): { readonly encoding: JsonObject; readonly transform: readonly JsonObject[] } {
  const isFromTime = (['x', 'y'] as const).some(
    axis => layer.bindings.has(`${axis}end`) && plan[axis]?.measure === 'temporal',
  );
  const isStepped = steppedAxis(layer, plan) !== null;
  if (layer.type.mark.type !== 'bar' || (!isFromTime && !isStepped)) {
    return { encoding: {}, transform: [] };
  }
  const words = shownColumns(layer, plan, chart).map(
    ({ column, title, end }) =>
      `${JSON.stringify(`${title}: `)} + ${end ? rangeExpression(column, end) : textExpression(column)}`,
  );
  const field = ownField(layer, 'spoken text');
  return {
    encoding: { description: { field, type: 'nominal' } },
    transform: [
      { calculate: words.join(' + "; " + '), as: field },
      ...(isStepped ? spokenCount(layer, field) : []),
    ],
  };
}

/** Adds to the text of a bar what it counts: rows of the same text are one bar. */
function spokenCount(layer: ResolvedLayer, text: string): JsonObject[] {
  return countEntry(layer).flatMap(({ aggregate, field, title }): JsonObject[] => {
    const as = ownField(layer, 'spoken count');
    const op = aggregate ?? null;
    const [before, count] = [text, as].map(name => `datum[${JSON.stringify(name)}]`);
    return [
      { joinaggregate: [field === undefined ? { op, as } : { op, field, as }], groupby: [text] },
      { calculate: `${before} + ${JSON.stringify(`; ${String(title)}: `)} + ${count}`, as: text },
    ];
  });
}

/** @returns The transforms that make the texts of bins in tooltips: `0.2 to 0.4`. */
export function binTexts(layer: ResolvedLayer): JsonObject[] {
  return binsOf(layer).map(({ start, end }) => ({
    calculate: rangeExpression(start, end),
    as: rangeField(layer, start),
  }));
}

interface ShownColumn {
  readonly column: ChartColumn;
  readonly title: string;
  /** Where the bin ends that begins at the value of the column. */
  readonly end?: ChartColumn;
}

interface BinColumns {
  readonly start: ChartColumn;
  readonly end: ChartColumn;
}

/** The pairs of columns that a statistic computed as the ends of its bins. */
function binsOf(layer: ResolvedLayer): BinColumns[] {
  const pairs = [
    ['x', 'xend'],
    ['y', 'yend'],
    ['xmin', 'xmax'],
    ['ymin', 'ymax'],
  ] as const;
  return pairs.flatMap(([low, high]) => {
    const [start, end] = [columnOf(layer, low), columnOf(layer, high)];
    return start && end && end.name === `${start.name.replace(/ start$/, '')} end`
      ? [{ start, end }]
      : [];
  });
}

/** The columns that the layer draws, each once. */
function shownColumns(
  layer: ResolvedLayer,
  plan: ChartPlan,
  { facet, labels }: ResolvedChart,
): ShownColumn[] {
  const columns = new Map<string, ShownColumn>();
  for (const aesthetic of [...positionAesthetics, ...otherAesthetics(layer)]) {
    const column = columnOf(layer, aesthetic);
    if (column && aesthetic !== 'weight' && !columns.has(column.name)) {
      columns.set(column.name, {
        column,
        title: titleOf(aesthetic, column, layer, { plan, labels }),
      });
    }
  }
  for (const column of [...layer.partition, ...(facet ? [facet.column, facet.by] : [])]) {
    if (column && columns.size > 0 && !columns.has(column.name)) {
      columns.set(column.name, { column, title: columnTitle(column) });
    }
  }
  const bins = binsOf(layer);
  const all = [...columns.values()]
    .filter(({ column }) => !bins.some(({ end }) => end.name === column.name))
    .map(({ column, title }): ShownColumn => {
      const end = bins.find(({ start }) => start.name === column.name)?.end;
      return { column, title, ...(end && { end }) };
    });
  // Of two entries of one title Vega-Lite shows the first.
  return all.map(({ column, title, ...rest }, at) => ({
    ...rest,
    column,
    title: all.findIndex(other => other.title === title) < at ? column.name : title,
  }));
}

/** @returns A definition that writes the column as text, for `tooltip` and `text` alike. */
export function textDefinition(column: ChartColumn): JsonObject {
  const kind = columnKind(column.type);
  const unit = dateUnit(kind);
  const field = fieldPath(column.name);
  if (!isTimeKind(kind) || unit === null) {
    return { field, type: 'nominal' };
  }
  return { field, timeUnit: unit, type: 'temporal', format: timeFormat(kind) };
}

function textExpression(column: ChartColumn): string {
  const kind = columnKind(column.type);
  const value = `datum[${JSON.stringify(rowKey(column.name))}]`;
  return isTimeKind(kind) ? `utcFormat(toDate(${value}), "${timeFormat(kind)}")` : value;
}

function timeFormat(kind: ColumnKind): string {
  return kind === 'date' ? '%Y-%m-%d' : '%Y-%m-%d %H:%M:%S';
}

function entry(column: ChartColumn, title: string): JsonObject {
  return { ...textDefinition(column), title: titleWithZone(column, title) };
}

function titleWithZone(column: ChartColumn, title: string): string {
  const zone = columnKind(column.type) === 'instant' && !title.endsWith('(UTC)') ? ' (UTC)' : '';
  return `${title}${zone}`;
}

function rangeEntry(layer: ResolvedLayer, start: ChartColumn, title: string): JsonObject {
  return { field: rangeField(layer, start), type: 'nominal', title: titleWithZone(start, title) };
}

function rangeField(layer: ResolvedLayer, { name }: ChartColumn): string {
  return ownField(layer, `${name.replace(/ start$/, '')} range`);
}

/** Numbers have the digits in which the ends of bins differ, and all if they are listed; a time at midnight is a date. */
function rangeExpression(start: ChartColumn, end: ChartColumn): string {
  const [from, to] = [start, end].map(({ name }) => `datum[${JSON.stringify(rowKey(name))}]`);
  const width = `abs(${to} - ${from})`;
  const digits = `clamp(${BIN_DIGITS} - floor(log(${width}) / LN10), 0, ${MOST_DIGITS})`;
  const form = (value: string): string => {
    const power = `pow(10, ${digits})`;
    const moved = `abs(${value} - round(${value} * ${power}) / ${power})`;
    const isClose = `${moved} <= max(abs(${value}) * ${MOST_MOVED}, ${width} * ${ROUNDING})`;
    return start.isListed
      ? `".${MOST_DIGITS}~r"`
      : `${width} > 0 ? (${isClose} ? "." + ${digits} + "~f" : ".${SIGNIFICANT_DIGITS}~r") : "~g"`;
  };
  const [low, high] = [start, end].map(column => {
    const kind = columnKind(column.type);
    const value = `${column === start ? from : to}`;
    return kind === 'number'
      ? `format(${value}, ${form(value)})`
      : kind === 'date'
        ? textExpression(column)
        : `replace(${textExpression(column)}, " 00:00:00", "")`;
  });
  const [before = '', between = '', after = ''] = t('{0} to {1}', '\n', '\n').split('\n');
  const parts = [JSON.stringify(before), low, JSON.stringify(between), high, JSON.stringify(after)];
  return parts.filter(part => part !== '""').join(' + ');
}

function otherAesthetics(layer: ResolvedLayer): Iterable<Parameters<typeof columnOf>[1]> {
  return layer.bindings.keys();
}

/** The title in LABEL of the axis or the legend; else the column's own, since an axis has the titles of all layers. */
function titleOf(
  aesthetic: Parameters<typeof columnOf>[1],
  column: ChartColumn,
  layer: ResolvedLayer,
  { plan, labels }: { readonly plan: ChartPlan; readonly labels: ResolvedChart['labels'] },
): string {
  if (aesthetic === 'x' || aesthetic === 'y') {
    return labels.get(aesthetic) ?? columnTitle(column);
  }
  const use = plan.uses.get(layer)?.find(candidate => candidate.aesthetic === aesthetic);
  return (use && plan.styles.get(use.channel)?.title) ?? columnTitle(column);
}

function countEntry(layer: ResolvedLayer): JsonObject[] {
  if (!countsOn('x', layer) && !countsOn('y', layer)) {
    return [];
  }
  const weight = columnOf(layer, 'weight');
  const counted: Record<string, Json> = weight
    ? { aggregate: 'sum', field: fieldPath(weight.name), title: columnTitle(weight) }
    : { aggregate: 'count', title: t('Rows') };
  return [{ ...counted, type: 'quantitative' }];
}

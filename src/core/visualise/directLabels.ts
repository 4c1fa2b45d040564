/** Up to six lines are named where they end; then they need no legend. */

import type { Json, JsonObject } from '../base/json';
import { positionFamilies } from './aesthetics';
import { axisNumber } from './axisNumber';
import { columnDefinition } from './channelPlan';
import { columnKind, fieldPath, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { quoted } from './chartQuery';
import type { ChartQuery } from './chartQuery';
import { Report } from './report';
import { columnOf } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';
import type { Unit } from './unit';

const MOST_LABELS = 6;

/** From one label to the next, in parts of a plot's height. */
const LABEL_GAP = 14 / 240;

/** A label further from its line's end than this many gaps would be taken for another line's. */
const MOST_SHIFT = 1.5;

/** A line that stops earlier than this part before the others is named by the legend. */
const LATEST_END = 0.1;

const LABEL_OFFSET_PX = 6;
const WIDEST_LABEL_PX = 140;
const CHARACTER_PX = 6.2;
const PADDING_PX = 4;

/** The end of one line. */
export interface LineEnd {
  readonly series: string | boolean;
  /** The highest x of all lines, as it stands in a chart's data. */
  readonly x: Json;
  readonly y: number;
}

/** What the ends of a chart's lines say, in numbers. */
export interface LineEnds {
  readonly ends: readonly LineEnd[];
  /** The lowest and the highest y. */
  readonly low: number;
  readonly high: number;
}

/** Lines that can be named at their ends. */
export interface LabelledLines {
  readonly layer: ResolvedLayer;
  readonly channel: string;
  readonly x: ChartColumn;
  readonly y: ChartColumn;
  readonly series: ChartColumn;
}

/** @returns The lines whose names could stand at their ends; undefined where a legend is asked for or needed. */
export function labelledLines(chart: ResolvedChart, plan: ChartPlan): LabelledLines | undefined {
  const layer = chart.layers.find(({ type, kind }) => type === 'line' && kind === 'draw');
  const use = layer && plan.uses.get(layer)?.find(({ channel }) => isColour(channel));
  if (!layer || use?.binding.kind !== 'column' || wantsLegend(chart, layer)) {
    return undefined;
  }
  const { channel, binding } = use;
  const [x, y, series] = [columnOf(layer, 'x'), columnOf(layer, 'y'), binding.column];
  const isKind = ['text', 'boolean'].includes(columnKind(series.type));
  if (!x || !y || !isKind || !standsFree(plan) || !isAlone(layer, series, { chart, plan })) {
    return undefined;
  }
  return { layer, channel, x, y, series };
}

/** @returns The query of the lines' ends; more rows than can be labelled mean too many lines. */
export function lineEndsQuery(
  { layer, x, y, series }: LabelledLines,
  { layers }: ResolvedChart,
): ChartQuery | null {
  const axis = axisNumber(x, layer, new Report([]));
  if (!axis) {
    return null;
  }
  const [place, value] = [quoted(x.name), `${quoted(y.name)}::DOUBLE`];
  const sql = [
    `WITH drawn AS (SELECT ${quoted(series.name)} AS series, ${place} AS x, (${axis.number})::DOUBLE AS place, ${value} AS y`,
    `FROM ${rowsOf(layer)} WHERE isfinite(${axis.number}) AND isfinite(${value})),`,
    `heights AS (${layers.flatMap(heightsOf).join(' UNION ALL ')}),`,
    `limits AS (SELECT max(x) AS x, min(place) AS first, max(place) AS last FROM drawn),`,
    `range AS (SELECT min(y) AS low, max(y) AS high FROM heights WHERE isfinite(y)),`,
    `ends AS (SELECT series, arg_max(y, place) AS y, max(place) AS place FROM drawn GROUP BY series)`,
    `SELECT series, limits.x, y, coalesce((last - place) / nullif(last - first, 0), 0) AS missing, low, high`,
    `FROM ends, limits, range ORDER BY y LIMIT ${MOST_LABELS + 1}`,
  ].join('\n');
  return { name: 'ends', sql, span: layer.source.span };
}

/** The rows that the layer draws, as SQL that can follow FROM. */
function rowsOf({ query, source: { table, filter } }: ResolvedLayer): string {
  const where = filter === null ? '' : ` WHERE (${filter}\n)`;
  return query ? `(\n${query.sql}\n)` : `(SELECT * FROM ${table}${where})`;
}

/** Queries of all that stands on y, since the height of the plot is that of all layers together. */
function heightsOf(layer: ResolvedLayer): string[] {
  return positionFamilies.y.flatMap(aesthetic => {
    const column = columnOf(layer, aesthetic);
    return column ? [`SELECT ${quoted(column.name)}::DOUBLE AS y FROM ${rowsOf(layer)}`] : [];
  });
}

/** @returns What the rows of the query say, or null where the lines cannot be named at their ends. */
export function lineEndsOf(rows: readonly JsonObject[]): LineEnds | null {
  const ends: LineEnd[] = [];
  let [low, high] = [0, 0];
  for (const row of rows) {
    const { series, x = null, y, missing } = row;
    const isNamed = (typeof series === 'string' && series !== '') || typeof series === 'boolean';
    if (!isNamed || typeof y !== 'number' || Number(missing) > LATEST_END) {
      return null;
    }
    ends.push({ series, x, y });
    [low, high] = [Number(row['low']), Number(row['high'])];
  }
  const isFew = ends.length > 1 && ends.length <= MOST_LABELS;
  return isFew && high > low ? { ends, low, high } : null;
}

/**
 * @returns Where each label stands on y: as near to its end as labels that do not touch can be; null where one would
 * be too far away.
 */
export function labelPlaces(ends: readonly number[], range: number): number[] | null {
  const gap = range * LABEL_GAP;
  const order = ends.map((_, at) => at).sort((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0) || a - b);
  // Labels a gap apart are the same as labels of any distance once each is moved down by its rank: then those out of
  // order meet at their mean.
  const blocks: { sum: number; members: number[] }[] = [];
  order.forEach((at, rank) => {
    let block = { sum: (ends[at] ?? 0) - rank * gap, members: [at] };
    for (let last = blocks.at(-1); last && mean(last) > mean(block); last = blocks.at(-1)) {
      block = { sum: last.sum + block.sum, members: [...last.members, ...block.members] };
      blocks.pop();
    }
    blocks.push(block);
  });
  const places: number[] = [];
  let rank = 0;
  for (const block of blocks) {
    for (const at of block.members) {
      places[at] = mean(block) + rank++ * gap;
    }
  }
  const isNear = places.every((place, at) => Math.abs(place - (ends[at] ?? 0)) <= MOST_SHIFT * gap);
  return isNear ? places : null;
}

/** @returns The labels as a view, and properties of the chart that make room for them; null where the legend has to do. */
export function labelUnit(
  lines: LabelledLines,
  { ends, low, high }: LineEnds,
  plan: ChartPlan,
): { readonly unit: Unit; readonly frame: JsonObject } | null {
  const places = labelPlaces(
    ends.map(({ y }) => y),
    high - low,
  );
  const style = withoutLegend(plan, lines.channel).styles.get(lines.channel);
  const { x, y } = plan;
  if (!places || !style || !x || !y) {
    return null;
  }
  const values = ends.map((end, at) => ({
    [rowKey(lines.x.name)]: end.x,
    [rowKey(lines.y.name)]: rounded(places[at] ?? end.y, high - low),
    [rowKey(lines.series.name)]: end.series,
  }));
  const widest = Math.max(...ends.map(end => String(end.series).length * CHARACTER_PX));
  const right = LABEL_OFFSET_PX + Math.ceil(Math.min(widest, WIDEST_LABEL_PX)) + PADDING_PX;
  return {
    unit: {
      encoding: {
        x: columnDefinition(x, lines.x),
        y: columnDefinition(y, lines.y),
        [lines.channel]: columnDefinition(style, lines.series),
        text: { field: fieldPath(lines.series.name), type: 'nominal' },
      },
      rest: {
        data: { values },
        mark: { type: 'text', align: 'left', dx: LABEL_OFFSET_PX, limit: WIDEST_LABEL_PX },
      },
    },
    frame: { padding: { left: PADDING_PX, top: PADDING_PX, right, bottom: PADDING_PX } },
  };
}

/** @returns The plan whose channel is explained by labels. */
export function withoutLegend(plan: ChartPlan, channel: string): ChartPlan {
  const style = plan.styles.get(channel);
  if (!style) {
    return plan;
  }
  const bare = { ...style, properties: { ...style.properties, legend: null } };
  return { ...plan, styles: new Map([...plan.styles, [channel, bare]]) };
}

/** `SETTING labels` is true or false; anything else is reported. */
export function checkLabels({ layers }: ResolvedChart, report: Report): void {
  for (const { parameters } of layers) {
    const value = parameters.get('labels')?.value;
    if (value && !(value.kind === 'literal' && typeof value.value === 'boolean')) {
      const facts = { owner: 'labels', value: 'this', expected: 'true or false' };
      report.problem('badValue', value.span, facts);
    }
  }
}

function mean({ sum, members }: { sum: number; members: readonly number[] }): number {
  return sum / members.length;
}

/** Four digits of the range are finer than a pixel. */
function rounded(value: number, range: number): number {
  const step = 10 ** (Math.floor(Math.log10(range)) - 3);
  return Number((Math.round(value / step) * step).toPrecision(12));
}

function isColour(channel: string): boolean {
  return channel === 'color' || channel === 'stroke';
}

/** A title of the legend, other words for its values and `SETTING labels => false` ask for it. */
function wantsLegend({ facet, labels, scales }: ResolvedChart, layer: ResolvedLayer): boolean {
  const setting = layer.parameters.get('labels')?.value;
  const isOff = setting?.kind === 'literal' && setting.value === false;
  const names = ['stroke', 'colour'];
  const isTitled = names.some(name => typeof labels.get(name) === 'string');
  const isRenamed = names.some(name => (scales.get(name)?.renamings.length ?? 0) > 0);
  return facet !== null || isOff || isTitled || isRenamed;
}

/** Labels are placed along a linear y whose range is that of the data, at the end of an x that is. */
function standsFree({ x, y }: ChartPlan): boolean {
  const isPlain = [x, y].every(channel => {
    const scale = channel?.properties['scale'];
    const names = typeof scale === 'object' && scale !== null ? Object.keys(scale) : [];
    const isUtc = channel?.measure === 'temporal';
    return names.every(name => name === 'zero' || (name === 'type' && isUtc));
  });
  const isContinuous = x?.measure === 'temporal' || x?.measure === 'quantitative';
  return isPlain && isContinuous && y?.measure === 'quantitative';
}

/** One line a colour, and no other mark that only the legend would explain. */
function isAlone(
  layer: ResolvedLayer,
  series: ChartColumn,
  { chart, plan }: { readonly chart: ResolvedChart; readonly plan: ChartPlan },
): boolean {
  const uses = [...plan.uses].flatMap(([owner, own]) => own.map(use => ({ owner, use })));
  const isSeries = ({ use }: (typeof uses)[number]): boolean =>
    use.binding.kind === 'column' && use.binding.column.name === series.name;
  const ofColour = uses.filter(({ use }) => isColour(use.channel));
  const others = uses.filter(({ use }) => !isColour(use.channel));
  const isTransposed = layer.parameters.has('orientation');
  return (
    !isTransposed &&
    ofColour.every(
      entry => isSeries(entry) && ['line', 'point', 'text'].includes(entry.owner.type),
    ) &&
    !others.some(entry => isSeries(entry) || entry.owner === layer) &&
    layer.partition.every(({ name }) => name === series.name) &&
    chart.layers.filter(({ type }) => type === 'line' || type === 'path').length <= 2
  );
}

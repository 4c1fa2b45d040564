/** Up to six lines are named where they end; then they need no legend. */

import { t } from '../base/translations';
import type { JsonObject } from '../base/json';
import { columnDefinition } from './channelPlan';
import { columnKind, fieldPath, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { Report } from './report';
import { columnOf } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';
import type { VegaView } from './vegaView';
import type { LabelledLines, LineEnds } from './lineEnds';

const LABEL_OFFSET_PX = 6;

const WIDEST_LABEL_PX = 140;

const CHARACTER_PX = 6.2;

const PADDING_PX = 4;

/** From one label to the next, in parts of a plot's height. */
const LABEL_GAP = 14 / 240;

/** A label further from its line's end than this many gaps would be taken for another line's. */
const MOST_SHIFT = 1.5;

/** @returns The lines that can be named at their ends; undefined if a legend is requested or needed. */
export function labelledLines(chart: ResolvedChart, plan: ChartPlan): LabelledLines | undefined {
  const layer = chart.layers.find(
    ({ type, kind }) => type.parameters.includes('labels') && kind === 'draw',
  );
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

/**
 * @returns The labels as a view, and properties of the chart that make room for them; null if the legend is used
 * instead.
 */
export function labelUnit(
  lines: LabelledLines,
  { ends, low, high }: LineEnds,
  plan: ChartPlan,
): { readonly view: VegaView; readonly frame: JsonObject } | null {
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
    view: {
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
      const facts = { owner: 'labels', value: 'this', expected: t('true or false') };
      report.problem('badValue', value.span, facts);
    }
  }
}

/** Four digits of the range are finer than a pixel. */
function rounded(value: number, range: number): number {
  const step = 10 ** (Math.floor(Math.log10(range)) - 3);
  return Number((Math.round(value / step) * step).toPrecision(12));
}

function isColour(channel: string): boolean {
  return channel === 'color' || channel === 'stroke';
}

/** A legend is requested by its title, by renamed values or by `SETTING labels => false`. */
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
      entry => isSeries(entry) && ['line', 'point', 'text'].includes(entry.owner.type.mark.type),
    ) &&
    !others.some(entry => isSeries(entry) || entry.owner === layer) &&
    layer.partition.every(({ name }) => name === series.name) &&
    chart.layers.filter(({ type }) => type.mark.type === 'line').length <= 2
  );
}

/**
 * Places labels along an axis, so that none touches another.
 *
 * @returns The place of each label on y, as close to its end as possible without touching another; null if one would be
 * too far away.
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

function mean({ sum, members }: { sum: number; members: readonly number[] }): number {
  return sum / members.length;
}

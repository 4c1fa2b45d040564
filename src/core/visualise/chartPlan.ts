/** The channels of a chart: its axes, and which Vega-Lite channel each styled aesthetic of a layer goes to. */

import { t } from '../base/translations';
import { columnKind, enumValues } from './chartColumn';
import type { ChannelPlan } from './channelPlan';
import { planPosition } from './positionPlan';
import type { Report } from './report';
import type { Binding, ResolvedChart, ResolvedLayer } from './resolvedChart';
import { naturalMeasure } from './scaleTypes';
import { isSideColumn } from './sideColours';
import { planStyle, styleChannels } from './stylePlan';
import type { StyleAesthetic, StyleUse } from './stylePlan';

/** A Vega-Lite channel that a layer uses, and what it is bound to. */
export interface ChannelUse {
  readonly channel: string;
  readonly aesthetic: StyleAesthetic;
  readonly binding: Binding;
  /** Repeats the meaning of a colour: title and labels are the colour's. */
  readonly isCue?: boolean;
}

const colourAesthetics = ['fill', 'stroke', 'colour'];

export interface ChartPlan {
  readonly x: ChannelPlan | undefined;
  readonly y: ChannelPlan | undefined;
  /** The scaled channels other than positions, by Vega-Lite name. */
  readonly styles: ReadonlyMap<string, ChannelPlan>;
  /** What each layer maps to scaled channels; literals that were set are not among them. */
  readonly uses: ReadonlyMap<ResolvedLayer, readonly ChannelUse[]>;
}

/** @returns The plan; a SCALE or a LABEL that no layer uses becomes a note. */
export function planChart(chart: ResolvedChart, report: Report): ChartPlan {
  const separate = hasSeparateColours(chart);
  const uses = new Map(chart.layers.map(layer => [layer, layerUses(layer, chart, separate)]));
  const styles = new Map<string, ChannelPlan>();
  const used = new Set(panelNamesOf(chart));
  for (const use of [...uses.values()].flat()) {
    const all = [...uses.values()].flat().filter(other => other.channel === use.channel);
    const names = namesOf(all);
    names.forEach(name => used.add(name));
    if (!styles.has(use.channel)) {
      const deciding = all.find(other => other.binding.kind === 'column') ?? use;
      const column = deciding.binding.kind === 'column' ? deciding.binding.column : undefined;
      const { span } = deciding.binding;
      styles.set(
        use.channel,
        planStyle(
          deciding.aesthetic,
          names,
          {
            ...{ chart, column, order: orderOf(all), span },
            isLines: isLines(use.channel, uses),
            isOfColours: isOfColours(use.channel, uses),
          },
          report,
        ),
      );
    }
  }
  const x = planPosition('x', chart, report);
  const y = planPosition('y', chart, report);
  noteUnused(chart, new Set([...used, ...(x ? ['x'] : []), ...(y ? ['y'] : [])]), report);
  return { x, y, styles, uses };
}

/** The values of the ENUM that all columns have, then the literals. */
function orderOf(uses: readonly ChannelUse[]): StyleUse['order'] {
  const columns = uses.flatMap(({ binding }) => (binding.kind === 'column' ? [binding] : []));
  const [first] = columns.map(({ column }) => column);
  const values = first ? enumValues(first.type) : null;
  if (!first || !values || columns.some(({ column }) => column.type !== first.type)) {
    return null;
  }
  const literals = uses.flatMap(({ binding }) =>
    binding.kind === 'literal' ? [String(binding.value)] : [],
  );
  const isOneField =
    literals.length === 0 && columns.every(({ column }) => column.name === first.name);
  return { values: [...new Set([...values, ...literals])], isOneField };
}

function isLines(channel: string, uses: ChartPlan['uses']): boolean {
  return [...uses].every(
    ([{ type }, own]) => type.isStroked || !own.some(use => use.channel === channel),
  );
}

/** Lines that have the channel take their colour from something else. */
function isOfColours(channel: string, uses: ChartPlan['uses']): boolean {
  return [...uses.values()].some(own => {
    const mine = own.find(use => use.channel === channel);
    const colour = own.find(use => use.channel === 'color' || use.channel === 'stroke');
    return mine && colour && identityOf(mine.binding) !== identityOf(colour.binding);
  });
}

/** `SCALE fill` is more specific than `SCALE colour`. */
function namesOf(uses: readonly ChannelUse[]): string[] {
  const names = new Set<string>(uses.map(use => use.aesthetic));
  const isColour = names.has('fill') || names.has('stroke');
  const isCue = uses.every(use => use.isCue);
  return [...names, ...(isCue ? colourAesthetics : isColour ? ['colour'] : [])];
}

function panelNamesOf({ facet }: ResolvedChart): string[] {
  if (!facet) {
    return [];
  }
  return facet.by ? ['row', 'column'] : ['panel'];
}

function noteUnused(chart: ResolvedChart, used: ReadonlySet<string>, report: Report): void {
  for (const [clause, names] of [
    ['SCALE', chart.scales.keys()],
    ['LABEL', chart.labels.keys()],
  ] as const) {
    for (const name of names) {
      if (!used.has(name) && name !== 'title' && name !== 'subtitle') {
        report.note(t('{0} {1} has no effect: nothing is mapped to {2}.', clause, name, name));
      }
    }
  }
}

/**
 * One colour channel for fills and strokes makes one legend. They are separated if they have different meanings:
 * different columns in one layer, different types, or a SCALE for each.
 */
function hasSeparateColours(chart: ResolvedChart): boolean {
  const bothScaled = chart.scales.has('fill') && chart.scales.has('stroke');
  const measures = new Set<string>();
  let parts = false;
  for (const { bindings } of chart.layers) {
    const [fill, stroke] = [mapped(bindings.get('fill')), mapped(bindings.get('stroke'))];
    for (const binding of [fill, stroke]) {
      if (binding?.kind === 'column') {
        measures.add(naturalMeasure(columnKind(binding.column.type)));
      }
    }
    parts ||= fill !== undefined && stroke !== undefined && identityOf(fill) !== identityOf(stroke);
  }
  return bothScaled || parts || measures.size > 1;
}

function layerUses(
  layer: ResolvedLayer,
  chart: ResolvedChart,
  separate: boolean,
): readonly ChannelUse[] {
  const styled = (Object.keys(styleChannels) as (keyof typeof styleChannels)[]).flatMap(
    (aesthetic): ChannelUse[] => {
      const binding = mapped(layer.bindings.get(aesthetic));
      return binding ? [{ channel: styleChannels[aesthetic], aesthetic, binding }] : [];
    },
  );
  const colours = colourUses(layer, separate);
  return [...colours, ...styled, ...secondCue(layer, chart, colours)];
}

/** Bull and bear never differ only in colour: symbols point up or down, lines are solid or dashed. */
function secondCue(
  { type, bindings, mark }: ResolvedLayer,
  { scales }: ResolvedChart,
  colours: readonly ChannelUse[],
): ChannelUse[] {
  // A median is a point whose mark has no shape.
  const isSymbol = type.mark.type === 'point' && mark?.['type'] === undefined;
  const aesthetic = isSymbol ? 'shape' : type.isStroked ? 'linetype' : null;
  const side = colours.find(
    ({ binding }) => binding.kind === 'column' && isSideColumn(binding.column),
  );
  const isOwn = colourAesthetics.some(name => scales.has(name));
  return side && aesthetic && !bindings.has(aesthetic) && !isOwn
    ? [{ ...side, aesthetic, channel: styleChannels[aesthetic], isCue: true }]
    : [];
}

function colourUses(layer: ResolvedLayer, separate: boolean): ChannelUse[] {
  const [fill, stroke] = [mapped(layer.bindings.get('fill')), mapped(layer.bindings.get('stroke'))];
  const isLine = layer.type.isStroked === true;
  const uses: ChannelUse[] = [];
  if (fill) {
    uses.push({ channel: separate ? 'fill' : 'color', aesthetic: 'fill', binding: fill });
  }
  if (stroke && (separate || !fill)) {
    const channel = separate || !isLine ? 'stroke' : 'color';
    uses.push({ channel, aesthetic: 'stroke', binding: stroke });
  }
  return uses;
}

/** Literals that were set do not go through a scale. */
function mapped(binding: Binding | undefined): Binding | undefined {
  return binding?.kind === 'set' ? undefined : binding;
}

function identityOf(binding: Binding): string {
  return binding.kind === 'column' ? `column ${binding.column.name}` : JSON.stringify(binding);
}

/**
 * The colours of bull and bear.
 *
 * A specification has the parameters `bull` and `bear`, whose values the view replaces by the user's choice. The sides
 * never differ only in colour: symbols point up or down, lines are solid or dashed, legends carry ▲▼.
 */

import { color } from 'd3-color';
import { isRecord } from '../base/json';
import type { Json, JsonObject } from '../base/json';
import type { ChannelPlan } from './channelPlan';
import { columnKind } from './chartColumn';
import type { ChartColumn } from './chartColumn';

/** The values of the column `side`, as the service writes them. */
export const sides = ['bullish', 'bearish'] as const;

/** The default values of the parameters, which colour-blind readers can distinguish. */
export const standardSideColours = { bull: '#1a85ff', bear: '#c47a00' } as const;

export type SideColour = keyof typeof standardSideColours;

const ranges: Partial<Record<string, readonly Json[]>> = {
  fill: [{ expr: 'bull' }, { expr: 'bear' }],
  stroke: [{ expr: 'bull' }, { expr: 'bear' }],
  shape: ['triangle-up', 'triangle-down'],
  linetype: [
    [1, 0],
    [4, 2],
  ],
};

const [bullish, bearish] = sides;
const labelExpr =
  `datum.value === '${bullish}' ? '▲ ${bullish}' : ` +
  `datum.value === '${bearish}' ? '▼ ${bearish}' : datum.label`;

/** @returns Whether the column holds the side of a row, bullish or bearish. */
export function isSideColumn(column: ChartColumn | undefined): boolean {
  return column?.name.toLowerCase() === 'side' && columnKind(column.type) === 'text';
}

/** @returns Scale and legend of an aesthetic that shows a side and has no SCALE. */
export function sideScale(aesthetic: string): { scale: JsonObject; legend: JsonObject } {
  const range = ranges[aesthetic];
  return range ? { scale: { domain: [...sides], range }, legend: { labelExpr } } : plain;
}

const plain = { scale: {}, legend: {} };

/** @returns The plan of a scale of sides as that of any other category. */
export function withoutSides(plan: ChannelPlan): ChannelPlan {
  const { scale, legend, ...properties } = plan.properties;
  const own = without(scale, ['domain', 'range']);
  return {
    ...withoutOrder(plan),
    properties: {
      ...properties,
      ...(Object.keys(own).length > 0 ? { scale: own } : {}),
      legend: without(legend, ['labelExpr']),
    },
  };
}

function withoutOrder(plan: ChannelPlan): ChannelPlan {
  const kept = { ...plan };
  delete kept.order;
  return kept;
}

function without(part: Json | undefined, names: readonly string[]): JsonObject {
  const entries = isRecord(part) ? Object.entries(part) : [];
  return Object.fromEntries(entries.filter(([name]) => !names.includes(name)));
}

/**
 * Only spellings that every reader of an exported SVG knows: a browser would draw `oklch(…)` and the like too, and an
 * office program would draw such a mark black.
 *
 * @returns Whether `text` is a colour: a name of CSS, `#hex`, `rgb(…)`, `hsl(…)` or `none`.
 */
export function isColour(text: string): boolean {
  return color(text) !== null || text.trim().toLowerCase() === 'none';
}

/** @returns The colour as a mark takes it: `bull` and `bear` are parameters; undefined if it is no colour. */
export function colourValue(text: string): Json | undefined {
  if (Object.hasOwn(standardSideColours, text)) {
    return { expr: text };
  }
  return isColour(text) ? text : undefined;
}

/** @returns The parameters that `spec` uses, as its property `params`; nothing if it uses none. */
export function sideParams(spec: JsonObject): JsonObject {
  const used = (Object.keys(standardSideColours) as SideColour[]).filter(name => uses(spec, name));
  return used.length === 0
    ? {}
    : { params: used.map(name => ({ name, value: standardSideColours[name] })) };
}

/** @returns The specification with these colours in its parameters `bull` and `bear`. */
export function withSideColours(
  spec: JsonObject,
  colours: Readonly<Record<SideColour, string>>,
): JsonObject {
  const params: Json | undefined = spec['params'];
  if (!Array.isArray(params)) {
    return spec;
  }
  const replaced = params.map((param: Json): Json => {
    const name = isRecord(param) && 'value' in param ? param['name'] : undefined;
    return isRecord(param) && (name === 'bull' || name === 'bear')
      ? { ...param, value: colours[name] }
      : param;
  });
  return { ...spec, params: replaced };
}

function uses(value: Json, name: SideColour): boolean {
  if (Array.isArray(value)) {
    return value.some((item: Json) => uses(item, name));
  }
  return (
    isRecord(value) &&
    (value['expr'] === name || Object.values(value).some(item => uses(item, name)))
  );
}

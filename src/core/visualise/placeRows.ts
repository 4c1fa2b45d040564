/** PLACE with lists of literals: the marks are rows of the specification's own data. */

import { t } from '../base/translations';
import { isRecord } from '../base/json';
import type { Json, JsonObject } from '../base/json';
import type { Aesthetic } from './aesthetics';
import type { ChannelPlan } from './channelPlan';
import type { ChartPlan } from './chartPlan';
import { literalMeanings } from './literalMeanings';
import type { Report } from './report';
import type { ResolvedLayer } from './resolvedChart';
import { scaleValue } from './scaleDomain';
import { standardSideColours } from './sideColours';
import type { SideColour } from './sideColours';
import { styleChannels } from './stylePlan';
import type { LiteralValue } from './tree';

interface Listed {
  readonly aesthetic: Aesthetic;
  readonly values: readonly LiteralValue[];
  readonly span: ResolvedLayer['span'];
}

const positionChannels: Partial<Record<Aesthetic, string>> = {
  x: 'x',
  y: 'y',
  xmin: 'x',
  xmax: 'x2',
  ymin: 'y',
  ymax: 'y2',
  xend: 'x2',
  yend: 'y2',
};

/** @returns Whether the layer places several marks, or one on an axis whose places are made from data. */
export function isDrawnFromRows(layer: ResolvedLayer, plan: ChartPlan): boolean {
  const usesUnit = (['x', 'y'] as const).some(
    axis => layer.bindings.has(axis) && (plan[axis]?.timeUnit ?? null) !== null,
  );
  return (
    layer.kind === 'place' && (usesUnit || listed(layer).some(({ values }) => values.length !== 1))
  );
}

/** @returns One row a mark, and the encoding that reads them; a single literal is the same for every mark. */
export function placeRows(
  layer: ResolvedLayer,
  plan: ChartPlan,
  report: Report,
): { readonly rows: readonly JsonObject[]; readonly encoding: JsonObject } {
  const all = listed(layer);
  const count = Math.max(1, ...all.map(({ values }) => values.length));
  const encoding: Record<string, Json> = {};
  const rows: Record<string, Json>[] = Array.from({ length: count }, () => ({}));
  for (const { aesthetic, values, span } of all) {
    if (values.length !== 1 && values.length !== count) {
      const expected = t('one value or {0}', count);
      const value = t('a list of {0}', values.length);
      report.problem('badValue', span, { owner: aesthetic, value, expected });
      continue;
    }
    const place = placement(aesthetic, plan);
    if (!place || (values.length === 1 && !place.channel)) {
      continue;
    }
    encoding[place.name] = place.definition;
    rows.forEach((row, index) => {
      const value = values[values.length === 1 ? 0 : index] ?? null;
      row[aesthetic] = rowValue({ aesthetic, values: [value], span }, place.channel, report);
    });
  }
  return { rows, encoding };
}

function listed(layer: ResolvedLayer): Listed[] {
  return [...layer.bindings].flatMap(([aesthetic, binding]) =>
    binding.kind === 'set' ? [{ aesthetic, values: binding.values, span: binding.span }] : [],
  );
}

interface Placement {
  /** The Vega-Lite channel's name. */
  readonly name: string;
  readonly definition: JsonObject;
  /** The axis, where the aesthetic is a position. */
  readonly channel: ChannelPlan | undefined;
}

function placement(aesthetic: Aesthetic, plan: ChartPlan): Placement | undefined {
  const name = positionChannels[aesthetic];
  if (name !== undefined) {
    const channel = name.startsWith('x') ? plan.x : plan.y;
    if (!channel) {
      return undefined;
    }
    const unit = channel.timeUnit === null ? {} : { timeUnit: channel.timeUnit };
    const full = { ...unit, type: channel.measure, title: channel.title, ...channel.properties };
    const definition = { field: aesthetic, ...(name.endsWith('2') ? {} : full) };
    return { name, definition, channel };
  }
  if (aesthetic === 'label') {
    return {
      name: 'text',
      definition: { field: 'label', type: 'nominal' },
      channel: undefined,
    };
  }
  const style = Object.entries(styleChannels).find(([own]) => own === aesthetic)?.[1];
  const isColour = aesthetic === 'fill' || aesthetic === 'stroke';
  const channelName = isColour ? aesthetic : style;
  return channelName === undefined
    ? undefined
    : {
        name: channelName,
        definition: { field: aesthetic, type: isColour ? 'nominal' : 'ordinal', scale: null },
        channel: undefined,
      };
}

function rowValue(
  { aesthetic, values: [value = null], span }: Listed,
  channel: ChannelPlan | undefined,
  report: Report,
): Json {
  if (channel) {
    return scaleValue(value, channel, { span, owner: aesthetic }, report) ?? null;
  }
  const meaning = literalMeanings[aesthetic];
  if (!meaning) {
    return value;
  }
  const read = meaning.read(value);
  if (read === undefined) {
    const facts = { owner: aesthetic, value: JSON.stringify(value), expected: meaning.expected() };
    report.problem('badValue', span, facts);
  }
  // A row holds no parameter.
  return isRecord(read) ? (standardSideColours[value as SideColour] ?? null) : (read ?? null);
}

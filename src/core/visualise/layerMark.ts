/** The mark of one layer: its kind and what was set to a literal. */

import { t } from '../base/translations';
import type { Json, JsonObject } from '../base/json';
import type { Aesthetic } from './aesthetics';
import { bandSize } from './bandSize';
import { steppedAxis } from './barSteps';
import type { ChartPlan } from './chartPlan';
import { baseAxis, textLimits } from './layerPosition';
import { literalMeanings } from './literalMeanings';
import type { Report } from './report';
import { setValue } from './resolvedChart';
import type { ResolvedLayer } from './resolvedChart';

/** Their start and end leave the gap between bars, of which none is too thin to be seen. */
const STEPPED = { binSpacing: 0, minBandSize: 1 };

/** @returns The mark; literals that it cannot take are reported. */
export function layerMark(layer: ResolvedLayer, plan: ChartPlan, report: Report): JsonObject {
  return {
    ...layer.type.mark,
    // Vega-Lite connects rows along the axis where it is told no order.
    ...(layer.type.connects === 'in order' && layer.order.length === 0 ? { order: false } : {}),
    ...orient(layer, plan),
    ...(isBounded(layer, plan) ? { clip: true } : {}),
    ...(endsAtTime(layer, plan) ? { aria: false } : {}),
    ...colours(layer, report),
    ...literals(layer, report),
    ...(steppedAxis(layer, plan) ? STEPPED : bandSize(layer, plan, report)),
    ...textOffset(layer, report),
    ...layer.mark,
  };
}

function orient(layer: ResolvedLayer, plan: ChartPlan): JsonObject {
  const { connects, isRooted, isBetween, mark } = layer.type;
  if (isBetween || (!isRooted && connects !== 'along axis')) {
    return {};
  }
  const base = baseAxis(layer, plan);
  const bothContinuous = [plan.x, plan.y].every(
    channel => channel?.measure === 'quantitative' || channel?.measure === 'temporal',
  );
  if (mark.type === 'bar' && bothContinuous && plan[base]?.measure === 'quantitative') {
    return { orient: base === 'x' ? 'vertical' : 'horizontal' };
  }
  return mark.type !== 'bar' && base === 'y' ? { orient: 'horizontal' } : {};
}

/**
 * Vega-Lite describes the second end of a mark to screen readers in the machine's time zone, whatever its scale. So the
 * chart's description is used instead.
 */
function endsAtTime({ type, bindings }: ResolvedLayer, plan: ChartPlan): boolean {
  const ends = [
    ['x', 'xmax'],
    ['x', 'xend'],
    ['y', 'ymax'],
    ['y', 'yend'],
  ] as const;
  return (
    type.mark.type !== 'bar' &&
    ends.some(
      ([axis, end]) => bindings.get(end)?.kind === 'column' && plan[axis]?.measure === 'temporal',
    )
  );
}

/** Marks stay inside an axis whose range was given. A text whose place is inside is written whole. */
function isBounded(layer: ResolvedLayer, plan: ChartPlan): boolean {
  return (['x', 'y'] as const).some(axis => {
    const channel = plan[axis];
    const scale = channel?.properties['scale'];
    const bounds = ['domain', 'domainMin', 'domainMax'];
    const isContinuous = channel?.only === null;
    return (
      isContinuous &&
      typeof scale === 'object' &&
      scale !== null &&
      bounds.some(bound => Object.hasOwn(scale, bound)) &&
      textLimits(axis, layer, channel) === undefined
    );
  });
}

function colours(layer: ResolvedLayer, report: Report): JsonObject {
  const [fill, stroke] = (['fill', 'stroke'] as const).map(aesthetic =>
    literal(layer, aesthetic, report),
  );
  const outline = stroke ? { stroke } : {};
  if (layer.type.isStroked) {
    return stroke ? { color: stroke } : {};
  }
  if (fill === null) {
    const hollow = layer.type.mark.type === 'point' ? { filled: false } : { fill: null };
    return { ...hollow, ...outline };
  }
  return {
    ...(fill === undefined ? {} : { color: fill }),
    ...(JSON.stringify(stroke) === JSON.stringify(fill) ? {} : outline),
  };
}

function literals(layer: ResolvedLayer, report: Report): JsonObject {
  const properties: Record<string, Json> = {};
  for (const [aesthetic, binding] of layer.bindings) {
    const meaning = literalMeanings[aesthetic];
    const isColour = aesthetic === 'fill' || aesthetic === 'stroke';
    if (!meaning || isColour || binding.kind !== 'set') {
      continue;
    }
    const value = literal(layer, aesthetic, report);
    if (value !== undefined) {
      properties[meaning.property] = value;
    }
  }
  const text = setValue(layer, 'label');
  return text === undefined ? properties : { ...properties, text: String(text) };
}

function literal(layer: ResolvedLayer, aesthetic: Aesthetic, report: Report): Json | undefined {
  const binding = layer.bindings.get(aesthetic);
  const value = setValue(layer, aesthetic);
  const meaning = literalMeanings[aesthetic];
  if (!binding || value === undefined || !meaning) {
    return undefined;
  }
  const read = meaning.read(value);
  if (read === undefined) {
    const expected = meaning.expected();
    const facts = { owner: aesthetic, value: JSON.stringify(value), expected };
    report.problem('badValue', binding.span, facts);
  }
  return read;
}

function textOffset(layer: ResolvedLayer, report: Report): JsonObject {
  const setting = layer.parameters.get('offset');
  if (!setting) {
    return {};
  }
  const items = setting.value.kind === 'array' ? setting.value.items : [setting.value];
  const numbers = items.map(item => item.value).filter(value => typeof value === 'number');
  const [dx, dy = dx] = numbers;
  if (dx === undefined || dy === undefined || numbers.length !== items.length) {
    const expected = t('a number or [horizontal, vertical] in points');
    report.problem('badValue', setting.span, { owner: 'offset', value: 'this', expected });
    return {};
  }
  // Points up in the grammar, pixels down in Vega-Lite.
  return { dx: Math.round((dx * 96) / 72), dy: 0 - Math.round((dy * 96) / 72) };
}

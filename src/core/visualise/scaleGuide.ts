/** SCALE … SETTING and RENAMING: ticks, direction and labels of an axis or a legend. */

import { t } from '../base/translations';
import type { JsonObject, Json } from '../base/json';
import { labelExpression } from './labelExpression';
import type { Report } from './report';
import { scaleValue } from './scaleDomain';
import type { ScaleOf } from './scaleDomain';
import { TIME_INTERVAL } from './timeInterval';
import type { ScaleNode, SettingNode } from './tree';

export interface Guide {
  /** Properties of the scale. */
  readonly scale: JsonObject;
  /** Properties of the axis or the legend. */
  readonly guide: JsonObject;
}

/** The label of a scale's null, which collects the values that FROM does not list. */
export const COLLECTED = 'other';

/** The scale of the guide; `only` are the values that FROM lists. */
type Guided = ScaleOf & { readonly only?: readonly Json[] | null };

/** @returns The guide from the scale's settings and renamings; invalid ones are reported. */
export function scaleGuide(
  node: ScaleNode | undefined,
  scale: Guided,
  label: string,
  report: Report,
): Guide {
  if (!node) {
    return { scale: {}, guide: {} };
  }
  const merged = { scale: {}, guide: {} };
  for (const setting of node.settings) {
    const { scale: more, guide } = scaleSetting(setting, scale, report);
    Object.assign(merged.scale, more);
    Object.assign(merged.guide, guide);
  }
  const collects = scale.only?.includes(null) === true;
  if (node.renamings.length > 0 || collects) {
    const own = collects ? `(datum.value === null ? '${COLLECTED}' : ${label})` : label;
    const renamed = { value: 'datum.value', label: own, text: 'datum.label', kind: scale.kind };
    const labelExpr = labelExpression(node.renamings, renamed, report);
    Object.assign(merged.guide, { labelExpr });
  }
  return merged;
}

function scaleSetting(setting: SettingNode, scale: ScaleOf, report: Report): Guide {
  const name = setting.name.name.toLowerCase();
  const { value } = setting;
  const { span } = value;
  if (name === 'breaks') {
    return { scale: {}, guide: breaks(setting, scale, report) };
  }
  if (name === 'reverse') {
    const reverse = value.kind === 'literal' ? value.value : null;
    if (typeof reverse !== 'boolean') {
      const expected = t('true or false');
      report.problem('badValue', span, { owner: 'reverse', value: 'this', expected });
    }
    return { scale: reverse === true ? { reverse } : {}, guide: {} };
  }
  return { scale: {}, guide: {} };
}

/** A number of ticks, the places of all ticks, or an interval of time. */
function breaks({ value }: SettingNode, scale: ScaleOf, report: Report): JsonObject {
  const { span } = value;
  const at = { span, owner: 'breaks' };
  if (value.kind === 'array') {
    const values = value.items.flatMap((item): Json[] => {
      const placed = scaleValue(item.value, scale, { ...at, span: item.span }, report);
      return placed === undefined ? [] : [placed];
    });
    return { values };
  }
  if (typeof value.value === 'number' && value.value >= 0) {
    return { tickCount: Math.min(1000, value.value) };
  }
  const interval = TIME_INTERVAL.exec(String(value.value).toLowerCase());
  if (interval && scale.measure === 'temporal') {
    return { tickCount: { interval: interval[2] ?? 'day', step: Number(interval[1] ?? 1) } };
  }
  const expected = t("a number, an array of values, or on dates an interval such as '2 weeks'");
  report.problem('badValue', span, {
    owner: 'breaks',
    value: JSON.stringify(value.value),
    expected,
  });
  return {};
}

/** SETTING of a layer: literals for its aesthetics, and its parameters. */

import { nearest } from '../base/nearest';
import { layerAesthetics, layerRules } from './layers';
import type { DrawnLayer } from './layers';
import { aestheticOrColour } from './resolveNames';
import type { Aesthetic } from './aesthetics';
import { takesPosition } from './positionSetting';
import type { Report } from './report';
import type { Binding } from './resolvedChart';
import type { LayerNode, SettingNode } from './tree';

/** The layer that is built, and the report for problems. */
export interface Target {
  readonly bindings: Map<Aesthetic, Binding>;
  readonly parameters: Map<string, SettingNode>;
  readonly report: Report;
}

/** Puts what is set into the layer; `colour` first, so that `fill` and `stroke` win over it. */
export function applySettings(node: LayerNode, type: DrawnLayer, target: Target): void {
  const colours = node.settings.filter(isColour);
  for (const setting of [...colours, ...node.settings.filter(other => !isColour(other))]) {
    applySetting(node, setting, type, target);
  }
}

function isColour(setting: SettingNode): boolean {
  return aestheticOrColour(setting.name.name) === 'colour';
}

function applySetting(
  node: LayerNode,
  setting: SettingNode,
  type: DrawnLayer,
  { bindings, parameters, report }: Target,
): void {
  const name = setting.name.name.toLowerCase();
  const aesthetic = aestheticOrColour(name);
  const allowed = layerAesthetics(type);
  const targets: (Aesthetic | undefined)[] =
    aesthetic === 'colour' ? ['fill', 'stroke'] : [aesthetic];
  const known = targets.filter(
    target => target !== undefined && target !== 'weight' && allowed.includes(target),
  );
  if (layerRules[type].parameters.includes(name)) {
    if (name !== 'position' || takesPosition(type, setting, report)) {
      parameters.set(name, setting);
    }
    return;
  }
  if (known.length === 0) {
    reportSetting(setting, type, report);
    return;
  }
  const { value, span } = setting;
  if (value.kind === 'array' && node.kind === 'draw') {
    const expected = 'one literal; arrays are for PLACE';
    report.problem('badValue', span, { owner: setting.name.name, value: 'an array', expected });
    return;
  }
  const values = value.kind === 'array' ? value.items.map(item => item.value) : [value.value];
  for (const target of known) {
    if (target !== undefined) {
      bindings.set(target, { kind: 'set', values, span: value.span });
    }
  }
}

function reportSetting(setting: SettingNode, type: DrawnLayer, report: Report): void {
  const { name, span } = setting.name;
  if (name.toLowerCase() === 'aggregate') {
    report.notYet(span, `SETTING aggregate of the layer ${type}`, 'Aggregate in the query.');
    return;
  }
  const aesthetics = layerAesthetics(type).filter(aesthetic => aesthetic !== 'weight');
  const allowed = [...layerRules[type].parameters, ...aesthetics];
  const near = nearest(name, [...allowed, 'colour']);
  const owner = `The layer ${type}`;
  report.problem('unknownSetting', span, { owner, setting: name, near, allowed });
}

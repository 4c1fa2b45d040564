/** SETTING of a layer: literals for its aesthetics, and its parameters. */

import { nearest } from '../base/nearest';
import { layerAesthetics } from './layers/layerType';
import type { LayerType } from './layers/layerType';
import { aestheticOrColour } from './resolveNames';
import type { Aesthetic } from './aesthetics';
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
export function applySettings(node: LayerNode, type: LayerType, target: Target): void {
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
  type: LayerType,
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
  if (type.parameters.includes(name)) {
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

function reportSetting(setting: SettingNode, type: LayerType, report: Report): void {
  const { name, span } = setting.name;
  if (name.toLowerCase() === 'aggregate') {
    report.notYet(span, `SETTING aggregate of the layer ${type.name}`, 'Aggregate in the query.');
    return;
  }
  const aesthetics = layerAesthetics(type).filter(aesthetic => aesthetic !== 'weight');
  const allowed = [...type.parameters, ...aesthetics];
  const near = nearest(name, [...allowed, 'colour']);
  const owner = `The layer ${type.name}`;
  report.problem('unknownSetting', span, { owner, setting: name, near, allowed });
}

const knownPositions = ['stack', 'dodge', 'jitter', 'fill'];

/** @returns Whether the layer can have that position; if not, that is reported. */
function takesPosition(
  { name, positions }: LayerType,
  { value }: SettingNode,
  report: Report,
): boolean {
  const written = value.kind === 'literal' ? String(value.value).toLowerCase() : 'an array';
  if (positions.some(position => position === written)) {
    return true;
  }
  if (knownPositions.includes(written)) {
    const advice = `Possible: ${positions.join(', ')}.`;
    report.notYet(value.span, `SETTING position => '${written}' of the layer ${name}`, advice);
  } else {
    const expected = `one of ${positions.join(', ')}`;
    report.problem('badValue', value.span, { owner: 'position', value: written, expected });
  }
  return false;
}

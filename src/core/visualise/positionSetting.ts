/** `SETTING position`: which layer takes which. */

import type { DrawnLayer } from './layers';
import type { Report } from './report';
import type { ResolvedLayer } from './resolvedChart';
import type { SettingNode } from './tree';

const rooted = ['stack', 'identity', 'fill'];
const setApart = ['identity', 'dodge'];

const possible: Partial<Record<DrawnLayer, readonly string[]>> = {
  bar: [...rooted, 'dodge'],
  histogram: [...rooted, 'dodge'],
  area: rooted,
  density: rooted,
  point: [...setApart, 'jitter'],
  text: setApart,
  range: setApart,
  tile: setApart,
  boxplot: setApart,
};

/** @returns The positions that the layer can have. */
export function layerPositions(type: DrawnLayer): readonly string[] {
  return possible[type] ?? ['identity'];
}

const known = ['stack', 'dodge', 'jitter', 'fill'];

/** @returns Whether the layer can have that position; if not, that is reported. */
export function takesPosition(type: DrawnLayer, { value }: SettingNode, report: Report): boolean {
  const written = value.kind === 'literal' ? String(value.value).toLowerCase() : 'an array';
  const allowed = layerPositions(type);
  if (allowed.includes(written)) {
    return true;
  }
  if (known.includes(written)) {
    const advice = `Possible: ${allowed.join(', ')}.`;
    report.notYet(value.span, `SETTING position => '${written}' of the layer ${type}`, advice);
  } else {
    const expected = `one of ${allowed.join(', ')}`;
    report.problem('badValue', value.span, { owner: 'position', value: written, expected });
  }
  return false;
}

/** @returns The layer's `position` setting, or undefined. */
export function positionSetting(layer: ResolvedLayer): string | undefined {
  const setting = layer.parameters.get('position')?.value;
  return setting?.kind === 'literal' ? String(setting.value).toLowerCase() : undefined;
}

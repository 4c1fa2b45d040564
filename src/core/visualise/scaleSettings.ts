/** SETTING of a scale: which one each kind of scale takes. */

import { t } from '../base/translations';
import { nearest } from '../base/nearest';
import { panelNames } from './aesthetics';
import type { Report } from './report';
import type { ScaleNode, SettingNode } from './tree';

const usual: readonly string[] = ['breaks', 'reverse'];

/** Settings of `SCALE BINNED` besides, with the words that each takes, its default first. */
export const binnedSettings = {
  oob: ['censor', 'squish'],
  pretty: ['true', 'false'],
  closed: ['left', 'right'],
} as const;

/** Settings of the public grammar that no other scale draws. */
const undrawn: readonly string[] = ['expand', 'reverse', ...Object.keys(binnedSettings)];

/** @returns Whether the scale of panels makes bins of their values. */
export function binsPanels(node: ScaleNode): boolean {
  const type = node.type?.value ?? 'continuous';
  const hasBreaks = node.settings.some(setting => nameOf(setting) === 'breaks');
  return type === 'binned' || (type === 'continuous' && hasBreaks);
}

/**
 * @param aesthetic What the scale is of, in lower case.
 * @returns The settings that such a scale takes.
 */
export function scaleSettingNames(
  aesthetic: string,
  type: string | null,
  isOfBins = type === 'binned',
): readonly string[] {
  const ofBins = isOfBins ? Object.keys(binnedSettings) : [];
  if (type === 'identity') {
    return [];
  }
  if (panelNames.includes(aesthetic)) {
    return type === 'discrete' || type === 'ordinal' ? [] : ['breaks', ...ofBins];
  }
  return [...usual, ...ofBins];
}

/** Reports each setting that the scale does not take, whether or not anything is mapped to its aesthetic. */
export function checkScaleSettings(node: ScaleNode, aesthetic: string, report: Report): void {
  const type = node.type?.value ?? null;
  const isPanel = panelNames.includes(aesthetic);
  const isOfBins = isPanel ? binsPanels(node) : type === 'binned';
  const allowed = scaleSettingNames(aesthetic, type, isOfBins);
  const what = isPanel ? `SCALE ${aesthetic}` : 'SCALE';
  for (const setting of node.settings) {
    const name = nameOf(setting);
    if (allowed.includes(name)) {
      continue;
    }
    if (undrawn.includes(name) && type !== 'identity') {
      report.notYet(setting.name.span, t('SETTING {0} of {1}', name, what));
      continue;
    }
    const owner = type === 'identity' ? 'SCALE IDENTITY' : what;
    const near = nearest(name, allowed);
    const facts = { owner, setting: setting.name.name, near, allowed };
    report.problem('unknownSetting', setting.name.span, facts);
  }
}

function nameOf({ name }: SettingNode): string {
  return name.name.toLowerCase();
}

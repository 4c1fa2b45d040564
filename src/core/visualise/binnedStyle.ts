/** `SCALE BINNED` of colours, sizes and the like: one value of the scale for each bin. */

import type { Json, JsonObject } from '../base/json';
import type { Report } from './report';
import type { StyleAesthetic } from './stylePlan';
import type { LiteralNode, ScaleNode, SettingNode } from './tree';

export interface BinnedStyle {
  /** Properties of the channel's definition. */
  readonly bin: JsonObject;
  /** Properties of the scale. */
  readonly scale: JsonObject;
  /** The values that are drawn, both ends included; null draws all. */
  readonly within: readonly [number | null, number | null] | null;
}

const DEFAULT_BINS = 5;
const unbinned: readonly StyleAesthetic[] = ['shape', 'linetype', 'rotation'];

/** @returns The bins; invalid ones are reported. */
export function binnedStyle(
  aesthetic: StyleAesthetic,
  node: ScaleNode,
  isNumber: boolean,
  report: Report,
): BinnedStyle {
  const none: BinnedStyle = { bin: {}, scale: {}, within: null };
  const { type } = node;
  if (type && (!isNumber || unbinned.includes(aesthetic))) {
    const what = isNumber ? aesthetic : 'dates';
    report.notYet(
      type.span,
      `SCALE BINNED ${aesthetic} of ${what}`,
      'Compute the bins in the query.',
    );
    return none;
  }
  for (const setting of node.settings) {
    if (['pretty', 'closed'].includes(setting.name.name.toLowerCase())) {
      const what = `SETTING ${setting.name.name} of SCALE BINNED ${aesthetic}`;
      report.notYet(setting.name.span, what, 'List the breaks.');
    }
  }
  const setting = node.settings.find(({ name }) => name.name.toLowerCase() === 'breaks');
  const within = squishes(node) ? null : ends(node.from?.items ?? []);
  if (setting?.value.kind === 'array') {
    return thresholds(aesthetic, node, setting, report);
  }
  const written = setting?.value.value;
  const maxbins = typeof written === 'number' && written >= 2 ? written : DEFAULT_BINS;
  const [low, high] = (node.from?.items ?? []).map(({ value }) => value);
  const hasEnds = typeof low === 'number' && typeof high === 'number';
  if (node.to?.kind === 'array' && isColour(aesthetic)) {
    report.notYet(
      node.to.span,
      'A list of colours for bins without SETTING breaks => […]',
      'List the breaks.',
    );
  }
  return {
    bin: { bin: { maxbins, ...(hasEnds ? { extent: [low, high] } : {}) } },
    scale: {},
    within,
  };
}

/** The first and the last break are the ends; between two breaks is a bin. */
function thresholds(
  aesthetic: StyleAesthetic,
  node: ScaleNode,
  { value }: SettingNode,
  report: Report,
): BinnedStyle {
  const items = value.kind === 'array' ? value.items : [];
  const breaks = items.flatMap(item => (typeof item.value === 'number' ? [item.value] : []));
  const sorted = [...breaks].sort((a, b) => a - b);
  const inner: Json[] = sorted.slice(1, -1);
  const bins = sorted.length - 1;
  if (breaks.length !== items.length || inner.length === 0) {
    const expected = 'at least three numbers, the ends of two bins';
    report.problem('badValue', value.span, { owner: 'breaks', value: 'this', expected });
  } else if (node.to?.kind === 'array' && node.to.items.length !== bins) {
    const facts = {
      owner: 'TO',
      value: `a list of ${node.to.items.length}`,
      expected: `one value a bin: ${bins}`,
    };
    report.problem('badValue', node.to.span, facts);
  } else if (node.to?.kind !== 'array' && !isColour(aesthetic)) {
    const what = `SCALE BINNED ${aesthetic} with a list of breaks and without TO […]`;
    report.notYet(value.span, what, 'List a value a bin.');
  }
  const [first = null, last = null] = [sorted.at(0), sorted.at(-1)];
  return {
    bin: {},
    scale: { type: 'threshold', domain: inner },
    within: squishes(node) ? null : [first, last],
  };
}

function ends(items: readonly LiteralNode[]): BinnedStyle['within'] {
  const [low, high] = items.map(({ value }) => (typeof value === 'number' ? value : null));
  return low === undefined ? null : [low, high ?? null];
}

function squishes({ settings }: ScaleNode): boolean {
  const value = settings.find(({ name }) => name.name.toLowerCase() === 'oob')?.value;
  return value?.kind === 'literal' && String(value.value).toLowerCase() === 'squish';
}

function isColour(aesthetic: StyleAesthetic): boolean {
  return aesthetic === 'fill' || aesthetic === 'stroke';
}

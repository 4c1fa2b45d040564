/** MAPPING of a layer, and what it inherits from the mappings for all layers. */

import { layerAesthetics } from './layers/layerType';
import type { LayerType } from './layers/layerType';
import type { MappingEntry } from './resolveNames';
import type { Aesthetic } from './aesthetics';
import type { Report } from './report';
import type { Binding } from './resolvedChart';
import type { LayerNode } from './tree';

/**
 * A rule has one place: its own mapping or setting decides the axis. A rule at a literal is one line, so it inherits no
 * mapping that would draw one for every row.
 */
export function inherited(
  type: LayerType,
  own: readonly MappingEntry[],
  node: LayerNode,
  globals: readonly MappingEntry[],
): readonly MappingEntry[] {
  if (!type.hasOneAxis) {
    return globals;
  }
  const placed = own.filter(entry => isRulePosition(entry) && entry.binding !== null);
  const isSet = node.settings.some(({ name }) => ['x', 'y'].includes(name.name.toLowerCase()));
  if (isSet || placed.some(entry => entry.binding?.kind === 'literal')) {
    return [];
  }
  return placed.length > 0 ? globals.filter(entry => !isRulePosition(entry)) : globals;
}

function isRulePosition(entry: MappingEntry): boolean {
  return entry.aesthetic === 'x' || entry.aesthetic === 'y';
}

/** Direct mappings take precedence over `colour`, and both over `*`, in any order. */
export function applyEntries(
  entries: readonly MappingEntry[],
  type: LayerType,
  bindings: Map<Aesthetic, Binding>,
): void {
  const allowed = layerAesthetics(type);
  const rank = (entry: MappingEntry): number =>
    entry.wildcard ? 0 : entry.aesthetic === 'colour' ? 1 : 2;
  for (const entry of [...entries].sort((a, b) => rank(a) - rank(b))) {
    const targets: Aesthetic[] =
      entry.aesthetic === 'colour' ? ['fill', 'stroke'] : [entry.aesthetic];
    for (const target of targets.filter(candidate => allowed.includes(candidate))) {
      if (entry.binding) {
        bindings.set(target, entry.binding);
      } else {
        bindings.delete(target);
      }
    }
  }
}

/** Reports mappings of the layer's own that it cannot draw. */
export function reportForeign(own: readonly MappingEntry[], type: LayerType, report: Report): void {
  const allowed = layerAesthetics(type);
  for (const { aesthetic, wildcard, span, binding } of own) {
    if (!wildcard && binding && aesthetic !== 'colour' && !allowed.includes(aesthetic)) {
      const near = aesthetic === 'fill' ? 'stroke' : null;
      report.problem('unknownAesthetic', span, { layer: type.name, aesthetic, near, allowed });
    }
  }
}

/**
 * Mapped literals that have no scale to go through.
 *
 * A literal on a colour, a shape or a dash names a series and goes through the scale. A number on a size is used as it
 * is, unless some layer maps a column to that aesthetic: then it is a value of the same scale.
 */

import { t } from '../base/translations';
import type { Aesthetic } from './aesthetics';
import type { Report } from './report';
import type { Binding, ResolvedLayer } from './resolvedChart';

/** Aesthetics that a column cannot be mapped to. */
const unscaled: readonly Aesthetic[] = [
  'typeface',
  'fontweight',
  'italic',
  'hjust',
  'vjust',
  'width',
  'height',
];

const numeric: readonly Aesthetic[] = ['opacity', 'size', 'linewidth', 'fontsize', 'rotation'];

const cssColour =
  /^(#[0-9a-f]{3,8}|(rgb|hsl)a?\(.*\)|red|green|blue|black|white|gr[ae]y|orange|yellow|purple|pink|brown|teal|navy|steelblue|crimson)$/i;

/** @returns The layers with each literal either mapped to a scale or set. */
export function settleLiterals(layers: readonly ResolvedLayer[], report: Report): ResolvedLayer[] {
  const scaled = new Set(
    layers.flatMap(({ bindings }) =>
      [...bindings].flatMap(([name, { kind }]) => (kind === 'column' ? [name] : [])),
    ),
  );
  return layers.map(layer => ({
    ...layer,
    bindings: new Map(
      [...layer.bindings].map(([name, binding]) => [name, settled(name, binding, scaled, report)]),
    ),
  }));
}

function settled(
  name: Aesthetic,
  binding: Binding,
  scaled: ReadonlySet<Aesthetic>,
  report: Report,
): Binding {
  if (binding.kind === 'column' && unscaled.includes(name)) {
    report.notYet(binding.span, `A column AS ${name}`, t('Write SETTING {0} => a literal.', name));
  }
  if (binding.kind !== 'literal') {
    return binding;
  }
  const { value, span } = binding;
  if ((name === 'fill' || name === 'stroke') && cssColour.test(String(value))) {
    const text = String(value);
    report.note(
      t(
        "'{0}' AS colour names a series; to paint the layer {1}, write SETTING colour => '{2}'.",
        text,
        text,
        text,
      ),
    );
  }
  const isItself = unscaled.includes(name) || (numeric.includes(name) && !scaled.has(name));
  return isItself ? { kind: 'set', values: [value], span } : binding;
}

/** Palettes of lines: the pale middle of a diverging palette, which fits tiles and bars, is hard to see in a thin line. */

import type { Mark, Scope, Spec } from 'vega';
import { isRecord } from '../../core/base/json';
import { markContrast, middleContrast, textContrast } from './contrast';
import type { ThemeColours } from './themeColours';
import { divergingColours } from './vegaConfig';

/** Marks with a surface, in which a pale colour is seen. */
const surfaces: readonly (string | undefined)[] = ['rect', 'area', 'arc', 'shape'];

/**
 * @returns The compiled chart, whose lines have the contrast of marks at the middle of the theme's diverging palette as
 *   well; unchanged if its author chose another one.
 */
export function withLegibleStrokes(spec: Spec, theme: ThemeColours): Spec {
  const marks = allMarks(spec);
  const filled = marks
    .filter(({ type }) => surfaces.includes(type))
    .flatMap(({ encode }) => scalesIn(encode?.update?.fill));
  const stroked = marks
    .flatMap(({ encode }) => scalesIn(encode?.update?.stroke))
    .filter(name => !filled.includes(name));
  const isHighContrast = theme.kind === 'highContrast' || theme.kind === 'highContrastLight';
  // There the grid is as strong as marks are elsewhere.
  const range = divergingColours(theme, isHighContrast ? textContrast : markContrast);
  const ours = divergingColours(theme, middleContrast);
  const isOurs = String(spec.config?.range?.diverging) === String(ours);
  return isOurs && stroked.length > 0
    ? { ...spec, ...recoloured(spec, new Set(stroked), range) }
    : spec;
}

function allMarks({ marks = [] }: Scope): Mark[] {
  return marks.flatMap(mark => (mark.type === 'group' ? [mark, ...allMarks(mark)] : [mark]));
}

/** @returns The names of scales in the encoding of a channel, which may have conditions. */
function scalesIn(encoding: unknown): string[] {
  if (Array.isArray(encoding)) {
    return encoding.flatMap(scalesIn);
  }
  return isRecord(encoding) && typeof encoding['scale'] === 'string' ? [encoding['scale']] : [];
}

function recoloured(
  { scales, marks }: Scope,
  names: ReadonlySet<string>,
  range: string[],
): Pick<Scope, 'scales' | 'marks'> {
  return {
    ...(scales && {
      scales: scales.map(scale =>
        names.has(scale.name) && 'range' in scale && scale.range === 'diverging'
          ? { ...scale, range }
          : scale,
      ),
    }),
    ...(marks && {
      marks: marks.map(mark =>
        mark.type === 'group' ? { ...mark, ...recoloured(mark, names, range) } : mark,
      ),
    }),
  };
}

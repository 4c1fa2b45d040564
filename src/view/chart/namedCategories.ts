/** Gives categories with a named colour that colour, after a view knows its categories. */

import type { Spec, View } from 'vega';
import { categoryColours, type CategoryTheme } from '../../core/visualise/categoryColours';
import type { Place } from '../../core/visualise/fixedPlaces';

/** Vega-Lite's name of the theme's series colours. */
const THEME_RANGE = 'category';

/** How names are coloured. */
export interface NameColours {
  readonly theme: CategoryTheme;
  /** The places that names have in other charts. */
  readonly held: ReadonlyMap<unknown, Place>;
}

/** @returns The scales of the compiled chart that use the theme's series colours. */
export function seriesScales({ scales = [] }: Spec): readonly string[] {
  return scales.flatMap(scale =>
    scale.type === 'ordinal' && scale.range === THEME_RANGE ? [scale.name] : [],
  );
}

/** @returns The compiled chart, in which a signal holds the colours of each of these scales. */
export function withColourSignals(
  spec: Spec,
  names: readonly string[],
  { palette }: CategoryTheme,
): Spec {
  const { signals = [], scales = [] } = spec;
  return {
    ...spec,
    signals: [...signals, ...names.map(name => ({ name: signalOf(name), value: [...palette] }))],
    scales: scales.map(scale =>
      scale.type === 'ordinal' && names.includes(scale.name)
        ? { ...scale, range: { signal: signalOf(scale.name) } }
        : scale,
    ),
  };
}

/** @returns Whether colours of the view changed, so that it has to run again. */
export function colourByName(view: View, names: readonly string[], colours: NameColours): boolean {
  const changes = names.flatMap(name => {
    const own = categoryColours(domainOf(view, name), colours.theme, colours.held);
    const before = view.signal(signalOf(name)) as readonly string[];
    return own && own.join() !== before.join() ? [{ name, own }] : [];
  });
  for (const { name, own } of changes) {
    view.signal(signalOf(name), own);
  }
  return changes.length > 0;
}

/** Colours the view again whenever it has run and has other categories, as when its reader chose some of them. */
export function keepColours(view: View, names: readonly string[], colours: NameColours): void {
  const domains = (): string => JSON.stringify(names.map(name => domainOf(view, name)));
  let before = domains();
  const follow = (): void => {
    view.runAfter(follow, true);
    const now = domains();
    if (now !== before) {
      before = now;
      if (colourByName(view, names, colours)) {
        void view.runAsync();
      }
    }
  };
  if (names.length > 0) {
    view.runAfter(follow, true);
  }
}

function domainOf(view: View, name: string): unknown[] {
  return (view.scale(name) as { domain(): unknown[] }).domain();
}

function signalOf(scale: string): string {
  return `ms_colours_of_${scale}`;
}

/** The layers of VISUALISE: a row for each that is drawn, and the names of those that are not. */

import { t } from '../../base/translations';
import { nearest } from '../../base/nearest';
import { area } from './area';
import { bar } from './bar';
import { boxplot } from './boxplot';
import { density } from './density';
import { histogram } from './histogram';
import type { LayerType } from './layerType';
import { line } from './line';
import { path } from './path';
import { point } from './point';
import { range } from './range';
import { ribbon } from './ribbon';
import { rule } from './rule';
import { segment } from './segment';
import { smooth } from './smooth';
import { text } from './text';
import { tile } from './tile';

/** In the order in which completion and errors list them. */
export const layerTypes: readonly LayerType[] = [
  ...[line, path, area, bar, point, tile, rule, segment, range, text, ribbon],
  ...[histogram, density, boxplot, smooth],
];

/** Layers of the grammar that this version parses and does not draw, and what to write instead. */
export const undrawnLayers: Partial<Record<string, () => string>> = {
  polygon: () => '',
  violin: () => '',
  rect: () => t('DRAW tile takes xmin, xmax, ymin and ymax.'),
  errorbar: () => t('DRAW range draws a line from ymin to ymax.'),
  linear: () => '',
  spatial: () => '',
  arrow: () => '',
};

/** @returns The layer of that name (case does not count), or undefined. */
export function layerTypeNamed(
  name: string,
  known: readonly LayerType[] = layerTypes,
): LayerType | undefined {
  return known.find(type => type.name === name.toLowerCase());
}

/**
 * @returns The name of the layer that the word means in another program, with or without `geom_` and `mark_` before it,
 *   or else the most similar name; null if none is similar.
 */
export function layerNameMeant(
  word: string,
  known: readonly LayerType[] = layerTypes,
): string | null {
  const plain = word.toLowerCase().replace(/^(geom|mark)_?/, '');
  const meant = known.find(({ name, alsoCalled }) => name === plain || alsoCalled?.includes(plain));
  const names = [...known.map(({ name }) => name), ...Object.keys(undrawnLayers)];
  return meant?.name ?? nearest(plain, names);
}

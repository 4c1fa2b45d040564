/** Palettes by name: the grammar's names and Vega's, and which of them diverge from a midpoint. */

import type { JsonObject } from '../base/json';
import { ownEntry } from './ownEntry';

export interface Palette {
  /** Properties of a Vega-Lite scale. */
  readonly scale: JsonObject;
  /** Two hues that meet at a midpoint, which is zero for numbers. */
  readonly diverging: boolean;
}

const diverging: Partial<Record<string, string>> = {
  rdbu: 'redblue',
  rdylbu: 'redyellowblue',
  rdylgn: 'redyellowgreen',
  spectral: 'spectral',
  brbg: 'brownbluegreen',
  prgn: 'purplegreen',
  piyg: 'pinkyellowgreen',
  rdgy: 'redgrey',
  puor: 'purpleorange',
  blueorange: 'blueorange',
};

const plain: Partial<Record<string, string>> = {
  sequential: 'blues',
  ylorbr: 'yelloworangebrown',
  ylorrd: 'yelloworangered',
  ylgn: 'yellowgreen',
  ylgnbu: 'yellowgreenblue',
  gnbu: 'greenblue',
  bugn: 'bluegreen',
  bupu: 'bluepurple',
  pubu: 'purpleblue',
  pubugn: 'purplebluegreen',
  purd: 'purplered',
  rdpu: 'redpurple',
  orrd: 'orangered',
  grays: 'greys',
  tableau: 'tableau10',
};

const sameName = [
  ...['blues', 'greens', 'oranges', 'reds', 'purples', 'greys', 'viridis', 'plasma', 'magma'],
  ...['inferno', 'cividis', 'turbo', 'teals', 'browns', 'tableau10', 'tableau20', 'category10'],
  ...['observable10', 'accent', 'dark2', 'paired', 'pastel1', 'pastel2', 'set1', 'set2', 'set3'],
];

/** Palettes of the grammar that Vega does not have. */
export const undrawnPalettes: readonly string[] = [
  ...['acton', 'bamako', 'batlow', 'batlowk', 'batloww', 'bilbao', 'buda', 'davos', 'devon'],
  ...['glasgow', 'grayc', 'hawaii', 'imola', 'lajolla', 'lapaz', 'lipari', 'navia', 'nuuk'],
  ...['oslo', 'tokyo', 'turku', 'vik', 'berlin', 'roma', 'bam', 'broc', 'cork', 'lisbon'],
  ...['managua', 'tofino', 'vanimo', 'bukavu', 'fes', 'oleron', 'romao', 'cyclic', 'bamo'],
  ...['broco', 'corko', 'viko', 'ggsql10', 'kelly22'],
];

/** Every available palette. */
export const paletteNames: readonly string[] = [
  'diverging',
  ...Object.keys(diverging),
  ...Object.values(diverging).filter(name => name !== undefined),
  ...Object.keys(plain),
  ...Object.values(plain).filter(name => name !== undefined),
  ...sameName,
];

/** @returns The palette of that name (case does not count), or undefined. */
export function paletteNamed(name: string): Palette | undefined {
  const lower = name.toLowerCase();
  if (lower === 'diverging') {
    // A range of the theme: from the colour of bear to that of bull.
    return { scale: { range: 'diverging' }, diverging: true };
  }
  const divergingScheme =
    ownEntry(diverging, lower) ?? Object.values(diverging).find(own => own === lower);
  if (divergingScheme !== undefined) {
    return { scale: { scheme: divergingScheme }, diverging: true };
  }
  const known = [...Object.values(plain), ...sameName].find(own => own === lower);
  const scheme = ownEntry(plain, lower) ?? known;
  return scheme === undefined ? undefined : { scale: { scheme }, diverging: false };
}

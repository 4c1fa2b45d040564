/** The aesthetics: which exist, and which belong together. */

export const aestheticNames = [
  'x',
  'y',
  'xmin',
  'xmax',
  'ymin',
  'ymax',
  'xend',
  'yend',
  'fill',
  'stroke',
  'opacity',
  'size',
  'shape',
  'linetype',
  'linewidth',
  'label',
  'weight',
  'width',
  'height',
  'typeface',
  'fontsize',
  'fontweight',
  'italic',
  'hjust',
  'vjust',
  'rotation',
] as const;

export type Aesthetic = (typeof aestheticNames)[number];

/** The axes; the aesthetics of a family share one scale. */
export const positionFamilies = {
  x: ['x', 'xmin', 'xmax', 'xend'],
  y: ['y', 'ymin', 'ymax', 'yend'],
} as const;

/** Names for several aesthetics, and the panels of FACET. */
export const colourNames: readonly string[] = ['colour', 'color'];
export const panelNames: readonly string[] = ['panel', 'row', 'column'];

/** @returns The aesthetic of that name (case does not count), or undefined. */
export function aestheticNamed(name: string): Aesthetic | undefined {
  return aestheticNames.find(candidate => candidate === name.toLowerCase());
}

/** @returns The axis that the aesthetic belongs to, or undefined. */
export function positionFamily(name: string): 'x' | 'y' | undefined {
  const lower = name.toLowerCase();
  if (positionFamilies.x.some(member => member === lower)) {
    return 'x';
  }
  return positionFamilies.y.some(member => member === lower) ? 'y' : undefined;
}

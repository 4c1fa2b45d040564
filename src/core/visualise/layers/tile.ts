/** `DRAW tile`: a rectangle for each row: a band of each axis, or between ends. */

import { surfaceAesthetics } from './layerType';
import type { LayerType } from './layerType';

export const tile: LayerType = {
  name: 'tile',
  alsoCalled: ['heatmap', 'raster', 'rectangle'],
  described: 'heat map',
  describedIfPlaced: 'shaded area',
  required: [
    ['x', 'y'],
    ['xmin', 'xmax', 'y'],
    ['x', 'ymin', 'ymax'],
    ['xmin', 'xmax', 'ymin', 'ymax'],
  ],
  optional: [...surfaceAesthetics, 'linetype', 'width', 'height'],
  parameters: ['position'],
  positions: ['identity', 'dodge'],
  mark: { type: 'rect' },
  onBins: 'ends',
};

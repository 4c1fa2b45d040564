/** `DRAW point`: a symbol for each row. */

import { tiledPoints } from '../reduction/tiledPoints';
import type { LayerType } from './layerType';

export const point: LayerType = {
  name: 'point',
  alsoCalled: [
    ...['scatter', 'scatterplot', 'points', 'jitter', 'dot', 'circle', 'square', 'bubble'],
  ],
  described: 'points',
  describedIfPlaced: 'marker',
  required: [['x'], ['y']],
  optional: ['x', 'y', 'size', 'shape', 'fill', 'stroke', 'opacity', 'linewidth'],
  parameters: ['position', 'aggregate', 'width', 'dodge'],
  positions: ['identity', 'dodge', 'jitter'],
  mark: { type: 'point', filled: true },
  onBins: 'middle',
  reduction: tiledPoints,
};

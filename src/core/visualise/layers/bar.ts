/** `DRAW bar`: lengths from zero, or the number of rows. */

import { summedBars } from '../reduction/summedBars';
import { surfaceAesthetics } from './layerType';
import type { LayerType } from './layerType';

export const bar: LayerType = {
  name: 'bar',
  alsoCalled: ['column', 'columns', 'col', 'barh'],
  described: 'bars',
  required: [['x'], ['y']],
  optional: [...surfaceAesthetics, 'x', 'y', 'linetype', 'weight'],
  parameters: ['position', 'width', 'aggregate'],
  positions: ['stack', 'identity', 'fill', 'dodge'],
  mark: { type: 'bar' },
  isRooted: true,
  onBins: 'bar',
  reduction: summedBars,
};

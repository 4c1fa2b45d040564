/** `DRAW area`: what is between zero and the rows, connected along an axis. */

import { reducedCurve } from '../reduction/reducedCurve';
import { surfaceAesthetics } from './layerType';
import type { LayerType } from './layerType';

export const area: LayerType = {
  name: 'area',
  described: 'area',
  required: [['x', 'y']],
  optional: surfaceAesthetics,
  parameters: ['position', 'orientation', 'aggregate'],
  positions: ['stack', 'identity', 'fill'],
  mark: { type: 'area' },
  connects: 'along axis',
  isRooted: true,
  onBins: 'middle',
  reduction: reducedCurve,
};

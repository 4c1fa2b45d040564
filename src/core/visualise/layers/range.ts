/** `DRAW range`: a line for each row, from its lowest to its highest value. */

import { reducedCurve } from '../reduction/reducedCurve';
import { strokeAesthetics } from './layerType';
import type { LayerType } from './layerType';

export const range: LayerType = {
  name: 'range',
  alsoCalled: ['linerange'],
  described: 'ranges',
  required: [
    ['x', 'ymin', 'ymax'],
    ['y', 'xmin', 'xmax'],
  ],
  optional: strokeAesthetics,
  parameters: ['position'],
  positions: ['identity', 'dodge'],
  mark: { type: 'rule' },
  isStroked: true,
  isBetween: true,
  onBins: 'middle',
  reduction: reducedCurve,
};

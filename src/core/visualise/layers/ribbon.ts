/** `DRAW ribbon`: what is between the lowest and the highest values, connected along the other axis. */

import { reducedCurve } from '../reduction/reducedCurve';
import { surfaceAesthetics } from './layerType';
import type { LayerType } from './layerType';

export const ribbon: LayerType = {
  name: 'ribbon',
  alsoCalled: ['band', 'errorband'],
  described: 'band',
  required: [
    ['x', 'ymin', 'ymax'],
    ['y', 'xmin', 'xmax'],
  ],
  optional: surfaceAesthetics,
  parameters: ['position'],
  positions: ['identity'],
  refusesOrder: () => '',
  mark: { type: 'area', line: false, fillOpacity: 0.3 },
  connects: 'along axis',
  isBetween: true,
  reduction: reducedCurve,
};

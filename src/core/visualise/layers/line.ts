/** `DRAW line`: rows connected along an axis. */

import { t } from '../../base/translations';
import { reducedCurve } from '../reduction/reducedCurve';
import { strokeAesthetics } from './layerType';
import type { LayerType } from './layerType';

export const line: LayerType = {
  name: 'line',
  alsoCalled: ['trail', 'step', 'plot'],
  described: 'line',
  required: [['x', 'y']],
  optional: strokeAesthetics,
  parameters: ['position', 'orientation', 'aggregate', 'labels'],
  positions: ['identity'],
  refusesOrder: () => t('DRAW path connects rows in their order.'),
  mark: { type: 'line' },
  isStroked: true,
  connects: 'along axis',
  onBins: 'middle',
  reduction: reducedCurve,
};

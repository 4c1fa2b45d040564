/** `DRAW rule`: a line across the chart at a place of one axis. */

import { strokeAesthetics } from './layerType';
import type { LayerType } from './layerType';

export const rule: LayerType = {
  name: 'rule',
  alsoCalled: ['hline', 'vline', 'abline'],
  described: 'reference line',
  required: [['x'], ['y']],
  optional: strokeAesthetics,
  parameters: ['position'],
  positions: ['identity'],
  hasOneAxis: true,
  mark: { type: 'rule' },
  isStroked: true,
};

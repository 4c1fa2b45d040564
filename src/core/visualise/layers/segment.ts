/** `DRAW segment`: a straight line for each row, from one place to another. */

import { strokeAesthetics } from './layerType';
import type { LayerType } from './layerType';

export const segment: LayerType = {
  name: 'segment',
  described: 'segments',
  required: [
    ['x', 'y', 'xend', 'yend'],
    ['x', 'y', 'xend'],
    ['x', 'y', 'yend'],
  ],
  optional: strokeAesthetics,
  parameters: ['position'],
  positions: ['identity'],
  mark: { type: 'rule' },
  isStroked: true,
};

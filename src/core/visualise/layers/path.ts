/** `DRAW path`: rows connected in their order. */

import { strokeAesthetics } from './layerType';
import type { LayerType } from './layerType';

export const path: LayerType = {
  name: 'path',
  described: 'path',
  required: [['x', 'y']],
  optional: strokeAesthetics,
  parameters: ['position'],
  positions: ['identity'],
  mark: { type: 'line' },
  isStroked: true,
  connects: 'in order',
};

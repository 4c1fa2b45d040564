/** `DRAW text`: a label for each row. */

import type { LayerType } from './layerType';

export const text: LayerType = {
  name: 'text',
  alsoCalled: ['label'],
  described: 'labels',
  describedIfPlaced: 'annotation',
  required: [['x', 'y', 'label']],
  optional: [
    ...(['fill', 'stroke', 'opacity', 'typeface', 'fontsize', 'fontweight', 'italic'] as const),
    ...(['hjust', 'vjust', 'rotation'] as const),
  ],
  parameters: ['position', 'offset', 'format', 'aggregate'],
  positions: ['identity', 'dodge'],
  mark: { type: 'text' },
  onBins: 'middle',
};

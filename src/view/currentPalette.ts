/** The palettes of this page, sent by the host. */

import {
  exportColoursOf,
  paletteOf,
  type ExportColours,
  type Palette,
} from '../core/protocol/appearance';

export function currentPalette(): Palette {
  return paletteOf(document.body.dataset['msPalette']);
}

/** The palette of chart pictures. */
export function currentExportColours(): ExportColours {
  return exportColoursOf(document.body.dataset['msExportColours']);
}

/** What the host told this page of its settings. */

import {
  exportColoursOf,
  paletteOf,
  type ExportColours,
  type Palette,
} from '../core/protocol/appearance';

export function currentPalette(): Palette {
  return paletteOf(document.body.dataset['msPalette']);
}

/** Of pictures of charts. */
export function currentExportColours(): ExportColours {
  return exportColoursOf(document.body.dataset['msExportColours']);
}

/** The colours and fonts of a chart that leaves the editor: black on white, fonts that every machine has. */

import { currentPalette } from '../currentPalette';
import { legible, markContrast } from './contrast';
import { sideColours } from './sideColours';
import type { ThemeColours } from './themeColours';

/** Of a picture, whatever the editor's own. */
export const exportFont = 'sans-serif';

const background = '#ffffff';

/** @param screen What the chart is drawn in: its marks have the same colours in a file, as far as they are seen on white. */
export function lightTheme(screen: ThemeColours): ThemeColours {
  const kind = 'light';
  const blue = legible(screen.blue, background, markContrast);
  const orange = legible(screen.orange, background, markContrast);
  return {
    kind,
    foreground: '#1f1f1f',
    muted: '#5f5f5f',
    line: '#dddddd',
    axis: '#b0b0b0',
    background,
    font: exportFont,
    blue,
    orange,
    sides: sideColours(currentPalette(), { kind, background, blue, orange }),
  };
}

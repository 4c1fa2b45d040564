/** The colours and fonts of an exported chart: black on white, with fonts that every computer has. */

import { currentPalette } from '../currentPalette';
import { legible, markContrast } from './contrast';
import { sideColours, type ThemeColours } from './themeColours';

/** The colours of pictures, whatever the editor's theme. */
export const exportFont = 'sans-serif';

const background = '#ffffff';

/** @param screen The colours on the screen: marks have the same colours in a file, if they are visible on white. */
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

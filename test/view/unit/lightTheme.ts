/** A light theme, as the page reads it from the editor. */

import { sideColours, type ThemeColours } from '../../../src/view/chart/themeColours';

const ground = {
  kind: 'light',
  background: '#ffffff',
  blue: '#1a85ff',
  orange: '#d18616',
} as const;

export const lightTheme: ThemeColours = {
  ...ground,
  foreground: '#3b3b3b',
  muted: '#3b3b3b',
  line: '#d3d3d3',
  axis: '#b0b0b0',
  font: 'sans-serif',
  sides: sideColours('colourBlind', ground),
};

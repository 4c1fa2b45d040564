/** The colours of bull and bear on the theme's background: the palette is a setting, the theme decides the shade. */

import type { Palette } from '../../core/protocol/appearance';
import { legible, markContrast, textContrast } from './contrast';
import type { ThemeKind } from './themeColours';

/** For marks (bars, lines, symbols) and for text. */
export interface SideColours {
  readonly bull: string;
  readonly bear: string;
  readonly bullText: string;
  readonly bearText: string;
}

/** The theme's own colours. */
export interface SideTheme {
  readonly kind: ThemeKind;
  readonly background: string;
  readonly blue: string;
  readonly orange: string;
}

const greens: Readonly<Record<ThemeKind, string>> = {
  light: '#1a7f37',
  dark: '#3fb950',
  highContrast: '#4ade80',
  highContrastLight: '#0b6b2b',
};

const reds: Readonly<Record<ThemeKind, string>> = {
  light: '#cf222e',
  dark: '#f85149',
  highContrast: '#ff7b72',
  highContrastLight: '#b5200d',
};

export function sideColours(palette: Palette, theme: SideTheme): SideColours {
  const [bull, bear] = hues(palette, theme);
  const on = (colour: string, least: number): string => legible(colour, theme.background, least);
  return {
    bull: on(bull, markContrast),
    bear: on(bear, markContrast),
    bullText: on(bull, textContrast),
    bearText: on(bear, textContrast),
  };
}

function hues(
  palette: Palette,
  { kind, blue, orange }: SideTheme,
): readonly [bull: string, bear: string] {
  switch (palette) {
    case 'greenUp':
      return [greens[kind], reds[kind]];
    case 'redUp':
      return [reds[kind], greens[kind]];
    case 'colourBlind':
      return [blue, orange];
  }
}

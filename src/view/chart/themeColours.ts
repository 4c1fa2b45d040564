/** The colours and fonts of the editor's theme for charts, read from the page's CSS variables, and their changes. */

import type { Palette } from '../../core/protocol/appearance';
import { currentPalette } from '../currentPalette';
import { solidColour } from './colourText';
import { axisContrast, gridContrast, legible, markContrast, paled, textContrast } from './contrast';

export type ThemeKind = 'light' | 'dark' | 'highContrast' | 'highContrastLight';

/** The lines of high contrast themes are as strong as text: a grid of them would cover the marks. */
const HIGH_CONTRAST_GRID = 0.4;

export interface ThemeColours {
  readonly kind: ThemeKind;
  readonly foreground: string;
  readonly muted: string;
  /** The colour of grid lines, as they are drawn. */
  readonly line: string;
  /** The colour of axes and their ticks. */
  readonly axis: string;
  readonly background: string;
  readonly font: string;
  /** The first two colours of a chart. */
  readonly blue: string;
  readonly orange: string;
  /** The colours of bull and bear. */
  readonly sides: SideColours;
}

/** Reads the theme at `place`. */
export function readThemeColours(place: Element): ThemeColours {
  const style = getComputedStyle(place);
  const read = (name: string): string => style.getPropertyValue(`--vscode-${name}`).trim();
  return themeColours(readThemeKind(), read, currentPalette());
}

/**
 * The theme's colours, each with enough contrast to the background.
 *
 * @param read Returns a colour or a font by VS Code's name with `-` for `.`; empty if the theme has none.
 */
export function themeColours(
  kind: ThemeKind,
  read: (name: string) => string,
  palette: Palette,
): ThemeColours {
  const dark = kind === 'dark' || kind === 'highContrast';
  const background = read('editor-background') || (dark ? '#1f1f1f' : '#ffffff');
  const foreground = read('editor-foreground') || (dark ? '#cccccc' : '#3b3b3b');
  const mark = (name: string, standard: string): string =>
    legible(solidColour(read(name), standard), background, markContrast);
  const blue = mark('charts-blue', dark ? '#3794ff' : '#1a85ff');
  // The orange of the high contrast theme is too dark on black to distinguish lines.
  const orange = kind === 'highContrast' ? '#ffa94d' : mark('charts-orange', '#d18616');
  const isHighContrast = kind === 'highContrast' || kind === 'highContrastLight';
  // A theme of high contrast is chosen to read text, so no text is paler than the others.
  const description = isHighContrast ? foreground : read('descriptionForeground') || foreground;
  const guide = read('editorIndentGuide-background1') || read('editorWidget-border') || foreground;
  return {
    kind,
    foreground: legible(foreground, background, textContrast),
    muted: legible(description, background, textContrast),
    line: isHighContrast
      ? legible(paled(guide, background, HIGH_CONTRAST_GRID), background, axisContrast)
      : legible(guide, background, gridContrast),
    axis: legible(guide, background, axisContrast),
    background,
    font: read('font-family') || 'sans-serif',
    blue,
    orange,
    sides: sideColours(palette, { kind, background, blue, orange }),
  };
}

/** A key that differs between themes; equal if nothing in a chart would change. */
export function themeKey(colours: ThemeColours): string {
  return JSON.stringify(colours);
}

/** For marks (bars, lines, symbols) and for text. */
interface SideColours {
  readonly bull: string;
  readonly bear: string;
  readonly bullText: string;
  readonly bearText: string;
}

/** The theme's own colours. */
interface SideTheme {
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

/** The colours of bull and bear on the theme's background: the palette is a setting, the theme decides the shade. */
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

function readThemeKind(): ThemeKind {
  const { body } = document;
  const stated = body.dataset['vscodeThemeKind'] ?? body.className;
  if (stated.includes('high-contrast-light')) {
    return 'highContrastLight';
  }
  if (stated.includes('high-contrast')) {
    return 'highContrast';
  }
  return stated.includes('vscode-dark') ? 'dark' : 'light';
}

const listeners = new Set<() => void>();
let observer: MutationObserver | undefined;

/**
 * Reports when the editor's theme changes. One observer serves all charts of the page.
 *
 * @returns A function that stops it.
 */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  observer ??= watch();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      observer?.disconnect();
      observer = undefined;
    }
  };
}

/** VS Code sets the theme's name on the body and its colours as variables of the root element. */
function watch(): MutationObserver {
  const made = new MutationObserver(() => {
    for (const listener of [...listeners]) {
      listener();
    }
  });
  made.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
  made.observe(document.body, {
    attributes: true,
    attributeFilter: [
      'class',
      'style',
      'data-vscode-theme-kind',
      'data-vscode-theme-id',
      'data-ms-palette',
    ],
  });
  return made;
}

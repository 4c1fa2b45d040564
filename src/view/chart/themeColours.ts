/** The colours and fonts of the editor's theme as a chart needs them, read off the page's CSS variables. */

import type { Palette } from '../../core/protocol/appearance';
import { currentPalette } from '../currentPalette';
import { solidColour } from './colourText';
import { axisContrast, gridContrast, legible, markContrast, textContrast } from './contrast';
import { sideColours, type SideColours } from './sideColours';

export type ThemeKind = 'light' | 'dark' | 'highContrast' | 'highContrastLight';

export interface ThemeColours {
  readonly kind: ThemeKind;
  readonly foreground: string;
  readonly muted: string;
  /** Of grids. */
  readonly line: string;
  /** Of axes and their ticks. */
  readonly axis: string;
  readonly background: string;
  readonly font: string;
  /** The first two colours of a chart. */
  readonly blue: string;
  readonly orange: string;
  /** Of bull and bear. */
  readonly sides: SideColours;
}

/** Reads the theme in which `place` stands. */
export function readThemeColours(place: Element): ThemeColours {
  const style = getComputedStyle(place);
  const read = (name: string): string => style.getPropertyValue(`--vscode-${name}`).trim();
  return themeColours(readThemeKind(), read, currentPalette());
}

/**
 * The theme's colours, each moved away from the background where it would not be seen on it.
 *
 * @param read A colour or a font by VS Code's name with `-` for `.`; empty where the theme has none.
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
  // The orange of high contrast is too dark on black to tell lines by.
  const orange = kind === 'highContrast' ? '#ffa94d' : mark('charts-orange', '#d18616');
  const guide = read('editorIndentGuide-background1') || read('editorWidget-border') || foreground;
  return {
    kind,
    foreground: legible(foreground, background, textContrast),
    muted: legible(read('descriptionForeground') || foreground, background, textContrast),
    line: legible(guide, background, gridContrast),
    axis: legible(guide, background, axisContrast),
    background,
    font: read('font-family') || 'sans-serif',
    blue,
    orange,
    sides: sideColours(palette, { kind, background, blue, orange }),
  };
}

/** What tells one theme from another; equal when nothing a chart shows would change. */
export function themeKey(colours: ThemeColours): string {
  return JSON.stringify(colours);
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

/** The palette of bull and bear: a setting that the host tells every page of outputs. */

import { isRecord } from '../base/json';

/** Colour-blind readers tell blue from orange; markets differ in whether green or red means up. */
export const palettes = ['colourBlind', 'greenUp', 'redUp'] as const;

export type Palette = (typeof palettes)[number];

export const standardPalette: Palette = 'colourBlind';

/** Of pictures of charts: black on white, or as the editor's theme has them. */
export const exportColourings = ['light', 'editor'] as const;

export type ExportColours = (typeof exportColourings)[number];

/** Host → renderer: after the renderer's `appearance` message, and whenever the setting changes. */
export interface AppearanceMessage {
  readonly type: 'appearance';
  readonly palette: Palette;
  readonly exportColours: ExportColours;
}

/** @returns The palette of that name, or the standard one. */
export function paletteOf(value: unknown): Palette {
  return palettes.find(palette => palette === value) ?? standardPalette;
}

/** @returns The colouring of that name, or the light one. */
export function exportColoursOf(value: unknown): ExportColours {
  return value === 'editor' ? 'editor' : 'light';
}

/** @returns The message, or null where it is another one. */
export function readAppearance(message: unknown): AppearanceMessage | null {
  return isRecord(message) && message['type'] === 'appearance'
    ? {
        type: 'appearance',
        palette: paletteOf(message['palette']),
        exportColours: exportColoursOf(message['exportColours']),
      }
    : null;
}

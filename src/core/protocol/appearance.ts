/** The palette of bull and bear, and the language: what the host sends to every page of outputs. */

import * as v from 'valibot';
import { read, type Described } from './shape';

/** Colour-blind readers can distinguish blue and orange; markets differ in whether green or red means up. */
export const palettes = ['colourBlind', 'greenUp', 'redUp'] as const;

export type Palette = (typeof palettes)[number];

const standardPalette: Palette = 'colourBlind';

/** The palette of that name, or the default one. */
const palette = v.fallback(v.picklist(palettes), standardPalette);

/** Colours of exported charts: black on white, or those of the editor's theme. */
const exportColours = v.fallback(v.picklist(['light', 'editor']), 'light');

export type ExportColours = Described<typeof exportColours>;

/** Texts of pages in the language of the editor, by the English ones; empty: English. */
const translations = v.fallback(v.record(v.string(), v.string()), {});

const appearance = v.object({
  type: v.literal('appearance'),
  palette,
  exportColours,
  translations,
});

/** Host → renderer: after the renderer's `appearance` message, and whenever the setting changes. */
export type AppearanceMessage = Described<typeof appearance>;

/** @returns The palette of that name, or the standard one. */
export function paletteOf(value: unknown): Palette {
  return v.parse(palette, value);
}

/** @returns The colouring of that name, or the light one. */
export function exportColoursOf(value: unknown): ExportColours {
  return v.parse(exportColours, value);
}

/** @returns The message, or null if it is another one. */
export function readAppearance(message: unknown): AppearanceMessage | null {
  return read(appearance, message);
}

/** Measures the texts of a grid. */

const FONT_SIZE_PX = 13;
/** The width of a letter if the page cannot measure. */
const LETTER_PX = FONT_SIZE_PX * 0.6;

/** @returns px of a text on one line. */
export type TextWidth = (text: string) => number;

/** Measures in the editor's font. */
export function textWidth(): TextWidth {
  const family = getComputedStyle(document.documentElement).getPropertyValue(
    '--vscode-font-family',
  );
  const context = document.createElement('canvas').getContext('2d');
  if (!context) {
    return text => text.length * LETTER_PX;
  }
  context.font = `${FONT_SIZE_PX}px ${family.trim() || 'sans-serif'}`;
  return text => context.measureText(text).width;
}

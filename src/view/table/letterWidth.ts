/** How wide the text of a grid is. */

const FONT_SIZE_PX = 13;

/** The width of a digit in the editor's font, px; letters are about as wide. */
export function letterWidth(): number {
  const family = getComputedStyle(document.documentElement).getPropertyValue(
    '--vscode-font-family',
  );
  const context = document.createElement('canvas').getContext('2d');
  if (!context) {
    return FONT_SIZE_PX * 0.6;
  }
  context.font = `${FONT_SIZE_PX}px ${family.trim() || 'sans-serif'}`;
  return context.measureText('0').width;
}

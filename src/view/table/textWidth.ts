/** Measures the texts of a grid. */

/** As in the style sheet. */
const fonts = { cell: { px: 13, weight: 400 }, header: { px: 12, weight: 600 } } as const;
/** The width of a letter, in its size, if the page cannot measure. */
const LETTER = 0.6;

/** @returns px of a text on one line. */
export type TextWidth = (text: string, place?: keyof typeof fonts) => number;

/** Measures in the editor's font. */
export function textWidth(): TextWidth {
  const family = getComputedStyle(document.documentElement).getPropertyValue(
    '--vscode-font-family',
  );
  const contextOf = ({ px, weight }: (typeof fonts)[keyof typeof fonts]) => {
    const context = document.createElement('canvas').getContext('2d');
    if (context) {
      context.font = `${weight} ${px}px ${family.trim() || 'sans-serif'}`;
    }
    return context;
  };
  const contexts = { cell: contextOf(fonts.cell), header: contextOf(fonts.header) };
  return (text, place = 'cell') =>
    contexts[place]?.measureText(text).width ?? text.length * fonts[place].px * LETTER;
}

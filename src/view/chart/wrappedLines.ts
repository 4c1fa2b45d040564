/** Breaks text into lines of a width, which SVG does not do. */

const ratioOfGuess = 0.6;

/** @returns The words of `text` in lines at most `width` px wide; a longer word has its own line. */
export function wrappedLines(text: string, width: number, font: string): string[] {
  const measure = measureOf(font);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function measureOf(font: string): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) {
    const size = Number.parseFloat(font);
    return text => text.length * size * ratioOfGuess;
  }
  context.font = font;
  return text => context.measureText(text).width;
}

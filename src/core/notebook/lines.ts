/** Lines of a text. A line ends with LF or CRLF; a lone CR is a character like any other. */

/** Offsets of a line: content is `[from, to)`, with its line ending `[from, next)`. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

/** @returns The lines of `text` from `start` on; none for what is after the last line ending if it is empty. */
export function linesOf(text: string, start = 0): Line[] {
  const lines: Line[] = [];
  let from = start;
  while (from < text.length) {
    const feed = text.indexOf('\n', from);
    if (feed < 0) {
      lines.push({ from, to: text.length, next: text.length });
      break;
    }
    const to = feed > from && text[feed - 1] === '\r' ? feed - 1 : feed;
    lines.push({ from, to, next: feed + 1 });
    from = feed + 1;
  }
  return lines;
}

/** The comments between tokens, which the tokenizer leaves out. */

export interface Comment {
  /** As written, without white space around it; a line comment without its line break. */
  readonly text: string;
  /** `--`: whatever follows it needs a new line. */
  readonly isLine: boolean;
  /** Whether a line break comes before it, counted from where the gap begins. */
  readonly onOwnLine: boolean;
}

const LINE_END = /[\n\r]/g;
const COMMENT = /--[^\n\r]*|\/\*/g;

/**
 * @param gap What is between two tokens: white space, comments, and perhaps semicolons.
 * @returns Its comments in order. Block comments nest; one that does not end runs to the end of the gap.
 */
export function commentsOf(gap: string): Comment[] {
  const comments: Comment[] = [];
  let broken = false;
  let at = 0;
  for (;;) {
    COMMENT.lastIndex = at;
    const match = COMMENT.exec(gap);
    if (!match) {
      return comments;
    }
    broken ||= gap.slice(at, match.index).includes('\n');
    const isLine = match[0].startsWith('--');
    const to = isLine ? match.index + match[0].length : blockAt(gap, match.index).to;
    const text = gap.slice(match.index, to);
    comments.push({ text: text.trimEnd(), isLine, onOwnLine: broken });
    broken ||= text.includes('\n');
    at = to;
  }
}

/**
 * Block comments nest, as in PostgreSQL.
 *
 * @returns Where the block comment that opens at `from` ends, which is the end of the text where it is not closed.
 */
export function blockAt(
  text: string,
  from: number,
): { readonly to: number; readonly isClosed: boolean } {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('/*', at)) {
      open++;
      at++;
    } else if (text.startsWith('*/', at)) {
      open--;
      at++;
      if (open === 0) {
        return { to: at + 1, isClosed: true };
      }
    }
  }
  return { to: text.length, isClosed: false };
}

/** @returns Where the line that holds `from` ends: at its line feed or carriage return, as for DuckDB, or at the text's end. */
export function lineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}

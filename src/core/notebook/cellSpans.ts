/** Where the cells of a notebook are in its file. */

import type { Span } from '../base/span';
import type { Notebook } from './notebook';

/**
 * @param notebook As it was read from a file.
 * @returns The span of each cell's text in the text of the file, byte order mark included.
 */
export function cellSpans({ frontMatter, cells, layout }: Notebook): Span[] {
  const { open = '', raw, close = '' } = frontMatter;
  const head = (layout?.byteOrderMark ? 1 : 0) + open.length + raw.length + close.length;
  let at = head + (layout?.leading.length ?? 0);
  return cells.map(cell => {
    const own = cell.layout;
    const from = at + (own?.leading?.length ?? 0) + (own?.open.length ?? 0);
    const to = from + cell.text.length;
    const outputs = own?.outputs;
    at = to + (own?.close.length ?? 0);
    if (outputs) {
      const { leading, open: opening, json, close: closing } = outputs;
      at += leading.length + opening.length + json.length + closing.length;
    }
    return { from, to };
  });
}

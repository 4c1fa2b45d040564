/** Marks where a searched text is, in what is drawn: ranges of the page, so that no element changes. */

const name = 'ms-found';
/** Marks in one page; more than a reader sees. */
const mostMarks = 2_000;

/**
 * @param sought The text that is searched for; empty: none.
 * @returns A function that stops it.
 */
export function markFound(root: HTMLElement, sought: () => string): () => void {
  let frame: number | undefined;
  const mark = (): void => {
    frame = undefined;
    const text = sought().toLowerCase();
    const ranges = text === '' ? [] : rangesOf(root, text);
    CSS.highlights.set(name, new Highlight(...ranges));
  };
  const soon = (): void => {
    frame ??= requestAnimationFrame(mark);
  };
  const observer = new MutationObserver(soon);
  observer.observe(root, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    if (frame !== undefined) {
      cancelAnimationFrame(frame);
    }
    CSS.highlights.delete(name);
  };
}

function rangesOf(root: HTMLElement, text: string): Range[] {
  const ranges: Range[] = [];
  for (const place of root.querySelectorAll(
    '.ms-row .ms-text, .ms-x-name, .ms-x-name > .ms-text',
  )) {
    const node = place.firstChild;
    if (node instanceof Text) {
      const shown = node.data.toLowerCase();
      // A letter may be longer in lower case: then places differ, and nothing is marked.
      const isSame = shown.length === node.data.length;
      for (
        let at = isSame ? shown.indexOf(text) : -1;
        at >= 0 && ranges.length < mostMarks;
        at = shown.indexOf(text, at + text.length)
      ) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

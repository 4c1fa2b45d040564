/** The text of a cell as HTML, with the colours of its parts. */

import { escapedMarkup } from '../base/escapedMarkup';
import { visibleText } from '../base/visibleText';
import { tokenize } from '../sql/tokens';

/** @returns HTML in which comments, literals and words in capitals, as the formatter writes keywords, have a class. */
export function queryHtml(text: string, language: string): string {
  if (language !== 'signals-sql') {
    return shown(text);
  }
  let html = '';
  let at = 0;
  for (const token of tokenize(text)) {
    html += between(text.slice(at, token.from));
    const written = text.slice(token.from, token.to);
    html += marked(written, classOf(token.kind, written));
    at = token.to;
  }
  return html + between(text.slice(at));
}

/** White space and comments. */
function between(text: string): string {
  return text.trim() === '' ? shown(text) : marked(text, 'comment');
}

function classOf(kind: string, written: string): string | null {
  switch (kind) {
    case 'string':
    case 'number':
      return 'literal';
    case 'word':
      return written.length > 1 && written === written.toUpperCase() ? 'keyword' : null;
    default:
      return null;
  }
}

function marked(text: string, name: string | null): string {
  return name === null ? shown(text) : `<span class="${name}">${shown(text)}</span>`;
}

function shown(text: string): string {
  return escapedMarkup(visibleText(text.replace(/\r\n?/g, '\n'), { lines: true }));
}

/** Text of others on a terminal: control, direction and invisible characters are shown, not obeyed. */

import { visibleText } from '../core/base/visibleText';

/** @returns `text` as `visibleText` writes it; line breaks stay only where `lines` says so. */
export function terminalText(text: string, lines = false): string {
  return visibleText(text, { lines });
}

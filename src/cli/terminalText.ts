/** Makes untrusted text safe for a terminal: control, direction and invisible characters are shown, not interpreted. */

import { visibleText } from '../core/base/visibleText';

/** @returns `text` as `visibleText` writes it; line breaks only stay if `lines` is true. */
export function terminalText(text: string, lines = false): string {
  return visibleText(text, { lines });
}

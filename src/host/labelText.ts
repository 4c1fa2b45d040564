/** Untrusted text in labels of lists and trees. */

import { visibleText } from '../core/base/visibleText';

/** Longer texts are cut off. */
const mostShown = 300;

/** @returns The text without invisible characters, bounded, and without icons: VS Code would draw one for `$(…)`. */
export function labelText(text: string): string {
  const shown = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  return visibleText(shown).replaceAll('$(', '$\u200b(');
}

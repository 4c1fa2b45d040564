/** Folded cells: the option `--| code-fold: true`, which is Quarto's. */

import type { Span } from '../base/span';
import { cellOptions, isOption, openingComments, optionOf, takesOptions } from './cellOptions';

export const foldOption = '--| code-fold: true';

export interface FoldEdit {
  readonly span: Span;
  readonly text: string;
}

/** @returns Whether the cell is to be shown with its code folded. Of several such options the last one counts. */
export function isFolded(language: string, text: string): boolean {
  const last = cellOptions(language, text).findLast(({ name }) => name === 'code-fold');
  return last !== undefined && /^true$/i.test(last.value);
}

/**
 * @returns The edit that sets or removes the option; null if nothing has to change. A new option comes after the
 * other options, or else after the comments that the cell begins with, so that the first line, which VS Code shows of a
 * folded cell, stays what it is.
 */
export function foldEdit(language: string, text: string, fold: boolean): FoldEdit | null {
  if (!takesOptions(language) || isFolded(language, text) === fold) {
    return null;
  }
  const { lines: spans, to } = openingComments(text);
  const lines = spans.map(span => text.slice(span.from, span.to));
  const others = lines.filter(line => !isFold(line));
  const own = lines.findIndex(isFold);
  const at = own < 0 ? others.findLastIndex(isOption) + 1 || others.length : own;
  const made = fold ? [...others.slice(0, at), foldOption, ...others.slice(at)] : others;
  const ending = /\r?\n/.exec(text)?.[0] ?? '\n';
  const isEnded = made.length > 0 && (to < text.length || to === 0 || text.endsWith('\n'));
  return { span: { from: 0, to }, text: made.join(ending) + (isEnded ? ending : '') };
}

function isFold(line: string): boolean {
  return optionOf(line, { from: 0, to: line.length })?.name === 'code-fold';
}

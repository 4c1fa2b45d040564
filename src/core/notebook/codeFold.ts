/**
 * Folded cells: `--| code-fold: true` among the comments that a cell begins with.
 *
 * The option is Quarto's. Quarto reads options in the first lines only; here other comments may be before and between
 * them, because VS Code shows the first line of a folded cell, and a sentence is more useful there than an option.
 *
 * Only SQL has comments to hold an option. A `vega-lite` cell is plain JSON, so its fold is not in the file.
 */

import type { Span } from '../base/span';
import { linesOf } from './lines';

export const foldOption = '--| code-fold: true';

export interface FoldEdit {
  readonly span: Span;
  readonly text: string;
}

/** The options of a cell end at the first line that is not a comment. */
const COMMENT = /^--/;
const OPTION = /^--[ \t]*\|/;
const FOLD = /^--[ \t]*\|[ \t]*code-fold[ \t]*:[ \t]*(.*?)[ \t]*(?:#.*)?$/;

/** @returns Whether a cell of that language can have options. */
export function takesOptions(language: string): boolean {
  return language === 'signals-sql';
}

/** @returns Whether the cell is to be shown with its code folded. Of several such options the last one counts. */
export function isFolded(language: string, text: string): boolean {
  const last = takesOptions(language) ? commentsOf(text).lines.findLast(isFold) : undefined;
  return last !== undefined && /^true$/i.test(FOLD.exec(last)?.[1] ?? '');
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
  const { lines, to } = commentsOf(text);
  const others = lines.filter(line => !isFold(line));
  const own = lines.findIndex(isFold);
  const at = own < 0 ? others.findLastIndex(isOption) + 1 || others.length : own;
  const made = fold ? [...others.slice(0, at), foldOption, ...others.slice(at)] : others;
  const ending = /\r?\n/.exec(text)?.[0] ?? '\n';
  const isEnded = made.length > 0 && (to < text.length || to === 0 || text.endsWith('\n'));
  return { span: { from: 0, to }, text: made.join(ending) + (isEnded ? ending : '') };
}

/** @returns The text without its options. */
export function withoutOptions(text: string): string {
  const { lines, to } = commentsOf(text);
  const others = lines.filter(line => !isOption(line));
  return [...others, text.slice(to)].join('\n');
}

/** @returns Whether an option can be written on the line that holds `offset`. */
export function isOptionLine(text: string, offset: number): boolean {
  return text.slice(0, offset).lastIndexOf('\n') < commentsOf(text).to;
}

/** The comments that a cell begins with, without their line endings, and where the line after them begins. */
function commentsOf(text: string): { readonly lines: readonly string[]; readonly to: number } {
  const all = linesOf(text);
  const after = all.findIndex(({ from, to }) => !COMMENT.test(text.slice(from, to)));
  const own = after < 0 ? all : all.slice(0, after);
  return { lines: own.map(({ from, to }) => text.slice(from, to)), to: own.at(-1)?.next ?? 0 };
}

function isOption(line: string): boolean {
  return OPTION.test(line);
}

function isFold(line: string): boolean {
  return FOLD.test(line);
}

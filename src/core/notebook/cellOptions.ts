/**
 * Options of a cell: lines such as `--| code-fold: true` among the comments that it begins with.
 *
 * The options are Quarto's. Quarto reads options in the first lines only; here other comments may be before and between
 * them, because VS Code shows the first line of a folded cell, and a sentence is more useful there than an option.
 *
 * Only SQL has comments to hold options. A `vega-lite` cell is plain JSON, so its fold is not in the file.
 */

import type { Span } from '../base/span';
import { linesOf } from './lines';

export interface CellOption {
  readonly name: string;
  /** The value that is not the standard. */
  readonly value: string;
  /** What the cell does with it, in a few words. */
  readonly detail: string;
  readonly documentation: string;
}

const fold = {
  name: 'code-fold',
  value: 'true',
  detail: 'opens with the code folded',
  documentation: 'The notebook opens with the code of this cell folded; its result is shown.',
};
const echo = {
  name: 'echo',
  value: 'false',
  detail: 'leaves the query out of pages',
  documentation: 'A page made of the notebook has the result of this cell, without its query.',
};
const column = {
  name: 'column',
  value: 'half',
  detail: 'takes half of the width of pages',
  documentation:
    'A page made of the notebook, where it is wide enough, shows this cell beside the next one of half the width.',
};

export const cellOptions: readonly CellOption[] = [fold, echo, column];

/** How a page shows a cell. */
export interface CellLayout {
  readonly isHalf: boolean;
  readonly showsCode: boolean;
}

export interface FoldEdit {
  readonly span: Span;
  readonly text: string;
}

/** The options of a cell end at the first line that is not a comment. */
const COMMENT = /^--/;
const OPTION = /^--[ \t]*\|[ \t]*([\w-]*)(?:[ \t]*:[ \t]*(.*?)[ \t]*(?:#.*)?$)?/;

/** @returns The line that sets the option. */
export function optionLine({ name, value }: CellOption): string {
  return `--| ${name}: ${value}`;
}

/** @returns Whether a cell of that language can have options. */
export function takesOptions(language: string): boolean {
  return language === 'signals-sql';
}

/** @returns Whether the option has this value. Of several such lines the last one counts. */
export function isSet({ name, value }: CellOption, language: string, text: string): boolean {
  const lines = takesOptions(language) ? commentsOf(text).lines : [];
  const last = lines.findLast(line => nameOf(line) === name);
  return last !== undefined && OPTION.exec(last)?.[2]?.toLowerCase() === value;
}

/** @returns Whether the cell is to be shown with its code folded. */
export function isFolded(language: string, text: string): boolean {
  return isSet(fold, language, text);
}

export function cellLayout(language: string, text: string): CellLayout {
  return { isHalf: isSet(column, language, text), showsCode: !isSet(echo, language, text) };
}

/**
 * @returns The edit that sets or removes the option; null if nothing has to change. A new option comes after the
 * other options, or else after the comments that the cell begins with, so that the first line, which VS Code shows of a
 * folded cell, stays what it is.
 */
export function foldEdit(language: string, text: string, folds: boolean): FoldEdit | null {
  if (!takesOptions(language) || isFolded(language, text) === folds) {
    return null;
  }
  const { lines, to } = commentsOf(text);
  const others = lines.filter(line => !isFold(line));
  const own = lines.findIndex(isFold);
  const at = own < 0 ? others.findLastIndex(isOption) + 1 || others.length : own;
  const made = folds ? [...others.slice(0, at), optionLine(fold), ...others.slice(at)] : others;
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

function nameOf(line: string): string | undefined {
  return OPTION.exec(line)?.[1];
}

function isFold(line: string): boolean {
  return nameOf(line) === fold.name && OPTION.exec(line)?.[2] !== undefined;
}

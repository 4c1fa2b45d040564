/**
 * Options of a cell: `--| name: value` among the comments that it begins with.
 *
 * The form is Quarto's. Quarto reads options in the first lines only; here other comments may be before and between
 * them, because VS Code shows the first line of a folded cell, and a sentence is more useful there than an option.
 *
 * Only SQL has comments to hold an option: a `vega-lite` cell is plain JSON.
 */

import type { Span } from '../base/span';
import { linesOf } from './lines';

export interface CellOption {
  /** In lower case. */
  readonly name: string;
  /** Without the space around it and a comment after it. */
  readonly value: string;
  /** Of its line, without the line ending. */
  readonly span: Span;
}

/** The options of a cell end at the first line that is not a comment. */
const COMMENT = /^--/;
const OPTION = /^--[ \t]*\|/;
const NAMED = /^--[ \t]*\|[ \t]*([\w-]+)[ \t]*:[ \t]*(.*?)[ \t]*(?:(?<=[ \t])#.*)?$/;

/** @returns Whether a cell of that language can have options. */
export function takesOptions(language: string): boolean {
  return language === 'signals-sql';
}

/** @returns The options in the order of the text. */
export function cellOptions(language: string, text: string): CellOption[] {
  return takesOptions(language)
    ? openingComments(text).lines.flatMap(({ from, to }) => optionOf(text, { from, to }) ?? [])
    : [];
}

/** @returns The option on a line; null if there is none. */
export function optionOf(text: string, span: Span): CellOption | null {
  const [, name, value] = NAMED.exec(text.slice(span.from, span.to)) ?? [];
  return name === undefined || value === undefined
    ? null
    : { name: name.toLowerCase(), value, span };
}

/** @returns Whether the line is an option, of whatever name. */
export function isOption(line: string): boolean {
  return OPTION.test(line);
}

/** @returns The text without its options. */
export function withoutOptions(text: string): string {
  const { lines, to } = openingComments(text);
  const others = lines.map(line => text.slice(line.from, line.to)).filter(line => !isOption(line));
  return [...others, text.slice(to)].join('\n');
}

/** @returns Whether an option can be written on the line that holds `offset`. */
export function isOptionLine(text: string, offset: number): boolean {
  return text.slice(0, offset).lastIndexOf('\n') < openingComments(text).to;
}

/** @returns The lines of comments that a cell begins with, and where the line after them begins. */
export function openingComments(text: string): {
  readonly lines: readonly Span[];
  readonly to: number;
} {
  const all = linesOf(text);
  const after = all.findIndex(({ from, to }) => !COMMENT.test(text.slice(from, to)));
  const own = after < 0 ? all : all.slice(0, after);
  return { lines: own, to: own.at(-1)?.next ?? 0 };
}

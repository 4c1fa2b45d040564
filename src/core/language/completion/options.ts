/** Completions of the options at the beginning of a cell. */

import { cellOptions, isOptionLine, isSet, optionLine } from '../../notebook/cellOptions';
import { placed, type CompletionItem, type Offer } from './item';

/** The typed part of an option's line: nothing, a part of its name, or the comment with a part of it. */
const BEGUN = /^(?:--[ \t]*\|?[ \t]*)?([\w-]*)$/;

/** @returns The options of cells that can be written at `offset` and are not set yet. */
export function optionOffers(text: string, offset: number): Offer[] {
  const before = text.slice(0, offset);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = text.slice(offset);
  const word = BEGUN.exec(line)?.[1]?.toLowerCase();
  const isLast = /^[ \t]*(?:\r?\n|$)/.test(rest);
  if (word === undefined || !isLast || !isOptionLine(text, offset)) {
    return [];
  }
  return cellOptions
    .filter(option => isBegun(option.name, word) && !isSet(option, 'signals-sql', text))
    .map(option => ({
      label: option.name,
      kind: 'setting',
      detail: option.detail,
      documentation: option.documentation,
      insert: rest === '' ? `${optionLine(option)}\n` : optionLine(option),
      filter: line.startsWith('-') ? optionLine(option) : option.name,
      span: { from: offset - line.length, to: offset },
    }));
}

/** `fold` begins a part of `code-fold`. */
function isBegun(name: string, word: string): boolean {
  return name.startsWith(word) || name.split('-').at(-1)?.startsWith(word) === true;
}

/** @returns The same in a comment, where nothing else is offered. */
export function optionItems(text: string, offset: number): CompletionItem[] {
  const span = { from: offset, to: offset };
  return placed([optionOffers(text, offset)], { span, quote: null, isClosed: true });
}

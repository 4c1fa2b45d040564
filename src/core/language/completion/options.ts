/** Completions of the options at the beginning of a cell. */

import { isOptionLine } from '../../notebook/cellOptions';
import { foldOption, isFolded } from '../../notebook/codeFold';
import { placed, type CompletionItem, type Offer } from './item';

/** The typed part of an option's line: nothing, a part of its name, or the comment with a part of it. */
const BEGUN = /^(?:--[ \t]*\|?[ \t]*)?([\w-]*)$/;

/** @returns The option that folds the cell, where it can be written at `offset` and is not there yet. */
export function optionOffers(text: string, offset: number): Offer[] {
  const before = text.slice(0, offset);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = text.slice(offset);
  const word = BEGUN.exec(line)?.[1]?.toLowerCase();
  const isBegun = word !== undefined && ['code-fold', 'fold'].some(name => name.startsWith(word));
  const isLast = /^[ \t]*(?:\r?\n|$)/.test(rest);
  if (!isBegun || !isLast || !isOptionLine(text, offset) || isFolded('signals-sql', text)) {
    return [];
  }
  return [
    {
      label: 'code-fold',
      kind: 'setting',
      detail: 'opens with the code folded',
      documentation: 'The notebook opens with the code of this cell folded; its result is shown.',
      insert: rest === '' ? `${foldOption}\n` : foldOption,
      filter: line.startsWith('-') ? foldOption : 'code-fold',
      span: { from: offset - line.length, to: offset },
    },
  ];
}

/** @returns The same in a comment, where nothing else is offered. */
export function optionItems(text: string, offset: number): CompletionItem[] {
  const span = { from: offset, to: offset };
  return placed([optionOffers(text, offset)], { span, quote: null, isClosed: true });
}

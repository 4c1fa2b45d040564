/** Completions of the options at the beginning of a cell. */

import { cellOptions, isOptionLine } from '../../notebook/cellOptions';
import { foldOption } from '../../notebook/codeFold';
import { knownOptions } from '../cellOptions';
import { placed, type CompletionItem, type Offer } from './item';

/** The typed part of an option's line: nothing, a part of its name, or the comment with a part of it. */
const BEGUN = /^(?:--[ \t]*\|?[ \t]*)?([\w-]*)$/;

/** What is written for an option; a name that its author chooses is left to type. */
const inserts: Readonly<Record<string, string>> = {
  'code-fold': foldOption,
  echo: '--| echo: false',
  column: '--| column: half',
};

/** @returns The options that can be written at `offset` and are not there yet. */
export function optionOffers(text: string, offset: number): Offer[] {
  const before = text.slice(0, offset);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = text.slice(offset);
  const word = BEGUN.exec(line)?.[1]?.toLowerCase();
  const isLast = /^[ \t]*(?:\r?\n|$)/.test(rest);
  if (word === undefined || !isLast || !isOptionLine(text, offset)) {
    return [];
  }
  const span = { from: offset - line.length, to: offset };
  const written = cellOptions('signals-sql', text);
  return knownOptions.flatMap(({ name, detail, doc, takes }) => {
    const isBegun = name
      .split('-')
      .some((_, at, parts) => parts.slice(at).join('-').startsWith(word));
    const isThere = written.some(option => option.name === name && takes(option.value));
    const insert = inserts[name] ?? `--| ${name}: `;
    const isWhole = rest === '' && !insert.endsWith(' ');
    return isBegun && !isThere
      ? [
          {
            ...({
              label: name,
              kind: 'setting',
              detail: detail(),
              documentation: doc,
              span,
            } as const),
            insert: isWhole ? `${insert}\n` : insert,
            filter: line.startsWith('-') ? insert.trimEnd() : name,
          },
        ]
      : [];
  });
}

/** @returns The same in a comment, where nothing else is offered. */
export function optionItems(text: string, offset: number): CompletionItem[] {
  const span = { from: offset, to: offset };
  return placed([optionOffers(text, offset)], { span, quote: null, isClosed: true });
}

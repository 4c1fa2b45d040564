/** Which problems of a cell wait while its author types. */

import type { Span } from '../base/span';
import { namePart } from '../sql/tokens';
import type { Problem } from './problems';

/** Typing pauses when this long nothing was typed, ms. */
export const typingPauseMs = 1000;

const wordBefore = new RegExp(`${namePart}*$`, 'u');
const wordAfter = new RegExp(`^${namePart}*`, 'u');

/** @returns The word that `offset` is in, or at an end of; empty where there is none. */
export function wordAt(text: string, offset: number): Span {
  const before = wordBefore.exec(text.slice(0, offset))?.[0] ?? '';
  const after = wordAfter.exec(text.slice(offset))?.[0] ?? '';
  return { from: offset - before.length, to: offset + after.length };
}

/** @returns The problems without those that an editor would show under the word: it shows an empty span under its word. */
export function problemsBeside(problems: readonly Problem[], word: Span): readonly Problem[] {
  return problems.filter(({ span: { from, to } }) => {
    const isUnder =
      from === to ? word.from <= from && to <= word.to : from < word.to && word.from < to;
    return word.from === word.to || !isUnder;
  });
}

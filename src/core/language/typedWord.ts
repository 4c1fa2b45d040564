/** Which problems of a cell wait while its author types. */

import { isRecord } from '../base/json';
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

/** @returns Whether `offset` is between two quotes that hold nothing yet. */
export function isInEmptyQuotes(text: string, offset: number): boolean {
  const before = text.slice(0, offset).split("'").length - 1;
  return text.charAt(offset - 1) === "'" && text.charAt(offset) === "'" && before % 2 === 1;
}

/** Where somebody types, and whether that pauses. */
export interface Typed {
  readonly text: string;
  readonly offset: number;
  readonly isPaused: boolean;
}

/**
 * @returns The problems without those of the place that is typed at: until typing pauses, those that an editor would show
 *   under its word; until the cursor leaves, that something is missing there or between empty quotes.
 */
export function problemsBeside(problems: readonly Problem[], typed: Typed): readonly Problem[] {
  const { text, offset, isPaused } = typed;
  const word = wordAt(text, offset);
  const quotes = { from: offset - 1, to: offset + 1 };
  const isEmpty = isInEmptyQuotes(text, offset);
  return problems.filter(
    problem =>
      !isMissing(problem, typed) &&
      (isPaused || !isUnder(problem, word)) &&
      !(isEmpty && isUnder(problem, quotes)),
  );
}

/** An editor shows an empty span under its word. */
function isUnder({ span: { from, to } }: Problem, word: Span): boolean {
  const isThere =
    from === to ? word.from <= from && to <= word.to : from < word.to && word.from < to;
  return word.from < word.to && isThere;
}

/** Whether the statement ends too early, as `FROM` without a table, and goes on at the cursor, behind which the line is empty. */
function isMissing({ code, data, span }: Problem, { text, offset }: Typed): boolean {
  return (
    code === 'syntax' &&
    isRecord(data) &&
    data['isUnfinished'] === true &&
    span.to <= offset &&
    text.slice(span.to, offset).trim() === '' &&
    /^[^\S\n]*(;|\n|$)/.test(text.slice(offset))
  );
}

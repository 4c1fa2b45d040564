/** Delays problems at the cursor while the user types. */

import { isRecord } from '../base/json';
import type { Span } from '../base/span';
import { namePart } from '../sql/tokens';
import { clauseWords } from '../visualise/clauseWords';
import type { Problem } from './problems';

/** Typing pauses when this long nothing was typed, ms. */
export const typingPauseMs = 1000;

const wordBefore = new RegExp(`${namePart}*$`, 'u');
const wordAfter = new RegExp(`^${namePart}*`, 'u');

/** @returns The word that `offset` is in, or at an end of; empty if there is none. */
export function wordAt(text: string, offset: number): Span {
  const before = wordBefore.exec(text.slice(0, offset))?.[0] ?? '';
  const after = wordAfter.exec(text.slice(offset))?.[0] ?? '';
  return { from: offset - before.length, to: offset + after.length };
}

/** @returns Whether `offset` is between two quotes or brackets that hold nothing yet: an editor writes both at once. */
export function isInEmptyPair(text: string, offset: number): boolean {
  const pair = text.slice(Math.max(0, offset - 1), offset + 1);
  const before = text.slice(0, offset).split("'").length - 1;
  return pair === '()' || (pair === "''" && before % 2 === 1);
}

/** The position of typing, and whether it pauses. */
export interface Typed {
  readonly text: string;
  readonly offset: number;
  readonly isPaused: boolean;
}

/**
 * @returns The problems without those of what is being typed: what an editor would show under the word at the cursor waits
 *   until typing pauses; what is not there yet, between quotes or brackets or after the last word, until the cursor leaves.
 */
export function problemsBeside(problems: readonly Problem[], typed: Typed): readonly Problem[] {
  const { text, offset, isPaused } = typed;
  const isEmpty = isInEmptyPair(text, offset);
  const place = isEmpty ? { from: offset - 1, to: offset + 1 } : wordAt(text, offset);
  return problems.filter(
    problem =>
      !((isEmpty || !isPaused) && isUnder(problem, place)) &&
      !(lacksNext(problem) && isNext(problem.span, typed)),
  );
}

/** An editor shows an empty span under its word. */
function isUnder({ span: { from, to } }: Problem, word: Span): boolean {
  const isThere =
    from === to ? word.from <= from && to <= word.to : from < word.to && word.from < to;
  return word.from < word.to && isThere;
}

/** Whether something has to follow where the problem is: `FROM` without a table, `DRAW` without a layer, a call without its entities. */
function lacksNext({ code, data }: Problem): boolean {
  if (!isRecord(data)) {
    return false;
  }
  const { problem } = data;
  const facts = isRecord(problem) && isRecord(problem['data']) ? problem['data'] : {};
  return (
    (code === 'syntax' && data['isUnfinished'] === true) ||
    (code === 'chart.expected' && isNextClause(facts['found'])) ||
    ['argument.missingEntities', 'noValue'].includes(code)
  );
}

/** Whether a clause of VISUALISE, or nothing, is found where something else was expected. */
function isNextClause(found: unknown): boolean {
  return found === '' || clauseWords.some(word => word === String(found).toUpperCase());
}

/** Whether what follows is typed at the cursor: after it the line is empty, or the bracket closes. */
function isNext({ to }: Span, { text, offset }: Typed): boolean {
  return (
    to <= offset &&
    /^\s*(\(|:=)?\s*$/.test(text.slice(to, offset)) &&
    /^[^\S\n]*([;)]|\n|$)/.test(text.slice(offset))
  );
}

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
  return ['()', '[]', '{}'].includes(pair) || (pair === "''" && before % 2 === 1);
}

/** The position of typing, and whether it pauses. */
export interface Typed {
  readonly text: string;
  readonly offset: number;
  readonly isPaused: boolean;
}

/**
 * @returns The problems without those of what is being typed. A problem of the word at the cursor waits until typing
 * pauses. A problem of what is not there yet waits until the cursor leaves: between quotes or brackets, before the word
 * that DuckDB did not expect, after the last word.
 */
export function problemsBeside(problems: readonly Problem[], typed: Typed): readonly Problem[] {
  const { text, offset, isPaused } = typed;
  const isEmpty = isInEmptyPair(text, offset);
  // A call without arguments is not the one that is meant.
  const place = isEmpty
    ? { from: wordAt(text, offset - 1).from, to: offset + 1 }
    : wordAt(text, offset);
  return problems.filter(
    problem =>
      !((isEmpty || !isPaused) && isUnder(problem, place)) &&
      !(lacksNext(problem) && isNext(problem.span, typed)) &&
      !isBeforeUnexpected(problem, typed) &&
      !(lacksRest(problem) && isAtEnd(problem.span, typed)),
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

/** Whether DuckDB did not expect the word after the cursor, or the one after that, as in `SELECT a AS | FROM t`. */
function isBeforeUnexpected({ code, span }: Problem, { text, offset }: Typed): boolean {
  const between = text.slice(offset, span.from);
  return code === 'syntax' && span.from >= offset && /^\s*(\w+\s+)?$/.test(between);
}

/** Whether the rest of the statement can mend it: the layers of `VISUALISE`, the tables of a SELECT without FROM. */
function lacksRest({ code, data }: Problem): boolean {
  const known = isRecord(data) ? data['known'] : undefined;
  const isWithoutFrom = Array.isArray(known) && known.length === 0;
  return code === 'chart.noLayer' || (code === 'unknownColumn' && isWithoutFrom);
}

/** Whether the cursor is at the end of the statement that has the problem. */
function isAtEnd({ to }: Span, { text, offset }: Typed): boolean {
  return (
    to <= offset && !text.slice(to, offset).includes(';') && /^\s*(;|$)/.test(text.slice(offset))
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

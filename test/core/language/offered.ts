/** Tables of checks of what completion offers; `|` is the cursor. */

import assert from 'node:assert/strict';
import { completeCell } from '../../../src/core/language/completion/completeCell';
import type { CompletionItem } from '../../../src/core/language/completion/item';
import { atCursor, factsOf } from './assisted';

/** What is offered at `|`. */
export function offered(
  marked: string,
  nextWords: readonly string[] | null = null,
): CompletionItem[] {
  const { text, offset } = atCursor(marked);
  return completeCell(factsOf(text), offset, nextWords);
}

/** The labels that are offered begin with those expected, in this order. */
export function first(marked: string, ...expected: string[]): void {
  const labels = offered(marked).map(({ label }) => label);
  assert.deepEqual(labels.slice(0, expected.length), expected, marked);
}

/** Exactly these labels are offered. */
export function only(marked: string, ...expected: string[]): void {
  const labels = offered(marked).map(({ label }) => label);
  assert.deepEqual(labels, expected, marked);
}

/** These labels are offered, and those behind a `-` are not. */
export function among(marked: string, ...expected: string[]): void {
  const labels = new Set(offered(marked).map(({ label }) => label));
  for (const label of expected) {
    const isWanted = !label.startsWith('-');
    assert.equal(labels.has(label.replace(/^-/, '')), isWanted, `${marked} and ${label}`);
  }
}

/** The text after the item of that label is taken, tab stops as `$1`. */
export function taken(marked: string, label: string, expected: string): void {
  const { text } = atCursor(marked);
  const item = offered(marked).find(each => each.label === label);
  assert.ok(item, `${label} in ${marked}`);
  const { from, to } = item.span;
  assert.equal(text.slice(0, from) + item.insert + text.slice(to), expected, marked);
}

/** Nothing is offered. */
export function nothing(marked: string): void {
  only(marked);
}

/** A `vega-lite` cell in a uniform layout: only the space between its tokens changes. */

import { format } from 'jsonc-parser';
import type { Json } from '../base/json';
import { nestsTooDeep } from '../base/nesting';
import type { Span } from '../base/span';
import type { TextEdit } from '../visualise/formatCell';
import { legibleJson } from '../visualise/legibleJson';

/**
 * @param range Lays out the lines that it touches; null: the whole cell, as *Edit as Vega-Lite* writes one.
 * @param tabSize Columns of an indentation, at least 1.
 * @returns Edits; formatting the result again returns none. A cell that is not valid JSON is laid out as far as it can
 * be parsed.
 */
export function formatSpecification(text: string, range: Span | null, tabSize: number): TextEdit[] {
  if (nestsTooDeep(text)) {
    return [];
  }
  const made = range === null ? wholeCell(text, tabSize) : null;
  if (made !== null) {
    return made === text ? [] : [{ span: { from: 0, to: text.length }, text: made }];
  }
  const lines = range && linesOf(text, range);
  const options = { tabSize, insertSpaces: true, eol: '\n' };
  return format(text, lines ?? undefined, options).map(({ offset, length, content }) => ({
    span: { from: offset, to: offset + length },
    text: content,
  }));
}

function linesOf(text: string, { from, to }: Span): { offset: number; length: number } {
  const offset = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  return { offset, length: (end < 0 ? text.length : end) - offset };
}

/** Null if rewriting the value would change a token: the form of a number, a duplicate key. */
function wholeCell(text: string, tabSize: number): string | null {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return null;
  }
  const made = legibleJson(value, ' '.repeat(tabSize));
  return dense(made) === dense(text) ? made : null;
}

/** JSON without the space between its tokens. */
function dense(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

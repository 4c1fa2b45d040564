/**
 * Fences of the `.signals` file.
 *
 * Fences are CommonMark's. A fence that starts in the first column and has only a known name in braces is a cell, or
 * the outputs of one; every other fence is part of the prose around it.
 */

/** An opening line: its fence, and the name in braces if it is a known one. */
export interface FenceOpening {
  readonly fence: string;
  readonly name: FenceName | null;
}

export type FenceName = 'sql' | 'vega-lite' | 'markdown' | 'output';

const OPENING = /^( {0,3})(?:(`{3,})([^`]*)|(~{3,})(.*))$/s;
const NAMED = /^\{(sql|vega-lite|markdown|output)\}[ \t]*$/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
const RUN_AT_LINE_START = /^ {0,3}(`{3,})/;

/** @returns The fence that the line opens, or `undefined` if it opens none. */
export function fenceOpening(line: string): FenceOpening | undefined {
  const match = OPENING.exec(line);
  const fence = match?.[2] ?? match?.[4];
  if (!match || fence === undefined) {
    return undefined;
  }
  const name = match[1] === '' ? NAMED.exec(match[3] ?? match[5] ?? '')?.[1] : undefined;
  return { fence, name: (name as FenceName | undefined) ?? null };
}

/** @returns Whether the line closes what `fence` opened: the same character, at least as often. */
export function closesFence(line: string, fence: string): boolean {
  return CLOSING.exec(line)?.[1]?.startsWith(fence) ?? false;
}

/** @returns The shortest fence of backticks, three or more, that no line of `text` closes. */
export function fenceAround(text: string): string {
  let longest = 2;
  for (const line of text.split('\n')) {
    longest = Math.max(longest, RUN_AT_LINE_START.exec(line)?.[1]?.length ?? 0);
  }
  return '`'.repeat(longest + 1);
}

/**
 * Finds the front matter of a file without a YAML parser, so that opening a notebook needs none.
 */

import { linesOf } from './lines';
import type { FrontMatter } from './notebook';

const OPENS = /^---[ \t]*$/;
const CLOSES = /^(?:---|\.\.\.)[ \t]*$/;
const KEY =
  /^(?:[^\s#'"{}[\],&*!|>%@`:-][^:\r\n]*|"[^"\r\n]*"[ \t]*|'[^'\r\n]*'[ \t]*):(?:[ \t]|$)/m;
const VERSION =
  /^(?:signals|"signals"|'signals')[ \t]*:[ \t]*["']?(\d+(?:\.\d+)?)["']?[ \t]*(?:#.*)?$/m;

/** The version of the `.signals` format that this code reads and writes: the front matter's key `signals`. */
export const formatVersion = 1;

/** The front matter of `text` from `start` on, and where the rest begins. */
export interface FrontMatterBlock {
  readonly frontMatter: FrontMatter;
  readonly end: number;
}

/**
 * Finds the front matter: a first line `---`, later a line `---` or `...`, and a key between them. Without a
 * key the lines are thematic breaks of the prose.
 */
export function frontMatterBlock(text: string, start: number): FrontMatterBlock {
  const none = { frontMatter: { raw: '' }, end: start };
  const feed = text.indexOf('\n', start);
  if (feed < 0 || !OPENS.test(withoutReturn(text.slice(start, feed)))) {
    return none;
  }
  const close = linesOf(text, feed + 1).find(line => CLOSES.test(text.slice(line.from, line.to)));
  if (!close) {
    return none;
  }
  const raw = text.slice(feed + 1, close.from);
  if (!KEY.test(raw)) {
    return none;
  }
  const frontMatter = {
    raw,
    open: text.slice(start, feed + 1),
    close: text.slice(close.from, close.next),
  };
  return { frontMatter, end: close.next };
}

/** @returns The format version that the front matter states, or null. */
export function statedVersion(raw: string): number | null {
  const version = VERSION.exec(raw)?.[1];
  return version === undefined ? null : Number(version);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

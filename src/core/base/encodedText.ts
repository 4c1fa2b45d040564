/**
 * Finding a text in another that may hold it encoded: escaped as in addresses, JSON or HTML, or in base64.
 *
 * No regular expression is made of the text that is looked for: an error about one would quote it.
 */

import type { Span } from './span';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Shorter ones would be found in words that have nothing to do with the text. */
const FEWEST_CHARACTERS = 5;

/** How a text looks in base64. */
export interface Base64Form {
  /** The characters that hold a part of the text and of nothing else. */
  readonly text: string;
  /** Whether the character before, and the one behind, hold a part of it too. */
  readonly before: boolean;
  readonly behind: boolean;
}

/**
 * A character of base64 is six bits, so a text has three forms, by the place in the encoded bytes where it begins.
 *
 * @param ascii ASCII.
 * @returns The forms that are long enough to be told from other text.
 */
export function base64Forms(ascii: string): Base64Form[] {
  return [0, 1, 2]
    .map(bytesBefore => formAfter(bytesBefore, ascii))
    .filter(({ text }) => text.length >= FEWEST_CHARACTERS);
}

/** @returns `text` with `mark` in the place of every `secret`, which is ASCII, in whatever form. */
export function withoutEncoded(text: string, secret: string, mark: string): string {
  const plain = replaced(
    text.replaceAll(secret, mark),
    spansOf(secret, char => char),
    mark,
  );
  return base64Forms(secret).reduce((rest, form) => {
    const cores = spansOf(form.text, standardCharacter);
    return replaced(rest, within => cores(within).map(span => widened(within, span, form)), mark);
  }, plain);
}

function formAfter(bytesBefore: number, ascii: string): Base64Form {
  const bits = [...'\0'.repeat(bytesBefore), ...ascii]
    .map(character => character.charCodeAt(0).toString(2).padStart(8, '0'))
    .join('');
  const from = Math.ceil((8 * bytesBefore) / 6);
  const to = Math.floor(bits.length / 6);
  const characters = Array.from({ length: Math.max(0, to - from) }, (_, at) =>
    ALPHABET.charAt(parseInt(bits.slice(6 * (from + at), 6 * (from + at + 1)), 2)),
  );
  return { text: characters.join(''), before: bytesBefore > 0, behind: bits.length % 6 > 0 };
}

/** Base64url has two other characters. */
function standardCharacter(character: string): string {
  return character === '-' ? '+' : character === '_' ? '/' : character;
}

/** @returns Finds `sought`, of which every character may be escaped; `same` makes characters equal that count as one. */
function spansOf(
  sought: string,
  same: (character: string) => string,
): (text: string) => readonly Span[] {
  return text => {
    const spans: Span[] = [];
    for (let from = 0; from < text.length; from++) {
      const to = endOf(text, from, sought, same);
      if (to !== undefined) {
        spans.push({ from, to });
        from = to - 1;
      }
    }
    return spans;
  };
}

function endOf(
  text: string,
  from: number,
  sought: string,
  same: (character: string) => string,
): number | undefined {
  let at = from;
  for (const character of sought) {
    const escaped = escapedAt(text, at);
    if (escaped && same(escaped.character) === character) {
      at += escaped.length;
    } else if (at < text.length && same(text.charAt(at)) === character) {
      at++;
    } else {
      return undefined;
    }
  }
  return at;
}

const ESCAPED =
  /%([0-9a-f]{2})|\\u00([0-9a-f]{2})|\\(["'\\/])|&#x0{0,6}([0-9a-f]{2});|&#0{0,6}(\d{2,3});|&(amp|lt|gt|quot|apos);/iy;
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** @returns The one character that the text at `at` is the escaped form of, and how long that form is. */
function escapedAt(text: string, at: number): { character: string; length: number } | undefined {
  if (!'%\\&'.includes(text.charAt(at))) {
    return undefined;
  }
  ESCAPED.lastIndex = at;
  const match = ESCAPED.exec(text);
  if (!match) {
    return undefined;
  }
  const [{ length }, percent, json, itself, hex, decimal, name] = match;
  const digits = percent ?? json ?? hex;
  const code = digits === undefined ? Number(decimal) : parseInt(digits, 16);
  const character = itself ?? (name === undefined ? String.fromCharCode(code) : named[name]);
  return { character: character ?? '', length };
}

/** With the characters at its ends that hold a part of it, and the padding. */
function widened(text: string, { from, to }: Span, { before, behind }: Base64Form): Span {
  const isBase64 = (at: number): boolean => /^[A-Za-z0-9+/_-]$/.test(text.charAt(at));
  const start = before && isBase64(from - 1) ? from - 1 : from;
  const end = behind && isBase64(to) ? to + 1 : to;
  const padding = /^(?:=|%3d){0,2}/i.exec(text.slice(end, end + 6))?.[0].length ?? 0;
  return { from: start, to: end + padding };
}

function replaced(text: string, spansIn: (text: string) => readonly Span[], mark: string): string {
  let kept = '';
  let at = 0;
  for (const { from, to } of spansIn(text)) {
    kept += text.slice(at, Math.max(at, from)) + mark;
    at = to;
  }
  return kept + text.slice(at);
}

/**
 * Finding a text in another that may hold it encoded: escaped as in addresses, JSON or HTML, also more than once, in
 * base64 or in hexadecimal.
 *
 * The text that is searched for never becomes a regular expression: an error about one would quote it.
 */

import type { Span } from './span';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Shorter forms would match unrelated words. */
const FEWEST_CHARACTERS = 5;

/** How a text looks in base64. */
export interface Base64Form {
  /** The characters that encode only bytes of the text. */
  readonly text: string;
  /** Whether the character before, or the one after, also encodes a part of it. */
  readonly before: boolean;
  readonly after: boolean;
}

/**
 * A base64 character encodes six bits, so a text has three forms, depending on its offset in the encoded bytes.
 *
 * @param ascii ASCII.
 * @returns The forms that are long enough to be distinguished from other text.
 */
export function base64Forms(ascii: string): Base64Form[] {
  return [0, 1, 2]
    .map(bytesBefore => formAfter(bytesBefore, ascii))
    .filter(({ text }) => text.length >= FEWEST_CHARACTERS);
}

/**
 * Reads `text` once per form, so the time is linear in its length.
 *
 * @param secret ASCII.
 * @returns `text` with every `secret`, in any form, replaced by `mark`.
 */
export function withoutEncoded(text: string, secret: string, mark: string): string {
  // Text that was unescaped once too often is searched too: the secret can contain what looks like an escape.
  const plain = [
    secret,
    ...layersOf(secret)
      .map(layer => layer.text)
      .filter(each => each.length >= FEWEST_CHARACTERS),
  ];
  const hex = [...secret].map(character => hexOf(character.charCodeAt(0))).join('');
  const base64 = base64Forms(secret);
  const spans = layersOf(text).flatMap(layer => [
    ...[...new Set(plain)].flatMap(sought => spansIn(layer, sought)),
    ...(hex.length < FEWEST_CHARACTERS ? [] : spansIn(hexLayer(layer), hex)),
    ...base64Spans(base64Layer(layer), base64),
  ]);
  return replaced(text, spans, mark);
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
  return { text: characters.join(''), before: bytesBefore > 0, after: bits.length % 6 > 0 };
}

/** A text decoded from another, with the span of each of its characters in the original. */
interface Layer {
  readonly text: string;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** How many levels of escapes are resolved, as for a value in an address in JSON in JSON. */
const MOST_ESCAPES = 4;

const ESCAPED =
  /%([0-9a-f]{2})|\\(?:u00|x)([0-9a-f]{2})|\\(["'\\/nrt])|&#x0{0,6}([0-9a-f]{2});|&#0{0,6}(\d{2,3});|&(amp|lt|gt|quot|apos);/gi;
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ n: '\n', r: '\r', t: '\t' },
};

/** @returns The text as it is, then with its escapes resolved once, twice and so on, while there are any. */
function layersOf(text: string): Layer[] {
  const places = new Uint32Array(text.length).map((_, at) => at);
  const layers: Layer[] = [{ text, from: places, to: places.map(at => at + 1) }];
  for (let last = layers[0]; last && layers.length <= MOST_ESCAPES; last = layers.at(-1)) {
    const next = rewritten(last, ESCAPED, unescaped);
    if (next.text.length === last.text.length) {
      break;
    }
    layers.push(next);
  }
  return layers;
}

function unescaped(match: RegExpExecArray): string {
  const [, percent, json, letter, hex, decimal, name] = match;
  const digits = percent ?? json ?? hex;
  if (digits !== undefined) {
    return String.fromCharCode(parseInt(digits, 16));
  }
  if (decimal !== undefined) {
    return String.fromCharCode(Number(decimal));
  }
  const word = (letter ?? name ?? '').toLowerCase();
  return named[word] ?? word;
}

/** @param write Returns one character for each match, or none. */
function rewritten(
  layer: Layer,
  pattern: RegExp,
  write: (match: RegExpExecArray) => string,
): Layer {
  const parts: string[] = [];
  const from = new Uint32Array(layer.text.length);
  const to = new Uint32Array(layer.text.length);
  let length = 0;
  const keep = (start: number, end: number): void => {
    parts.push(layer.text.slice(start, end));
    from.set(layer.from.subarray(start, end), length);
    to.set(layer.to.subarray(start, end), length);
    length += end - start;
  };
  let kept = 0;
  for (const match of layer.text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    keep(kept, match.index);
    const character = write(match);
    if (character !== '') {
      parts.push(character);
      from[length] = layer.from[match.index] ?? 0;
      to[length] = layer.to[end - 1] ?? 0;
      length++;
    }
    kept = end;
  }
  keep(kept, layer.text.length);
  return { text: parts.join(''), from: from.subarray(0, length), to: to.subarray(0, length) };
}

/** Without the separators between the bytes of a dump. */
function hexLayer(layer: Layer): Layer {
  const digits = rewritten(layer, /[\s:-]+/g, () => '');
  return { ...digits, text: digits.text.replace(/[A-F]/g, letter => letter.toLowerCase()) };
}

/** Without line breaks, and with the two characters of base64url as those of base64. */
function base64Layer(layer: Layer): Layer {
  const whole = rewritten(layer, /\s+/g, () => '');
  return { ...whole, text: whole.text.replaceAll('-', '+').replaceAll('_', '/') };
}

function hexOf(code: number): string {
  return code.toString(16).padStart(2, '0');
}

/** @returns The spans in the original text. */
function spansIn(layer: Layer, sought: string): Span[] {
  return placesOf(layer.text, sought).map(at => spanOf(layer, at, at + sought.length));
}

function placesOf(text: string, sought: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
    places.push(at);
  }
  return places;
}

function spanOf({ from, to }: Layer, start: number, end: number): Span {
  return { from: from[start] ?? 0, to: to[end - 1] ?? 0 };
}

/** Includes the characters at both ends that encode a part of the text, and the padding. */
function base64Spans(layer: Layer, forms: readonly Base64Form[]): Span[] {
  const isBase64 = (at: number): boolean => /^[A-Za-z0-9+/]$/.test(layer.text.charAt(at));
  return forms.flatMap(({ text, before, after }) =>
    placesOf(layer.text, text).map(at => {
      const end = at + text.length;
      const start = before && isBase64(at - 1) ? at - 1 : at;
      const last = after && isBase64(end) ? end + 1 : end;
      const padding = /^={0,2}/.exec(layer.text.slice(last, last + 2))?.[0].length ?? 0;
      return spanOf(layer, start, last + padding);
    }),
  );
}

/** Spans that overlap are replaced as one. */
function replaced(text: string, spans: readonly Span[], mark: string): string {
  let kept = '';
  let at = 0;
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (from >= at) {
      kept += text.slice(at, from) + mark;
    }
    at = Math.max(at, to);
  }
  return kept + text.slice(at);
}

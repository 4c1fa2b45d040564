/** Makes untrusted text safe to read: invisible and misleading characters are written as escapes. */

/**
 * Control and direction characters, line separators, what has no width, and halves of characters. The two variation
 * selectors that choose between the forms of a pictograph are left: they hide nothing.
 */
const unseen = String.raw`(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]`;
const UNSEEN = new RegExp(unseen, 'gu');
const UNSEEN_BUT_BREAKS = new RegExp(String.raw`(?![\n\t])${unseen}`, 'gu');

/** A ticker, an exchange code or the key of an entity: one name, whatever separates its parts. */
const KEY = /^[\p{L}\p{M}\p{N}_/^-]*[.:_][\p{L}\p{M}\p{N}._:/^-]*$/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const LATIN = /[a-z\u00c0-\u024f]/i;
/** Letters of scripts that resemble Latin ones, and variant forms of Latin letters. */
const LOOK_ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * @returns `text` with each character that is not seen as `\u{202e}`, and so each letter of another script in a word or
 *   key that has Latin letters too. A word wholly of one script stays as it is, and so do line breaks and tabs where
 *   `lines` is set.
 */
export function visibleText(text: string, { lines = false } = {}): string {
  if (ASCII.test(text)) {
    return text;
  }
  const distinct = KEY.test(text) ? withLookAlikes(text) : text.replace(WORD, withLookAlikes);
  return distinct.replace(lines ? UNSEEN_BUT_BREAKS : UNSEEN, writtenOut);
}

/**
 * @param json JSON; of white space it has spaces, tabs and line feeds only.
 * @returns The same value, in which no text has a character that is not seen.
 */
export function visibleJson(json: string): string {
  return json.replace(UNSEEN_BUT_BREAKS, character =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

function withLookAlikes(word: string): string {
  return LATIN.test(word) ? word.replace(LOOK_ALIKE, writtenOut) : word;
}

function writtenOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

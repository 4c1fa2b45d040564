/** Texts as literals of Python. */

/** Control characters but line feeds and tabs, line separators of other languages, and halves of characters. */
const ESCAPED = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** @returns A literal in triple quotes, its text on lines of its own: a line break is added at both ends. */
export function pythonBlock(text: string): string {
  return `"""\n${escaped(text).replaceAll('"""', '\\"\\"\\"')}\n"""`;
}

/** @returns A literal with exactly this text. */
export function pythonText(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replace(ESCAPED, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

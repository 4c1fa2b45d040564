/** Text of others on a terminal: control, bidirectional and invisible characters are shown, not obeyed. */

/** @returns `text` with every such character as `\u{…}`; line breaks stay only where `lines` says so. */
export function terminalText(text: string, lines = false): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, char =>
    lines && char === '\n' ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * @param text Text of the service, which is untrusted: it may contain control and direction characters.
 * @returns One line of at most `maxCharacters`, without a final full stop, safe to use in a sentence.
 */
export function shownText(text: string, maxCharacters = 300): string {
  const line = text
    .slice(0, 4 * maxCharacters)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > maxCharacters
    ? `${characters.slice(0, maxCharacters - 1).join('')}…`
    : line.replace(/\.+$/, '');
}

/**
 * @param text Text of the service, which is somebody else's: it may hold control and direction characters.
 * @returns One line of at most `maxCharacters`, without a full stop at its end, fit for a sentence of ours.
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

/** What follows EXPLAIN, as far as the words before it have one reading: letters, blanks and brackets. */

const start = /^EXPLAIN(?:[ \t\n]+ANALY[SZ]E)?(?:[ \t\n]+VERBOSE)?(?=[ \t\n(])/i;
const options = /^[ \t\n]*\([ \t\n,a-z_]*\)/i;

/**
 * @returns What EXPLAIN may explain, likeliest first, with blanks in the place of the words before it, so that positions
 * stay; null where the text does not begin with EXPLAIN.
 */
export function explainedIn(sql: string): readonly string[] | null {
  const begin = start.exec(sql)?.[0].length;
  if (begin === undefined) {
    return null;
  }
  const without = (length: number): string => ' '.repeat(length) + sql.slice(length);
  const brackets = options.exec(sql.slice(begin))?.[0].length;
  const plain = without(begin);
  return brackets === undefined ? [plain] : [without(begin + brackets), plain];
}

/**
 * The statement after EXPLAIN, as far as the words before it can be read in one way only: letters, blanks and brackets.
 */

const start = /^EXPLAIN(?:[ \t\n]+ANALY[SZ]E)?(?:[ \t\n]+VERBOSE)?(?=[ \t\n(])/i;
const options = /^[ \t\n]*\([ \t\n,a-z_]*\)/i;

/**
 * @returns The statements that EXPLAIN may explain, the likeliest first, with the words before them replaced by blanks
 * so that positions stay the same; null if the text does not begin with EXPLAIN.
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

/** A depth limit for recursive parsers. */

/** The deepest nesting that is parsed. */
const MOST_NESTED = 500;

/** @returns Whether the text nests too deeply to be parsed as JSON. */
export function nestsTooDeep(text: string): boolean {
  let open = 0;
  for (const char of text) {
    open += char === '{' || char === '[' ? 1 : char === '}' || char === ']' ? -1 : 0;
    if (open > MOST_NESTED) {
      return true;
    }
  }
  return false;
}

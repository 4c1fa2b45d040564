/** A bound for parsers that call themselves for every level. */

/** Brackets that are open at once in JSON that a person writes. */
const MOST_NESTED = 500;

/** @returns Whether the text opens so many brackets that no parser is to read it as JSON. */
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

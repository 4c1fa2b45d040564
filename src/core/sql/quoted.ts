/** @returns `text` as a literal of SQL. */
export function textLiteral(text: string): string {
  return `'${betweenQuotes(text, "'")}'`;
}

/** @returns `name` as a quoted identifier of SQL. */
export function quotedName(name: string): string {
  return `"${betweenQuotes(name, '"')}"`;
}

/** @returns `text` as it is written between two of these quotes. */
export function betweenQuotes(text: string, quote: "'" | '"'): string {
  return text.replaceAll(quote, quote + quote);
}

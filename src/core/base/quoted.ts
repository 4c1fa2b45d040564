/** @returns `text` as a literal of SQL; with U+0000, at which the text of a statement ends, an expression. */
export function textLiteral(text: string): string {
  const [first = '', ...rest] = text.split('\0').map(part => `'${betweenQuotes(part, "'")}'`);
  return rest.length === 0 ? first : `(${[first, ...rest].join(' || chr(0) || ')})`;
}

/** @returns `name` as a quoted identifier of SQL. */
export function quotedName(name: string): string {
  return `"${betweenQuotes(name, '"')}"`;
}

const plain = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** @returns `name` as an identifier of SQL: quoted where it has to be. */
export function writtenName(name: string, isReserved: boolean): string {
  return plain.test(name) && !isReserved ? name : quotedName(name);
}

/** @returns `text` as it is written between two of these quotes. */
export function betweenQuotes(text: string, quote: "'" | '"'): string {
  return text.replaceAll(quote, quote + quote);
}

/** @returns The text that is written so between two of these quotes. */
export function fromQuotes(written: string, quote: "'" | '"'): string {
  return written.replaceAll(quote + quote, quote);
}

/** @returns The name that an identifier of SQL refers to: bare as written, quoted without its quotes, closed or not. */
export function nameOfIdentifier(written: string): string {
  return written.startsWith('"') ? fromQuotes(written.slice(1).replace(/"$/, ''), '"') : written;
}

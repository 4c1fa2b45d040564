/** @returns `text` as a literal of SQL. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** @returns `name` as a quoted identifier of SQL. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

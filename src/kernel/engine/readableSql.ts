/**
 * Columns as SQL whose values can be read without losing DuckDB's text of them.
 *
 * A FLOAT is read as a double with other digits: 0.1 becomes 0.10000000149011612. Only DuckDB can write GEOMETRY and
 * VARIANT as text. All three can be nested inside other values.
 */

/** @returns The column with GEOMETRY and VARIANT as texts. */
export function textualSql(column: string, type: string): string {
  const textual = textualType(type);
  return textual === type ? column : `CAST(${column} AS ${textual})`;
}

/** @returns The same, and each FLOAT as the double that has its digits. */
export function readableSql(column: string, type: string): string {
  const textual = textualType(type);
  const exact = withTypes(textual, { FLOAT: 'VARCHAR' });
  return exact === textual
    ? textualSql(column, type)
    : `CAST(CAST(${column} AS ${exact}) AS ${withTypes(textual, { FLOAT: 'DOUBLE' })})`;
}

/**
 * @param others Replacements by the name of a type, which may have parameters.
 * @returns The type with these replacements, nested ones included.
 */
export function withTypes(type: string, others: Readonly<Record<string, string>>): string {
  const names = Object.keys(others).join('|');
  const parts = new RegExp(String.raw`${quoted}|\b(${names})\b(?:\((?:[\d, ]+|${quoted})\))?`, 'g');
  return type.replace(parts, (part, name: string | undefined) => others[name ?? ''] ?? part);
}

/** Names with capitals are quoted, and so are labels of enumerations. */
const quoted = `(?:'(?:[^']|'')*'|"(?:[^"]|"")*")`;

function textualType(type: string): string {
  return withTypes(type, { GEOMETRY: 'VARCHAR', VARIANT: 'VARCHAR' });
}

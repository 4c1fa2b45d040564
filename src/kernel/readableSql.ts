/**
 * Columns as SQL whose values can be read without losing DuckDB's text of them.
 *
 * A FLOAT is read as a double, which has other digits: 0.1 becomes 0.10000000149011612. GEOMETRY and VARIANT have a text
 * that DuckDB alone can write. All three may be anywhere inside a nested value.
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
 * @param others Other types by the name of a type, which may have parameters.
 * @returns The type with these in its place, wherever it is.
 */
export function withTypes(type: string, others: Readonly<Record<string, string>>): string {
  const names = Object.keys(others).join('|');
  const parts = new RegExp(String.raw`${quoted}|\b(${names})\b(?:\((?:[\d, ]+|${quoted})\))?`, 'g');
  return type.replace(parts, (part, name: string | undefined) => others[name ?? ''] ?? part);
}

/** Names of columns with capitals in them have quotes, and so have labels of enumerations. */
const quoted = `(?:'(?:[^']|'')*'|"(?:[^"]|"")*")`;

function textualType(type: string): string {
  return withTypes(type, { GEOMETRY: 'VARCHAR', VARIANT: 'VARCHAR' });
}

/** The columns of a result as SQL, in the form that a file format needs. */

import type { ExportFormat } from '../../core/protocol/exportRecord';
import type { ResultColumn } from '../../core/protocol/outcome';
import { quotedName, textLiteral } from '../../core/base/quoted';
import { readableSql, withTypes } from '../engine/readableSql';

/** Formats that the engine itself writes. */
export type CopiedFormat = Exclude<ExportFormat, 'xlsx' | 'arrow'>;

/** Characters at the start of a cell that spreadsheets read as a formula, as OWASP lists them. */
const formulaStart = /^[=+\-@\t\r\n]/;
const formulaStarts = "('=+-@' || chr(9) || chr(13) || chr(10))";

/** Types whose text is never a formula. */
const plainTypes =
  /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\)|BIGNUM|BOOLEAN|DATE|TIME|TIME WITH TIME ZONE|TIME_NS|TIMESTAMP.*|INTERVAL|UUID|BIT)$/;

/** @returns The SELECT list of a file of that format, each column under its name. */
export function exportColumns(columns: readonly ResultColumn[], format: CopiedFormat): string {
  return columns
    .map(column => {
      const value = valueOf(column, format);
      const name = format === 'csv' ? harmlessName(column.name) : column.name;
      return `${value} AS ${quotedName(name)}`;
    })
    .join(', ');
}

function valueOf(column: ResultColumn, format: CopiedFormat): string {
  switch (format) {
    case 'csv':
      return harmless(column);
    case 'csvRaw':
      return columnSql(column.name);
    case 'json':
    case 'ndjson':
      return jsonValue(column);
    case 'parquet':
      return parquetValue(column);
  }
}

/** A column of the exported rows, which are `r`. */
export function columnSql(name: string): string {
  return `r.${quotedName(name)}`;
}

/** Numbers, dates and the like stay unchanged; other text that begins like a formula gets an apostrophe. */
function harmless({ name, type }: ResultColumn): string {
  const column = columnSql(name);
  if (plainTypes.test(type)) {
    return column;
  }
  const text = `CAST(${column} AS VARCHAR)`;
  // A list after IN would become a join, for which the engine reports no progress.
  const isFormula = `${text} <> '' AND contains(${formulaStarts}, left(${text}, 1))`;
  return `CASE WHEN ${isFormula} THEN '''' || ${text} ELSE ${text} END`;
}

function harmlessName(name: string): string {
  return formulaStart.test(name) ? `'${name}` : name;
}

/** @returns SQL for whether a double holds the whole number exactly. */
export function isSafeSql(value: string, type: string): string {
  const most = Number.MAX_SAFE_INTEGER;
  const least = type.startsWith('U') ? 0 : -most;
  // Without explicit types, the bounds would be compared as HUGEINT, which cannot hold all of UHUGEINT.
  return `${value} BETWEEN CAST(${least} AS ${type}) AND CAST(${most} AS ${type})`;
}

/** A number inside a nested value that JSON cannot express. */
const nonFinite = '[\\[:,]-?(NaN|Infinity)[,}\\]]';

/**
 * A column's values as `Value` describes them: NaN, infinities, decimals and integers beyond 2^53 are texts, timestamps
 * ISO 8601. Nested values are the engine's own JSON, except that decimals are texts, and floating-point numbers too if
 * JSON cannot express one of them.
 */
function jsonValue({ name, type }: ResultColumn): string {
  const column = columnSql(name);
  if (type === 'DOUBLE' || type === 'FLOAT') {
    return `CASE WHEN ${column} IS NULL OR isfinite(${column}) THEN to_json(${readableSql(column, type)})
      ELSE to_json(CAST(${column} AS VARCHAR)) END`;
  }
  const exact = withTypes(type, { DECIMAL: 'VARCHAR' });
  const texts = withTypes(exact, { DOUBLE: 'VARCHAR', FLOAT: 'VARCHAR' });
  const value = readableSql(exact === type ? column : `CAST(${column} AS ${exact})`, exact);
  if (texts !== exact) {
    const text = `CAST(to_json(${value}) AS VARCHAR)`;
    return `CASE WHEN regexp_matches(${text}, '${nonFinite}') THEN to_json(CAST(${column} AS ${texts}))
      ELSE to_json(${value}) END`;
  }
  if (/^U?(BIG|HUGE)INT$/.test(type)) {
    return `CASE WHEN ${column} IS NULL OR ${isSafeSql(column, type)}
      THEN to_json(${column}) ELSE to_json(CAST(${column} AS VARCHAR)) END`;
  }
  if (/^TIMESTAMP(_S|_MS|_NS)?$|^TIMESTAMP WITH TIME ZONE$/.test(type)) {
    // Times before the year 1 have no such form.
    const local = `regexp_replace(CAST(${column} AS VARCHAR), '${localTime}', '\\1T\\2')`;
    return `regexp_replace(${local}, '(T.*[+-]\\d\\d)$', '\\1:00')`;
  }
  return value;
}

const localTime = '^(\\d+-\\d\\d-\\d\\d) (\\d)';

/** Parquet has no 128-bit integers, such as sums of integers, and DuckDB would write them as doubles. */
function parquetValue({ name, type }: ResultColumn): string {
  const column = columnSql(name);
  return type === 'HUGEINT' || type === 'UHUGEINT' ? `CAST(${column} AS DECIMAL(38, 0))` : column;
}

/** @returns The options of COPY for a format. `record` is the JSON text of the export's record, or null. */
export function copyOptions(format: CopiedFormat, record: [key: string, text: string] | null) {
  switch (format) {
    case 'csv':
    case 'csvRaw':
      return 'FORMAT csv, HEADER';
    case 'json':
      return 'FORMAT json, ARRAY true';
    case 'ndjson':
      return 'FORMAT json';
    case 'parquet':
      return record === null
        ? 'FORMAT parquet'
        : `FORMAT parquet, KV_METADATA {${textLiteral(record[0])}: ${textLiteral(record[1])}}`;
  }
}

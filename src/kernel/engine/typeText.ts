import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  DuckDBUnionType,
  type DuckDBType,
} from '@duckdb/node-api';
import { quotedName } from '../../core/base/quoted';

/** @returns DuckDB's own name of the type. The binding's text for JSON is VARCHAR. */
export function typeText(type: DuckDBType): string {
  if (type.alias === 'JSON') {
    return type.alias;
  }
  if (type instanceof DuckDBListType) {
    return `${typeText(type.valueType)}[]`;
  }
  if (type instanceof DuckDBArrayType) {
    return `${typeText(type.valueType)}[${type.length}]`;
  }
  if (type instanceof DuckDBMapType) {
    return `MAP(${typeText(type.keyType)}, ${typeText(type.valueType)})`;
  }
  if (type instanceof DuckDBStructType) {
    return `STRUCT(${membersText(type.entryNames, type.entryTypes)})`;
  }
  if (type instanceof DuckDBUnionType) {
    return `UNION(${membersText(type.memberTags, type.memberTypes)})`;
  }
  return String(type);
}

function membersText(names: readonly string[], types: readonly DuckDBType[]): string {
  return types.map((type, at) => `${quotedName(names[at] ?? '')} ${typeText(type)}`).join(', ');
}

/** Which values can name entities: a key, or a list of keys in which NULLs are left out. */

import type { Json } from '../base/json';
import { elementType, takesType } from './argumentTypes';

/** @returns Whether a value of DuckDB's type `type` can be one key. */
export function isKey(value: Json, type: string): value is string {
  return typeof value === 'string' && value.trim() !== '' && takesType('text', type);
}

/** @returns The elements of the list that are not keys; `[null]` for a value that is neither list nor key. */
export function wrongKeys(value: Json, type: string): readonly (number | null)[] {
  if (!Array.isArray(value)) {
    return isKey(value, type) ? [] : [null];
  }
  const keys = value as readonly Json[];
  return keys.flatMap((key, at) => (key === null || isKey(key, elementType(type)) ? [] : [at]));
}

/** @returns The element of the list, or the value itself where `element` is null: see `wrongKeys`. */
export function keyAt(value: Json, element: number | null): Json {
  return Array.isArray(value) && element !== null
    ? ((value as readonly Json[])[element] ?? null)
    : value;
}

/**
 * DuckDB's types, by their names, as arguments may have them; further conditions on values are in `argumentValue.ts`.
 */

import type { Parameter } from '../service/parameters';

const takenTypes: Readonly<Record<Parameter['type'], RegExp>> = {
  date: /^(DATE|VARCHAR|TIMESTAMP.*|"NULL")$/,
  integer: /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|"NULL"|DOUBLE|FLOAT|DECIMAL.*)$/,
  enumeration: /^(VARCHAR|ENUM.*|"NULL")$/,
  text: /^(VARCHAR|ENUM.*|"NULL")$/,
};

/** @returns Whether one value of the type can be what such a parameter takes. */
export function takesType(parameter: Parameter['type'], type: string): boolean {
  return takenTypes[parameter].test(type) && !isListType(type);
}

/** @returns Whether it is a list, or an array of one size. */
export function isListType(type: string): boolean {
  return /\[\d*\]$/.test(type);
}

/** @returns The type of a list's elements; any other type as it is. */
export function elementType(type: string): string {
  return type.replace(/\[\d*\]$/, '');
}

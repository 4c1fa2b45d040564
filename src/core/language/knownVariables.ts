import type { KnownVariables } from '../sql/constants';
import { nameKey } from '../sql/names';
import type { ParameterText } from './notebookText';

/** DuckDB's types of parameters. */
export const parameterTypes = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
} as const;

/** @returns The parameters of a notebook as variables whose value is known. */
export function knownVariables(parameters: readonly ParameterText[]): KnownVariables {
  return new Map(
    parameters.map(({ name, type, value }) => [
      nameKey(name),
      { value, type: parameterTypes[type] },
    ]),
  );
}

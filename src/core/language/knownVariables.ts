import type { KnownVariables } from '../sql/constants';
import { nameKey } from '../sql/names';
import { parameterTypes } from './catalogue';
import type { ParameterText } from './notebookText';

/** @returns The parameters of a notebook as variables whose value is known. */
export function knownVariables(parameters: readonly ParameterText[]): KnownVariables {
  return new Map(
    parameters.map(({ name, type, value }) => [
      nameKey(name),
      { value, type: parameterTypes[type] },
    ]),
  );
}

/** Problems of an argument of which only the type is known. */

import { t } from '../base/translations';
import { assertNever } from '../base/assertNever';
import type { Parameter } from '../service/parameters';
import { argumentProblem, type ArgumentPlace, type ArgumentProblem } from './argumentProblems';
import { elementType, isListType, takesType } from './argumentTypes';

/**
 * @param place Of the argument, and the function's name.
 * @returns Why values of DuckDB's type `type` cannot be what the parameter takes; empty: they can.
 */
export function typeProblems(
  place: ArgumentPlace & { readonly function: string },
  parameter: Parameter,
  type: string,
): readonly ArgumentProblem[] {
  const owner = t('{0} of {1}', parameter.name, place.function);
  if (isListType(type) && !parameter.repeatable) {
    return [argumentProblem('listForOne', place, { owner })];
  }
  const facts = { owner, value: ofType(type) };
  if (takesType(parameter.type, elementType(type))) {
    return [];
  }
  switch (parameter.type) {
    case 'date':
      return [argumentProblem('notDate', place, { ...facts, isTime: false })];
    case 'integer':
      return [argumentProblem('notWhole', place, facts)];
    case 'enumeration':
    case 'text':
      return [argumentProblem('notText', place, facts)];
    default:
      return assertNever(parameter.type);
  }
}

/** @returns How a sentence describes a value that is known only at run time. */
export function ofType(type: string): string {
  return t('a value of type {0}', elementType(type));
}

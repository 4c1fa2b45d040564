/** Problems of the constant values of a call's arguments. */

import { t } from '../base/translations';
import type { Json } from '../base/json';
import type { SignalFunction } from '../service/functions';
import type { Parameter } from '../service/parameters';
import { argumentProblem, type ArgumentProblem } from './argumentProblems';
import { elementType, takesType } from './argumentTypes';
import { checkedValue, shownValue, type CheckedValue } from './argumentValue';
import type { Constant } from './constants';
import { isKey, keyAt, wrongKeys } from './entityKeys';
import { isGiven, isNull, isNullLiteral, type ReadArgument } from './readArguments';
import { ofType, typeProblems } from './typeProblems';

/** @returns The problems of one parameter's value, as far as it is known before the cell runs. */
export function valueProblems(
  {
    called,
    parameter,
    at,
  }: { called: SignalFunction; parameter: Parameter; at?: number | undefined },
  args: readonly ReadArgument[],
): readonly ArgumentProblem[] {
  const given = at === undefined ? undefined : args[at];
  if (at === undefined || !isGiven(given)) {
    return [];
  }
  const owner = { function: called.name, parameter, argument: at };
  const { constant, bound } = given;
  if (bound?.value !== undefined) {
    return problemsOf(checkedValue(owner, { value: bound.value, type: bound.type }));
  }
  if (!constant) {
    return bound ? typeProblems(owner, parameter, bound.type) : [];
  }
  const { elements } = constant;
  const isDay = constant.days !== undefined && parameter.type === 'date';
  const problems = isDay ? [] : problemsOf(checkedValue(owner, writtenValue(constant)));
  return problems.filter(({ element }) => element === null || elements?.[element] !== null);
}

function problemsOf(checked: CheckedValue): readonly ArgumentProblem[] {
  return 'problems' in checked ? checked.problems : [];
}

/** @returns The constant as a value of DuckDB; a relative day stays as written. */
export function writtenValue({ days, elements, value, type }: Constant): {
  value: Json;
  type: string;
} {
  const items = elements?.map(item => (item ? writtenValue(item).value : null));
  return { value: items ?? (days === undefined ? value : 'current_date'), type };
}

/** @returns Whether the argument that names the companies is missing, or names something else. */
export function missingEntities(
  called: SignalFunction,
  args: readonly ReadArgument[],
  byName: ReadonlyMap<string, number>,
): ArgumentProblem[] {
  const { first, name } = called;
  if (first === null) {
    return [];
  }
  const at = byName.get(first);
  const given = at === undefined ? undefined : args[at];
  if (at === undefined || (given && isNull(given))) {
    const facts = { function: name, first, isNull: at !== undefined };
    return [argumentProblem('missingEntities', { argument: at ?? null }, facts)];
  }
  const owner = t('{0} of {1}', first, name);
  return wrongKeysOf(given).map(({ element, value }) =>
    argumentProblem('wrongEntities', { argument: at, element }, { owner, value }),
  );
}

interface KeyFault {
  readonly element: number | null;
  readonly value: string;
}

/** The elements, or the single value, that are not keys: NULL in a list is left out as when the call runs. */
function wrongKeysOf(given: ReadArgument | undefined): KeyFault[] {
  const { constant = null, bound = null } = given ?? {};
  if (bound?.value !== undefined) {
    const { value, type } = bound;
    return wrongKeys(value, type).map(element => {
      const wrong = keyAt(value, element);
      return { element, value: shownValue(wrong, elementType(type)) };
    });
  }
  if (constant?.elements) {
    return constant.elements.flatMap((item, element) =>
      item && !isNullLiteral(item) ? keyFaults(item, element) : [],
    );
  }
  if (constant) {
    return keyFaults(constant, null);
  }
  const isText = !bound || takesType('text', elementType(bound.type));
  return isText ? [] : [{ element: null, value: ofType(bound.type) }];
}

function keyFaults(item: Constant, element: number | null): KeyFault[] {
  const { value, type } = writtenValue(item);
  return isKey(value, type) ? [] : [{ element, value: shownValue(value, type) }];
}

/** What is wrong with the values of a call's arguments where they are constants. */

import type { Json } from '../base/json';
import type { SignalFunction } from '../service/functions';
import type { Parameter } from '../service/parameters';
import { argumentProblem, type ArgumentProblem } from './argumentProblems';
import { checkedValue, shownValue, typeProblems } from './argumentValue';
import { isGiven, isNull, type ReadArgument } from './readArguments';

/** @returns What is wrong with the value of one parameter, as far as it is known before the cell runs. */
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
  const { constant } = given;
  if (!constant) {
    return given.type === null ? [] : typeProblems(owner, given.type);
  }
  if (constant.days !== undefined) {
    const isDay = parameter.type === 'date';
    const value: Json = isDay ? '2000-01-01' : 'current_date';
    const checked = isDay ? null : checkedValue(owner, { value, type: 'DATE' });
    return checked && 'problems' in checked ? checked.problems : [];
  }
  if (constant.elements && parameter.repeatable) {
    return constant.elements.flatMap((item, element) => {
      const checked =
        item && item.value !== null ? checkedValue({ ...owner, element }, item) : { text: '' };
      return 'problems' in checked ? checked.problems : [];
    });
  }
  const value = constant.elements ? [] : constant.value;
  const checked = checkedValue(owner, { value, type: constant.type });
  return 'problems' in checked ? checked.problems : [];
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
  const constant = given?.constant;
  const items = constant?.elements ?? [constant];
  return items.flatMap((item, element) => {
    const isKey = !item || (typeof item.value === 'string' && item.value.trim() !== '');
    const isHole = item?.value === null && item.days === undefined && constant?.elements;
    const owner = `${first} of ${name}`;
    const value = item?.days === undefined ? shownValue(item?.value ?? null) : 'a date';
    const place = { argument: at, element: constant?.elements ? element : null };
    return isKey || isHole ? [] : [argumentProblem('wrongEntities', place, { owner, value })];
  });
}

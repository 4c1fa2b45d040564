/** Completions of variables, each with its call of `getvariable`. */

import { t } from '../../base/translations';
import { textLiteral } from '../../base/quoted';
import type { VisibleVariable } from '../catalogue';
import type { ArgumentKind, CallableArgument } from '../callables';
import type { Offer, Place } from './item';

const texts = /^VARCHAR$/;
const integers = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/;
const numbers = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*)$/;

/** DuckDB's types of what an argument takes; null: no value of a variable. */
const taken: Readonly<Record<ArgumentKind, RegExp | null>> = {
  entities: texts,
  values: texts,
  portfolio: texts,
  date: /^DATE$/,
  integer: integers,
  any: /./,
  table: null,
  column: null,
};

/** @returns The variables of the argument's type; a list of them too where it takes one. */
export function variableValues(
  place: Place,
  argument: Pick<CallableArgument, 'kind' | 'repeatable' | 'default'>,
  isInList: boolean,
): Offer[] {
  const types = argument.kind === 'any' ? typesLike(argument.default) : taken[argument.kind];
  const takesList = argument.repeatable && !isInList;
  return types === null
    ? []
    : variableCalls(place, type => types.test(takesList ? type.replace(/\[\]$/, '') : type));
}

/** @returns The variables that can continue an argument after an operator: numbers after a date. */
export function variableOperands(place: Place, { kind }: Pick<CallableArgument, 'kind'>): Offer[] {
  const types = kind === 'date' ? integers : taken[kind];
  return types === null ? [] : variableCalls(place, type => types.test(type));
}

/** The types of the argument's default, which is SQL or a value of the service. */
function typesLike(standard: string | null): RegExp {
  if (standard === null || /^(true|false|null)$/i.test(standard)) {
    return /./;
  }
  return /^[\d.]+$/.test(standard) ? numbers : texts;
}

/** A variable of unknown type may be anything. */
function variableCalls({ catalogue }: Place, isTaken: (type: string) => boolean): Offer[] {
  return catalogue.variables
    .filter(({ type }) => type === null || isTaken(type))
    .map(variable => ({
      label: `getvariable('${variable.name}')`,
      kind: 'variable' as const,
      detail: detailOf(variable),
      insert: `getvariable(${textLiteral(variable.name)})`,
    }));
}

function detailOf({ value }: VisibleVariable): string {
  return value === undefined || value === null ? t('variable') : t('variable, {0}', String(value));
}

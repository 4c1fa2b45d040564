/** Converts and checks the value of a service parameter. */

import { t } from '../base/translations';
import { assertNever } from '../base/assertNever';
import type { Json } from '../base/json';
import { nearest } from '../base/nearest';
import { parsePlainDate } from '../base/plainDate';
import type { Parameter } from '../service/parameters';
import { valueNamed } from '../service/referenceTables';
import { argumentProblem, type ArgumentPlace, type ArgumentProblem } from './argumentProblems';
import { elementType, takesType } from './argumentTypes';

/** The value as on the wire, or the problems of a list's elements or of the one value. */
export type CheckedValue =
  | { readonly text: string | readonly string[] }
  | { readonly problems: readonly [ArgumentProblem, ...ArgumentProblem[]] };

/** The owner of the value, for the sentence of a problem. */
export interface ValueOwner extends ArgumentPlace {
  readonly function: string;
  readonly parameter: Parameter;
}

/**
 * @param value As in results; `type` is DuckDB's name of its type.
 * @returns The value as it is sent: one text, or texts where the parameter may be given several times.
 */
export function checkedValue(
  owner: ValueOwner,
  { value, type }: { readonly value: Json; readonly type: string },
): CheckedValue {
  const { parameter } = owner;
  if (!Array.isArray(value)) {
    const one = oneValue(owner, value, type);
    return parameter.repeatable && 'text' in one ? { text: [one.text] } : allOf(one);
  }
  if (!parameter.repeatable) {
    return { problems: [argumentProblem('listForOne', owner, { owner: ownerName(owner) })] };
  }
  const checked = (value as readonly Json[]).map((item, element) =>
    oneValue({ ...owner, element }, item, elementType(type)),
  );
  const [first, ...more] = checked.flatMap(one => ('problem' in one ? [one.problem] : []));
  const texts = checked.flatMap(one => ('text' in one ? [one.text] : []));
  return first ? { problems: [first, ...more] } : { text: [...new Set(texts)] };
}

/** @returns A value of DuckDB's type `type` as a message shows it: short. */
export function shownValue(value: Json, type = 'VARCHAR'): string {
  const text =
    value === null
      ? 'NULL'
      : typeof value === 'string'
        ? shownText(value, type)
        : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** A number that JavaScript cannot represent exactly is passed as text. */
function shownText(value: string, type: string): string {
  return takesType('integer', type) ? value : `'${value}'`;
}

type One = { readonly text: string } | { readonly problem: ArgumentProblem };

function allOf(one: One): CheckedValue {
  return 'problem' in one ? { problems: [one.problem] } : one;
}

function ownerName({ function: called, parameter }: ValueOwner): string {
  return t('{0} of {1}', parameter.name, called);
}

function oneValue(owner: ValueOwner, value: Json, type: string): One {
  const facts = { owner: ownerName(owner), value: shownValue(value, type) };
  switch (owner.parameter.type) {
    case 'date':
      return dateValue(owner, value, type);
    case 'integer': {
      const text = wholeNumber(value, type);
      return text === null ? { problem: argumentProblem('notWhole', owner, facts) } : { text };
    }
    case 'enumeration':
      return enumerationValue(owner, value, type);
    case 'text':
      return typeof value === 'string' && value !== '' && takesType('text', type)
        ? { text: value }
        : { problem: argumentProblem('notText', owner, facts) };
    default:
      return assertNever(owner.parameter.type);
  }
}

/** `5`, `5.0` as DuckDB's decimal and `5e0`; null for anything else. */
function wholeNumber(value: Json, type: string): string | null {
  const number = typeof value === 'string' && type.startsWith('DECIMAL') ? Number(value) : value;
  return Number.isSafeInteger(number) ? String(number) : null;
}

function dateValue(owner: ValueOwner, value: Json, type: string): One {
  const isTime = type.startsWith('TIMESTAMP');
  if (typeof value === 'string' && takesType('date', type)) {
    const midnight = isTime ? /^(.{10})T00:00:00(\.0+)?([+-]00:00|Z)?$/.exec(value) : null;
    const date = parsePlainDate(midnight?.[1] ?? value);
    if (date !== undefined) {
      return { text: date };
    }
  }
  const facts = { owner: ownerName(owner), value: shownValue(value, type), isTime };
  return { problem: argumentProblem('notDate', owner, facts) };
}

/** More than so many values are not listed in a sentence. */
const FEW = 20;

function enumerationValue(owner: ValueOwner, value: Json, type: string): One {
  const { values, name } = owner.parameter;
  if (typeof value === 'string' && values.includes(value) && takesType('enumeration', type)) {
    return { text: value };
  }
  const code = name === 'event_ids' ? 'unknownEvent' : 'unknownValue';
  const facts = {
    owner: ownerName(owner),
    value: shownValue(value, type),
    near: typeof value === 'string' ? meantValue(value, owner.parameter) : null,
    allowed: values.length <= FEW ? values : [],
  };
  return { problem: argumentProblem(code, owner, facts) };
}

function meantValue(text: string, { name, values }: Parameter): string | null {
  const lower = text.toLowerCase();
  const otherCase = values.find(allowed => allowed.toLowerCase() === lower);
  const meant = lower === 'uk' && values.includes('gb') ? 'gb' : nearest(text, values);
  return otherCase ?? meant ?? valueNamed(name, text);
}

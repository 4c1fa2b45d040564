/** What a parameter of the service takes: its value as it is sent, or what is wrong with it. */

import { assertNever } from '../base/assertNever';
import type { Json } from '../base/json';
import { nearest } from '../base/nearest';
import { parsePlainDate } from '../base/plainDate';
import type { Parameter } from '../service/parameters';
import { valueNamed } from '../service/referenceTables';
import { argumentProblem, type ArgumentPlace, type ArgumentProblem } from './argumentProblems';

/** The value as on the wire, or the problems of a list's elements or of the one value. */
export type CheckedValue =
  | { readonly text: string | readonly string[] }
  | { readonly problems: readonly [ArgumentProblem, ...ArgumentProblem[]] };

/** Whose value it is, for the words of a problem. */
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
    oneValue({ ...owner, element }, item, 'VARCHAR'),
  );
  const [first, ...more] = checked.flatMap(one => ('problem' in one ? [one.problem] : []));
  const texts = checked.flatMap(one => ('text' in one ? [one.text] : []));
  return first ? { problems: [first, ...more] } : { text: [...new Set(texts)] };
}

/** @returns A value as a message shows it: short. */
export function shownValue(value: Json): string {
  const text = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const takenTypes: Readonly<Record<Parameter['type'], RegExp>> = {
  date: /^(DATE|VARCHAR|TIMESTAMP.*|"NULL")$/,
  integer: /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|"NULL"|DOUBLE|DECIMAL.*)$/,
  enumeration: /^(VARCHAR|ENUM.*|"NULL")$/,
  text: /^(VARCHAR|ENUM.*|"NULL")$/,
};

/** @returns Whether values of DuckDB's type `type` can be what the parameter takes. */
export function typeProblems(owner: ValueOwner, type: string): readonly ArgumentProblem[] {
  const { parameter } = owner;
  const isList = type.endsWith('[]');
  if (isList && !parameter.repeatable) {
    return [argumentProblem('listForOne', owner, { owner: ownerName(owner) })];
  }
  const one = isList ? type.slice(0, -2) : type;
  if (takenTypes[parameter.type].test(one)) {
    return [];
  }
  const facts = { owner: ownerName(owner), value: `a value of type ${one}` };
  switch (parameter.type) {
    case 'date':
      return [argumentProblem('notDate', owner, { ...facts, isTime: false })];
    case 'integer':
      return [argumentProblem('notWhole', owner, facts)];
    case 'enumeration':
    case 'text':
      return [argumentProblem('notText', owner, facts)];
    default:
      return assertNever(parameter.type);
  }
}

type One = { readonly text: string } | { readonly problem: ArgumentProblem };

function allOf(one: One): CheckedValue {
  return 'problem' in one ? { problems: [one.problem] } : one;
}

function ownerName({ function: called, parameter }: ValueOwner): string {
  return `${parameter.name} of ${called}`;
}

function oneValue(owner: ValueOwner, value: Json, type: string): One {
  const facts = { owner: ownerName(owner), value: shownValue(value) };
  switch (owner.parameter.type) {
    case 'date':
      return dateValue(owner, value, type);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value)
        ? { text: String(value) }
        : { problem: argumentProblem('notWhole', owner, facts) };
    case 'enumeration':
      return enumerationValue(owner, value);
    case 'text':
      return typeof value === 'string' && value !== ''
        ? { text: value }
        : { problem: argumentProblem('notText', owner, facts) };
    default:
      return assertNever(owner.parameter.type);
  }
}

function dateValue(owner: ValueOwner, value: Json, type: string): One {
  const isTime = type.startsWith('TIMESTAMP');
  if (typeof value === 'string') {
    const midnight = isTime ? /^(.{10})T00:00:00(\.0+)?([+-]00:00|Z)?$/.exec(value) : null;
    const date = parsePlainDate(midnight?.[1] ?? value);
    if (date !== undefined) {
      return { text: date };
    }
  }
  const facts = { owner: ownerName(owner), value: shownValue(value), isTime };
  return { problem: argumentProblem('notDate', owner, facts) };
}

/** More than so many values are not listed in a sentence. */
const FEW = 20;

function enumerationValue(owner: ValueOwner, value: Json): One {
  const { values, name } = owner.parameter;
  if (typeof value === 'string' && values.includes(value)) {
    return { text: value };
  }
  const code = name === 'event_ids' ? 'unknownEvent' : 'unknownValue';
  const facts = {
    owner: ownerName(owner),
    value: shownValue(value),
    near: meantValue(String(value), owner.parameter),
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

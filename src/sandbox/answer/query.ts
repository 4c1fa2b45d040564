/** The query of a request, checked against its operation's parameters. */

import { parsePlainDate } from '../../core/base/plainDate';
import type { Operation } from '../../core/service/operations';
import type { Parameter } from '../../core/service/parameters';
import type { Switches } from '../switches';
import { Rejection } from './rejection';
import type { Problem } from './rejection';

/** The values of each parameter that was sent, in the order of the query. */
export type Query = ReadonlyMap<string, readonly string[]>;

/** Marks a request that follows a redirect. */
export const redirectedParameter = 'sandbox_redirected';

/** @throws {Rejection} 422 that lists every parameter that fails. */
export function readQuery(query: string, operation: Operation, switches: Switches): Query {
  const values = pairs(query);
  const problems: Problem[] = [];
  for (const [name, given] of values) {
    const parameter = operation.parameters.find(known => known.name === name);
    if (parameter) {
      problems.push(...given.flatMap((value, place) => check(parameter, value, { given, place })));
    } else if (switches.unknownParameter === '422' && name !== redirectedParameter) {
      problems.push(
        problem(['query', name], 'extra_forbidden', 'Extra inputs are not permitted', given[0]),
      );
    }
  }
  const amount = Number(values.get('amount')?.at(-1) ?? 1);
  if (switches.amountBelowOne === '422' && amount < 1) {
    problems.push(
      problem(['query', 'amount'], 'greater_than', 'Input should be greater than 0', amount),
    );
  }
  if (problems.length > 0) {
    throw new Rejection(422, problems);
  }
  return values;
}

/** @returns The last value of a parameter that is given once. */
export function single(query: Query, name: string): string | undefined {
  return query.get(name)?.at(-1);
}

function pairs(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const pair of query.split('&').filter(text => text !== '')) {
    const equals = pair.indexOf('=');
    const name = formDecoded(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : formDecoded(pair.slice(equals + 1));
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

/** Decodes like a form: a plus is a space; what cannot be decoded stays unchanged. */
function formDecoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

interface Place {
  readonly given: readonly string[];
  readonly place: number;
}

/** @returns The problem of one value of a parameter. */
function check(parameter: Parameter, value: string, { place }: Place): Problem[] {
  const location = parameter.repeatable
    ? ['query', parameter.name, place]
    : ['query', parameter.name];
  switch (parameter.type) {
    case 'date':
      return parsePlainDate(value)
        ? []
        : [problem(location, 'date_from_datetime_parsing', 'Input should be a valid date', value)];
    case 'integer':
      return /^[+-]?\d+$/.test(value)
        ? []
        : [
            {
              location,
              type: ['int_parsing', 'type_error.integer'],
              message: 'Input should be a valid integer, unable to parse string as an integer',
              input: value,
            },
          ];
    case 'enumeration':
      return parameter.values.includes(value) ? [] : [outside(location, parameter.values, value)];
    case 'text':
      return [];
  }
}

function outside(
  location: readonly (string | number)[],
  values: readonly string[],
  input: string,
): Problem {
  const listed = values.map(value => `'${value}'`);
  const expected =
    listed.length > 1 ? `${listed.slice(0, -1).join(', ')} or ${listed.at(-1)}` : listed.join('');
  return {
    location,
    type: ['literal_error', 'value_error.const'],
    message: `Input should be ${expected}`,
    input,
    expected,
  };
}

function problem(
  location: readonly (string | number)[],
  type: string,
  message: string,
  input: unknown,
): Problem {
  return { location, type: [type, `value_error.${type}`], message, input };
}

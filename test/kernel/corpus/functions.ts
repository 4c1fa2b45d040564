/** Calls of what DuckDB's catalogue lists, with arguments made from the signatures. */

import { openingFunctions, refusedFunctions } from '../../../src/kernel/engine/allowed';
import type { CorpusSession } from './session';
import { sessionsOf } from './session';

export interface Signature {
  readonly name: string;
  readonly kind: string;
  /** Names of parameters; those of lambdas read `lambda(x,y)`. */
  readonly parameters: readonly string[];
  /** Null for the parameters of macros. */
  readonly types: readonly (string | null)[];
}

/** Reads the signatures in an order that does not change. */
export const signaturesQuery = `
  SELECT function_name, function_type, parameters, parameter_types FROM duckdb_functions()
  WHERE function_type IN ('scalar', 'aggregate', 'macro', 'table', 'table_macro') ORDER BY ALL`;

/** Values that a function can do something with, several where one of them may not suit it. */
const argumentsByType: Readonly<Record<string, readonly string[]>> = {
  VARCHAR: [`'ab cd'`, `'2026-01-05'`, `'%Y'`, `'a'`, `'[1]'`, `'{"a": 1}'`, `'x.y'`],
  JSON: [`'{"a": [1, 2]}'::JSON`],
  BOOLEAN: ['true'],
  DATE: [`DATE '2026-01-05'`],
  TIME: [`TIME '10:20:30'`],
  TIME_NS: [`'10:20:30.123456789'::TIME_NS`],
  'TIME WITH TIME ZONE': [`'10:20:30+00'::TIMETZ`],
  TIMESTAMP: [`TIMESTAMP '2026-01-05 10:20:30'`],
  TIMESTAMP_NS: [`'2026-01-05 10:20:30.5'::TIMESTAMP_NS`],
  'TIMESTAMP WITH TIME ZONE': [`TIMESTAMPTZ '2026-01-05 10:20:30+00'`],
  INTERVAL: [`INTERVAL '3 days'`],
  BLOB: [`'abc'::BLOB`],
  BIT: [`'0110'::BIT`],
  UUID: [`'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID`],
  BIGNUM: ['12::BIGNUM'],
  DECIMAL: ['1.5::DECIMAL(4,1)'],
  GEOMETRY: [`'POINT(1 2)'::GEOMETRY`],
  VARIANT: ['7::VARIANT'],
  STRUCT: [`{'a': 1, 'b': 2}`],
  UNION: ['union_value(n := 1)'],
  'MAP(K, V)': [`MAP {'a': 1, 'b': 2}`],
  K: [`'a'`],
  V: ['1'],
  'K[]': [`['a', 'b']`],
  'V[]': ['[1, 2]'],
  'STRUCT(K, V)[]': [`[{'k': 'a', 'v': 1}]`],
  T: ['2', `'b'`],
  'T[]': ['[1, 2, 3]', `['a', 'b']`],
  'T[][]': ['[[1], [2, 3]]'],
  ANY: ['3', `'ab'`, '[1, 2]', `{'a': 1}`],
  'ANY[]': ['[3, 1, 2]', `['b', 'a']`],
  'VARCHAR[]': [`['a', 'b']`],
  'BOOLEAN[]': ['[true, false, true]'],
  'FLOAT[ANY]': ['[1, 2, 3]::FLOAT[3]'],
  'DOUBLE[ANY]': ['[1, 2, 3]::DOUBLE[3]'],
  'FLOAT[3]': ['[1, 2, 3]::FLOAT[3]'],
  'DOUBLE[3]': ['[1, 2, 3]::DOUBLE[3]'],
  'STRUCT("year" BIGINT, "month" BIGINT, "day" BIGINT)': [
    `{'year': 2026, 'month': 1, 'day': 5}::STRUCT("year" BIGINT, "month" BIGINT, "day" BIGINT)`,
  ],
};

/** Functions whose first text has to be of a kind. */
const texts: Readonly<Record<string, string>> = {
  date_part: `'year'`,
  datepart: `'year'`,
  date_trunc: `'month'`,
  datetrunc: `'month'`,
  date_diff: `'day'`,
  datediff: `'day'`,
  date_sub: `'day'`,
  datesub: `'day'`,
  format: `'{} {}'`,
  printf: `'%s'`,
  from_hex: `'4142'`,
  unhex: `'4142'`,
  from_binary: `'01000001'`,
  unbin: `'01000001'`,
  from_base64: `'YWI='`,
  from_json: `'{"a": 1}'`,
  from_json_strict: `'{"a": 1}'`,
  icu_collate_noaccent: `'é'`,
  timezone: `'Europe/Berlin'`,
  list_aggregate: `'sum'`,
  st_geomfromtext: `'POINT(1 2)'`,
  json_execute_serialized_sql: `'{"error": false}'`,
};

/** They wait, end with an error of their own, count what others do, or change how all that follows runs. */
const leftOut = new Set([
  ...['sleep_ms', 'error', 'stats', 'write_log', 'test_vector_types'],
  ...['checkpoint', 'force_checkpoint'],
  ...refusedFunctions.keys(),
  ...openingFunctions,
]);

/** @returns One session for each kind of function and letter, so that a failure is found again. */
export function functionSessions(signatures: readonly Signature[]): CorpusSession[] {
  const calls = { scalar: [], aggregate: [], table: [] } as Record<string, string[]>;
  for (const [index, signature] of signatures.entries()) {
    if (!leftOut.has(signature.name)) {
      const group = signature.kind.startsWith('table')
        ? 'table'
        : signature.kind === 'aggregate'
          ? 'aggregate'
          : 'scalar';
      calls[group]?.push(...callsOf(signature, index));
    }
  }
  return Object.entries(calls).flatMap(([name, statements]) =>
    sessionsOf(`${name} functions`, statements),
  );
}

/** @param form Which of the places where an aggregate can stand; all of them come by turns. */
function callsOf({ name, kind, parameters, types }: Signature, form: number): string[] {
  const positional = kind.startsWith('table')
    ? types.filter((_, index) => /^col\d+$/.test(parameters[index] ?? ''))
    : types;
  const quoted = /^[a-z_][a-z_0-9]*$/.test(name) ? name : `"${name}"`;
  return argumentLists(name, positional, parameters).flatMap((list, at) => {
    const call = `${quoted}(${list})`;
    switch (kind) {
      case 'aggregate':
        return [
          `SELECT ${call} AS made FROM range(3) t(i)`,
          `SELECT i % 2 AS k, ${call} FILTER (WHERE i > 0) FROM range(5) t(i) GROUP BY k ORDER BY k`,
          `SELECT ${call} OVER (ORDER BY i) FROM range(3) t(i) ORDER BY i`,
        ].slice((form + at) % 3, ((form + at) % 3) + 1);
      case 'table':
      case 'table_macro':
        return [`FROM ${call}`, `SELECT count(*) AS n FROM ${call}`];
      default:
        return [`SELECT ${call} AS made`];
    }
  });
}

/** The nth choice of each type together: as many lists as the type with most choices has, at most four. */
function argumentLists(
  name: string,
  types: readonly (string | null)[],
  parameters: readonly string[],
): string[] {
  const choices = types.map((type, index): readonly string[] => {
    const text = index === 0 || type === 'VARCHAR' ? texts[name] : undefined;
    if (text !== undefined && index === 0) {
      return [text];
    }
    if (type === 'LAMBDA') {
      const names = /\((.*)\)/.exec(parameters[index] ?? '')?.[1] ?? 'x';
      return [`lambda ${names}: ${names.includes(',') ? 'x + y' : 'x'}`, `lambda ${names}: 1`];
    }
    return argumentsByType[(type ?? 'ANY').replace(/\(\d.*\)$/, '')] ?? numberOf(type ?? 'ANY');
  });
  const longest = Math.min(4, Math.max(1, ...choices.map(({ length }) => length)));
  const lists = Array.from({ length: longest }, (_, at) =>
    choices.map(own => own[at % own.length] ?? 'NULL').join(', '),
  );
  return [...new Set(lists)];
}

/** Small, since it may be a length or a count. */
function numberOf(type: string): readonly string[] {
  return type.endsWith('[]') ? [`[1, 2, 3]::${type}`] : [`2::${type}`];
}

/**
 * Answers the calls of a statement, so that the engine can run it.
 *
 * A call whose arguments hold another call, directly or through a common table expression, waits for that one;
 * calls that do not depend on each other are fetched side by side.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Span } from '../core/base/span';
import { checkArguments, type CheckedCall, type EvaluatedArgument } from '../core/sql/arguments';
import { argumentsQuery } from '../core/sql/argumentsQuery';
import { argumentSentence } from '../core/sql/argumentProblems';
import { callsOf, type CallArgument, type SignalCall } from '../core/sql/calls';
import type { ComposedText, Replacement } from '../core/sql/composedText';
import { commonTablesAt, type CommonTable } from '../core/sql/scope';
import type { Statement } from '../core/sql/statements';
import { CellFailure, engineFailure } from './cellFailure';
import { engineErrorOf } from './engineError';
import { valueOf } from './values';

/** Fetches one call and tells the schema that holds its table. */
export type FetchTable = (call: CheckedCall, offset: number) => Promise<string>;

/**
 * @param text The cell's text, in which the statement's spans count.
 * @returns What to put in the place of each call.
 * @throws {CellFailure} If an argument is wrong or a request failed.
 */
export async function resolveCalls(
  text: string,
  statement: Statement,
  ports: { readonly connection: DuckDBConnection; readonly fetchTable: FetchTable },
): Promise<readonly Replacement[]> {
  const replacements: Replacement[] = [];
  let waiting = callsOf(statement).map(call => ({
    call,
    tables: commonTablesAt(statement.tokens, call.span.from),
  }));
  while (waiting.length > 0) {
    const ready = waiting.filter(
      ({ call, tables }) =>
        !waiting.some(other => other.call !== call && dependsOn(call, tables, other.call)),
    );
    const checked: { call: SignalCall; asked: CheckedCall }[] = [];
    for (const { call, tables } of ready) {
      const args = await evaluate(text, { call, tables, replacements }, ports.connection);
      checked.push({ call, asked: checkedCall(call, args) });
    }
    const schemas = await settled(
      checked.map(({ call, asked }) => ports.fetchTable(asked, call.name.from)),
    );
    checked.forEach(({ call }, index) => {
      replacements.push({
        span: call.span,
        text: `"${schemas[index] ?? ''}".${call.function.name}`,
      });
    });
    waiting = waiting.filter(item => !ready.includes(item));
  }
  return replacements;
}

/** Waits for all, so that none goes on behind a failure; then throws the first failure. */
async function settled<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(work);
  const failed = results.find(result => result.status === 'rejected');
  if (failed) {
    throw failed.reason;
  }
  return results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
}

function dependsOn(call: SignalCall, tables: readonly CommonTable[], other: SignalCall): boolean {
  return [call.span, ...tables.map(({ span }) => span)].some(span => contains(span, other.span));
}

function contains(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

async function evaluate(
  text: string,
  {
    call,
    tables,
    replacements,
  }: { call: SignalCall; tables: readonly CommonTable[]; replacements: readonly Replacement[] },
  connection: DuckDBConnection,
): Promise<EvaluatedArgument[]> {
  if (call.arguments.length === 0) {
    return [];
  }
  const empty = call.arguments.find(({ value }) => value.to === value.from);
  if (empty) {
    const message = `${call.function.name}: ${empty.name ?? 'an argument'} has no value.`;
    throw new CellFailure('argument', message, empty.value.from);
  }
  const composed = argumentsQuery(text, call, tables, replacements);
  try {
    const result = await connection.runAndReadAll(composed.text);
    const types = result.columnTypes().map(String);
    const row = result.getRows()[0] ?? [];
    return call.arguments.map(({ name }, index) => ({
      name,
      value: valueOf(row[index] ?? null),
      type: types[index] ?? 'VARCHAR',
    }));
  } catch (error) {
    throw argumentFailure(error, call, composed);
  }
}

/** A column where a constant has to be: a lateral call, or text in double quotes. */
function argumentFailure(error: unknown, call: SignalCall, composed: ComposedText): CellFailure {
  const engine = engineErrorOf(error);
  const failure = engineFailure(error, composed, call.name.from);
  const column = /[Rr]eferenced (?:column|table) "?([^"]+)"?/.exec(engine.message)?.[1];
  if (engine.type !== 'Binder' || column === undefined) {
    return failure;
  }
  const argument = argumentAt(call, failure.offset);
  const first = call.function.first;
  const fix =
    first === null
      ? 'An argument is a constant: a literal, a variable or a subquery.'
      : `An argument is a constant. Collect the keys first: ${call.function.name}((SELECT list(entity) FROM …)).`;
  const message = `${argument?.name ?? first ?? 'An argument'} of ${call.function.name} refers to ${column}, which is not known before the query runs. ${fix} Text stands in single quotes.`;
  return new CellFailure('lateral', message, failure.offset ?? call.name.from, { cause: error });
}

function argumentAt(call: SignalCall, offset: number | null): CallArgument | undefined {
  return call.arguments.find(
    ({ value }) => offset !== null && value.from <= offset && offset <= value.to,
  );
}

function checkedCall(call: SignalCall, args: readonly EvaluatedArgument[]): CheckedCall {
  const checked = checkArguments(call.function, args);
  if ('code' in checked) {
    const at = checked.argument === null ? undefined : call.arguments[checked.argument];
    const offset = at ? (at.name === null ? at.value.from : at.nameSpan.from) : call.name.from;
    throw new CellFailure('argument', argumentSentence(checked), offset);
  }
  return checked;
}

/**
 * Fetches the calls of a statement, so that the engine can run it.
 *
 * A call whose arguments contain another call, directly or through a common table expression, waits for that one;
 * independent calls are fetched concurrently.
 */

import { t } from '../../core/base/translations';
import { contains } from '../../core/base/span';
import { checkArguments, type CheckedCall, type EvaluatedArgument } from '../../core/sql/arguments';
import { argumentsQuery } from '../../core/sql/argumentsQuery';
import { argumentSentence, type ArgumentProblem } from '../../core/sql/argumentProblems';
import { callsOf, type CallArgument, type SignalCall } from '../../core/sql/calls';
import {
  changesFunction,
  checkChangesArguments,
  type CheckedChanges,
} from '../../core/sql/changesArguments';
import { changesCallsOf, type ChangesCall } from '../../core/sql/changesCalls';
import type { ComposedText, Replacement } from '../../core/sql/composedText';
import { literalArguments } from '../../core/sql/literalArguments';
import { commonTablesAt, type CommonTable } from '../../core/sql/scope';
import type { Statement } from '../../core/sql/statements';
import { isInSubquery } from '../../core/sql/subqueries';
import { CellFailure, engineFailure } from '../engine/cellFailure';
import { engineErrorOf, referencedName } from '../engine/engineError';
import { valueOf } from '../engine/values';
import type { UserConnection } from '../engine/userConnection';

/** Fetches one call and returns the schema of its table. */
export type FetchTable = (call: CheckedCall, offset: number) => Promise<string>;

/** Creates the table of one call of `overlay_changes` and returns its schema. */
export type CompareOverlays = (call: CheckedChanges, offset: number) => Promise<string>;

type Call = SignalCall | ChangesCall;

/** Replaces calls by their tables. */
export interface CallAnswers {
  readonly fetchTable: FetchTable;
  readonly compareOverlays: CompareOverlays;
}

interface CallPorts extends CallAnswers {
  /** Runs the query for a call's arguments. */
  readonly evaluate: (sql: string) => ReturnType<UserConnection['runAndReadAll']>;
}

/**
 * @param text The cell's text, which the statement's spans refer to.
 * @returns The replacement of each call.
 * @throws {CellFailure} If an argument is wrong or a request failed.
 */
export async function resolveCalls(
  text: string,
  statement: Statement,
  ports: CallPorts,
): Promise<readonly Replacement[]> {
  const replacements: Replacement[] = [];
  let waiting = [...callsOf(statement), ...changesCallsOf(statement)].map(call => ({
    call,
    tables: commonTablesAt(statement.tokens, call.span.from),
  }));
  while (waiting.length > 0) {
    const ready = waiting.filter(
      ({ call, tables }) =>
        !waiting.some(other => other.call !== call && dependsOn(call, tables, other.call)),
    );
    const checked: { call: Call; fetch: () => Promise<string> }[] = [];
    for (const { call, tables } of ready) {
      const args =
        literalArguments(call.arguments, statement.tokens) ??
        (await evaluate(text, { call, tables, replacements }, ports));
      checked.push({ call, fetch: fetching(call, args, ports) });
    }
    const schemas = await settled(checked.map(({ fetch }) => fetch()));
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

/** Waits for all, so that none continues after a failure is reported; then throws the first failure. */
async function settled<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(work);
  const failed = results.find(result => result.status === 'rejected');
  if (failed) {
    throw failed.reason;
  }
  return results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
}

function dependsOn(call: Call, tables: readonly CommonTable[], other: Call): boolean {
  return [call.span, ...tables.map(({ span }) => span)].some(span => contains(span, other.span));
}

async function evaluate(
  text: string,
  {
    call,
    tables,
    replacements,
  }: { call: Call; tables: readonly CommonTable[]; replacements: readonly Replacement[] },
  ports: Pick<CallPorts, 'evaluate'>,
): Promise<EvaluatedArgument[]> {
  if (call.arguments.length === 0) {
    return [];
  }
  const empty = call.arguments.find(({ value }) => value.to === value.from);
  if (empty) {
    const message = t('{0}: {1} has no value.', call.function.name, empty.name ?? t('an argument'));
    throw new CellFailure('argument', message, empty.value.from);
  }
  const composed = argumentsQuery(text, call, tables, replacements);
  try {
    const result = await ports.evaluate(composed.text);
    const types = result.columnTypes().map(String);
    const row = result.getRows()[0] ?? [];
    return call.arguments.map(({ name }, index) => ({
      name,
      value: valueOf(row[index] ?? null),
      type: types[index] ?? 'VARCHAR',
    }));
  } catch (error) {
    throw argumentFailure(error, call, composed, text);
  }
}

/** A column in the place of a constant: a lateral call, or text in double quotes. */
function argumentFailure(
  error: unknown,
  call: Call,
  composed: ComposedText,
  text: string,
): CellFailure {
  const failure = engineFailure(error, composed, call.name.from);
  const column = referencedName(engineErrorOf(error));
  const isMistyped = failure.offset !== null && isInSubquery(failure.offset, call, text);
  if (column === undefined || isMistyped) {
    return failure;
  }
  const argument = argumentAt(call, failure.offset);
  const first = call.function.first;
  const fix =
    first === null
      ? t('An argument is a constant: a literal, a variable or a subquery.')
      : t(
          'An argument is a constant. Collect the keys first: {0}((SELECT list(entity) FROM …)).',
          call.function.name,
        );
  const message = t(
    '{0} of {1} refers to {2}, which is not known before the query runs. {3} Write text in single quotes.',
    argument?.name ?? first ?? t('An argument'),
    call.function.name,
    column,
    fix,
  );
  return new CellFailure('lateral', message, failure.offset ?? call.name.from, { cause: error });
}

function argumentAt(call: Call, offset: number | null): CallArgument | undefined {
  return call.arguments.find(
    ({ value }) => offset !== null && value.from <= offset && offset <= value.to,
  );
}

/** @throws {CellFailure} If an argument is wrong. Nothing has been requested before. */
function fetching(
  call: Call,
  args: readonly EvaluatedArgument[],
  ports: CallPorts,
): () => Promise<string> {
  const offset = call.name.from;
  if (call.function.name === changesFunction) {
    const asked = sound(call, checkChangesArguments(args));
    return () => ports.compareOverlays(asked, offset);
  }
  const asked = sound(call, checkArguments(call.function, args));
  return () => ports.fetchTable(asked, offset);
}

function sound<T extends object>(call: Call, checked: T | ArgumentProblem): T {
  if ('code' in checked) {
    const at = checked.argument === null ? undefined : call.arguments[checked.argument];
    const offset = at ? (at.name === null ? at.value.from : at.nameSpan.from) : call.name.from;
    throw new CellFailure('argument', argumentSentence(checked), offset);
  }
  return checked;
}

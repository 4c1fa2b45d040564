/** Binds the arguments of one call with DuckDB, and collects their problems. */

import { contains } from '../../core/base/span';
import { callFindings, lateralFinding, changesFindings } from '../../core/language/callFindings';
import type { Finding } from '../../core/language/problems';
import { argumentsQuery } from '../../core/sql/argumentsQuery';
import type { CallArgument, SignalCall } from '../../core/sql/calls';
import type { ChangesCall } from '../../core/sql/changesCalls';
import type { ComposedText, Replacement } from '../../core/sql/composedText';
import { isEmpty, readArguments, type ReadArgument } from '../../core/sql/readArguments';
import { commonTablesAt } from '../../core/sql/scope';
import { isInSubquery } from '../../core/sql/subqueries';
import type { Token } from '../../core/sql/tokens';
import { missingEntry, type EngineError } from '../engine/engineError';
import type { BindingContext } from './bindingContext';
import { isCheapConstant } from './cheapConstants';
import { engineFinding } from './engineFinding';
import { callsSchema } from './shadow';

export type Call = SignalCall | ChangesCall;

/** @returns The empty table that has the columns of the call. */
export function standIn({ span, function: called }: Call): Replacement {
  return { span, text: `"${callsSchema}".${called.name}` };
}

/** The surroundings of a call. */
export interface CallScene {
  readonly text: string;
  /** The tokens of the SQL around the call. */
  readonly tokens: readonly Token[];
  /** The replacements of the calls in it. */
  readonly replacements: readonly Replacement[];
  readonly context: BindingContext;
  /** Names (lower case) of the notebook's macros. */
  readonly macros: ReadonlySet<string>;
  /** Whether it may name something whose columns are only known when it runs. */
  readonly isOpen: boolean;
}

/** An argument that DuckDB refused. */
interface Refused {
  readonly error: EngineError;
  readonly composed: ComposedText;
  readonly tokens: readonly Token[];
}

/** @returns The problems of the call. */
export async function bindCall(call: Call, scene: CallScene): Promise<Finding[]> {
  const refused: Refused[] = [];
  const args = readArguments(call, scene.tokens, scene.context.variables);
  const bound = args.some(isEmpty) ? args : await boundArguments(args, { call, scene, refused });
  const ofArguments = isSignalCall(call) ? callFindings(call, bound) : changesFindings(call, bound);
  return [
    ...ofArguments,
    ...refused.flatMap(each => refusal(each, { call, scene, reported: ofArguments })),
  ];
}

function isSignalCall(call: Call): call is SignalCall {
  return 'columns' in call.function;
}

interface Binding {
  readonly call: Call;
  readonly scene: CallScene;
  /** Collects what DuckDB refuses. */
  readonly refused: Refused[];
}

/** The arguments, with DuckDB's types and values of those that cannot be read from the text. */
async function boundArguments(
  args: readonly ReadArgument[],
  binding: Binding,
): Promise<ReadArgument[]> {
  const { tokens, macros, isOpen } = binding.scene;
  const done: ReadArgument[] = [];
  const open: ReadArgument[] = [];
  for (const argument of args) {
    const isRead = argument.constant && !argument.constant.elements?.includes(null);
    const { from, to } = argument.value;
    const own = tokens.filter(token => token.from >= from && token.to <= to);
    const isCheap = !isRead && isCheapConstant(own, macros);
    if (!isRead && !isCheap && !isOpen) {
      open.push(argument);
    }
    done.push(isCheap ? await evaluated(argument, own, binding) : argument);
  }
  const types = open.length > 0 ? await boundTypes(open, binding) : [];
  return done.map(argument => {
    const type = types[open.indexOf(argument)];
    return type === undefined ? argument : { ...argument, bound: { type } };
  });
}

async function evaluated(
  argument: ReadArgument,
  tokens: readonly Token[],
  { scene, refused }: Binding,
): Promise<ReadArgument> {
  const composed = argumentsQuery(scene.text, { arguments: [argument] }, [], []);
  const value = await scene.context.shadow.evaluate(composed.text);
  if ('error' in value) {
    refused.push({ error: value.error, composed, tokens });
    return argument;
  }
  return { ...argument, bound: value };
}

async function boundTypes(
  open: readonly CallArgument[],
  { call, scene, refused }: Binding,
): Promise<readonly string[]> {
  const { text, tokens, replacements, context } = scene;
  const tables = commonTablesAt(tokens, call.span.from);
  const composed = argumentsQuery(text, { arguments: open }, tables, replacements);
  const bound = await context.shadow.bind(composed.text);
  if ('error' in bound) {
    refused.push({ error: bound.error, composed, tokens });
    return [];
  }
  return bound.columns?.map(({ type }) => type) ?? [];
}

/** The finding of an error, unless another one is reported for the same argument. */
function refusal(
  { error, composed, tokens }: Refused,
  { call, scene, reported }: { call: Call; scene: CallScene; reported: readonly Finding[] },
): Finding[] {
  const { context, macros } = scene;
  const finding = engineFinding(error, { composed, tokens, known: context.known, macros });
  const isLateral = finding?.code === 'unknownColumn' || isUnknownAlias(finding, error);
  if (
    !finding ||
    reported.some(each => each.code === 'argument' && contains(each.span, finding.span))
  ) {
    return [];
  }
  if (isLateral && !isMistyped(finding, call, scene.text)) {
    return [lateralFinding(call, finding.data.name, finding.span, scene.tokens)];
  }
  return finding.code === 'syntax' ? [] : [finding]; // Binding the whole statement reports syntax errors better.
}

/** A name inside a subquery is looked up there first: a similar name or any column of it is more likely meant. */
function isMistyped(
  finding: Finding & { code: 'unknownColumn' | 'unknownTable' },
  call: Call,
  text: string,
): boolean {
  const isColumn = finding.code === 'unknownColumn';
  return isInSubquery(finding.span.from, call, text) && (isColumn || finding.data.near !== null);
}

/** `b.entity` where `b` is the other side of a lateral join, not a missing table. */
function isUnknownAlias(
  finding: Finding | null,
  error: EngineError,
): finding is Finding & { code: 'unknownTable' } {
  return finding?.code === 'unknownTable' && missingEntry(error)?.isQualifier === true;
}

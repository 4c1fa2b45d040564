/** Calls of `overlay_changes`: the query of a ranked list, and what its answer is compared with. */

import { nearest } from '../base/nearest';
import { parsePlainDate, type PlainDate } from '../base/plainDate';
import { signalFunctionNamed } from '../service/functions';
import type { Parameter } from '../service/parameters';
import { argumentProblem, type ArgumentProblem } from './argumentProblems';
import { checkedValue, shownValue } from './argumentValue';
import { checkArguments, type CheckedCall, type EvaluatedArgument } from './arguments';

export const changesFunction = 'overlay_changes';

/** Its own arguments; the others are those of the list. */
export const changesArguments = [
  { name: 'overlay', doc: "`'bullish_stocks'` or `'bearish_stocks'`." },
  {
    name: 'since',
    doc: 'A date: compares with what was known on that day, which is its snapshot or the last one before it. Default: the last snapshot of an earlier day; in the sandbox, if there is none, its list of a week before.',
  },
  {
    name: 'until',
    doc: 'A date: uses what was known on that day instead of a new answer, and sends no request to the service.',
  },
  {
    name: 'snapshot',
    doc: 'Id of the snapshot to compare with, from the table snapshots; it may be of a call with other arguments.',
  },
] as const;

type OwnArgument = (typeof changesArguments)[number]['name'];

/** The query of a call. */
export interface CheckedChanges {
  readonly overlay: CheckedCall;
  readonly since: PlainDate | null;
  readonly until: PlainDate | null;
  readonly snapshot: string | null;
}

/** @returns The argument of that name, its own or the list's; undefined if it has none, or takes a list's name. */
export function changesParameter(name: string): Parameter | undefined {
  const own = (['since', 'until', 'snapshot'] as const).find(each => each === name);
  return own ? ownParameter(own) : listParameters().find(each => each.name === name);
}

function listParameters(): readonly Parameter[] {
  return signalFunctionNamed('bullish_stocks')?.arguments ?? [];
}

/** The lists that it compares. */
export const changesLists = ['bullish_stocks', 'bearish_stocks'] as const;

/** @returns The query of the call, or the first problem of its arguments. */
export function checkChangesArguments(
  args: readonly EvaluatedArgument[],
): CheckedChanges | ArgumentProblem {
  const own = ownArguments(args);
  if ('code' in own) {
    return own;
  }
  const list = listOf(args, own);
  if (typeof list !== 'string') {
    return list;
  }
  const since = ownText(args, own, 'since');
  const until = ownText(args, own, 'until');
  const snapshot = ownText(args, own, 'snapshot');
  for (const read of [since, until, snapshot]) {
    if (read !== null && typeof read === 'object') {
      return read;
    }
  }
  if (snapshot !== null && since !== null) {
    const argument = own.get('snapshot') ?? null;
    return argumentProblem('twoBaselines', { argument }, { function: changesFunction });
  }
  const [from, to] = [dateOf(since), dateOf(until)];
  if (from !== null && to !== null && from > to) {
    const argument = own.get('until') ?? null;
    return argumentProblem('sinceAfterUntil', { argument }, { since: from, until: to });
  }
  const isOwn = new Set(own.values());
  const others = [...args.keys()].filter(index => !isOwn.has(index));
  const overlay = overlayOf(list, args, others);
  return 'code' in overlay
    ? overlay
    : { overlay, since: from, until: to, snapshot: textOf(snapshot) };
}

/** @returns The arguments of `overlay_changes` by name, or an unknown one. */
function ownArguments(
  args: readonly EvaluatedArgument[],
): ReadonlyMap<OwnArgument, number> | ArgumentProblem {
  const ours = changesArguments.map(({ name }) => name);
  const theirs = listParameters().map(({ name }) => name);
  const own = new Map<OwnArgument, number>();
  for (const [argument, { name }] of args.entries()) {
    const key = name?.toLowerCase() ?? 'overlay';
    const mine = ours.find(each => each === key);
    const facts = { function: changesFunction, argument: key };
    if (name === null && argument > 0) {
      const data = { function: changesFunction, first: 'overlay' };
      return argumentProblem('unnamedArgument', { argument }, data);
    }
    if (mine && own.has(mine)) {
      return argumentProblem('repeatedArgument', { argument }, facts);
    }
    if (mine) {
      own.set(mine, argument);
    } else if (!theirs.includes(key)) {
      const known = [...ours, ...theirs];
      const data = { ...facts, near: nearest(key, known), known };
      return argumentProblem('unknownArgument', { argument }, data);
    }
  }
  return own;
}

type ListName = (typeof changesLists)[number];

function listOf(
  args: readonly EvaluatedArgument[],
  own: ReadonlyMap<OwnArgument, number>,
): ListName | ArgumentProblem {
  const argument = own.get('overlay') ?? null;
  const value = argument === null ? null : (args[argument]?.value ?? null);
  const shown = value === null ? null : shownValue(value);
  return (
    changesLists.find(each => each === value) ??
    argumentProblem('wrongList', { argument }, { function: changesFunction, value: shown })
  );
}

type OwnText = string | null | ArgumentProblem;

/** @returns The value as text; null if it is not written or NULL. */
function ownText(
  args: readonly EvaluatedArgument[],
  own: ReadonlyMap<OwnArgument, number>,
  name: 'since' | 'until' | 'snapshot',
): OwnText {
  const argument = own.get(name) ?? null;
  const given = argument === null ? undefined : args[argument];
  if (!given || given.value === null) {
    return null;
  }
  const parameter = ownParameter(name);
  const read = checkedValue({ function: changesFunction, parameter, argument }, given);
  return 'problems' in read ? read.problems[0] : String(read.text);
}

function ownParameter(name: 'since' | 'until' | 'snapshot'): Parameter {
  const doc = changesArguments.find(each => each.name === name)?.doc ?? '';
  const type = name === 'snapshot' ? 'text' : 'date';
  return { name, type, repeatable: false, values: [], default: null, listed: false, doc };
}

function textOf(read: OwnText): string | null {
  return typeof read === 'string' ? read : null;
}

function dateOf(read: OwnText): PlainDate | null {
  return parsePlainDate(textOf(read) ?? '') ?? null;
}

/** @param indexes The arguments that are the list's own. */
function overlayOf(
  name: ListName,
  args: readonly EvaluatedArgument[],
  indexes: readonly number[],
): CheckedCall | ArgumentProblem {
  const called = signalFunctionNamed(name);
  if (!called) {
    throw new RangeError(`no function ${name}`);
  }
  const checked = checkArguments(
    called,
    indexes.flatMap(index => args[index] ?? []),
  );
  if (!('code' in checked)) {
    return checked;
  }
  const { argument } = checked;
  return { ...checked, argument: argument === null ? null : (indexes[argument] ?? null) };
}

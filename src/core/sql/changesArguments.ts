/** Calls of `overlay_changes`: what a ranked list is asked for, and what its answer is compared with. */

import type { Json } from '../base/json';
import { nearest } from '../base/nearest';
import { parsePlainDate, type PlainDate } from '../base/plainDate';
import { signalFunctionNamed } from '../service/functions';
import {
  checkArguments,
  dateValue,
  shown,
  type ArgumentProblem,
  type CheckedCall,
  type EvaluatedArgument,
} from './arguments';

export const changesFunction = 'overlay_changes';

/** Its own arguments; the others are those of the list. */
export const changesArguments = [
  { name: 'overlay', doc: "`'bullish_stocks'` or `'bearish_stocks'`." },
  {
    name: 'since',
    doc: 'A date: what was known on that day, which is its snapshot or the last one before it. Without it, the last snapshot of an earlier day.',
  },
  {
    name: 'until',
    doc: 'A date: compares what was known on that day instead of an answer of now, and asks the service nothing.',
  },
  {
    name: 'snapshot',
    doc: 'Id of the snapshot to compare with, from the table snapshots; its question may be another.',
  },
] as const;

type OwnArgument = (typeof changesArguments)[number]['name'];

/** What a call asks. */
export interface CheckedChanges {
  readonly overlay: CheckedCall;
  readonly since: PlainDate | null;
  readonly until: PlainDate | null;
  readonly snapshot: string | null;
}

const lists = ['bullish_stocks', 'bearish_stocks'] as const;

/** @returns What the call asks, or the first thing wrong with its arguments. */
export function checkChangesArguments(
  args: readonly EvaluatedArgument[],
): CheckedChanges | ArgumentProblem {
  const own = ownArguments(args);
  if ('message' in own) {
    return own;
  }
  const list = listOf(args, own);
  if ('message' in list) {
    return list;
  }
  const since = dateArgument(args, own, 'since');
  const until = dateArgument(args, own, 'until');
  if ('message' in since || 'message' in until) {
    return 'message' in since ? since : (until as ArgumentProblem);
  }
  const snapshot = textArgument(args, own);
  if (typeof snapshot === 'object' && snapshot !== null) {
    return snapshot;
  }
  if (snapshot !== null && since.date !== null) {
    const message = `${changesFunction} is given both since and snapshot: keep one of them.`;
    return { argument: own.get('snapshot') ?? null, message };
  }
  const others = [...args.keys()].filter(index => ![...own.values()].includes(index));
  const overlay = overlayOf(list.name, args, others);
  return 'message' in overlay
    ? overlay
    : { overlay, since: since.date, until: until.date, snapshot };
}

/** @returns Which argument is which of our own, or an unknown one. */
function ownArguments(
  args: readonly EvaluatedArgument[],
): Map<OwnArgument, number> | ArgumentProblem {
  const ours = changesArguments.map(({ name }) => name);
  const theirs = signalFunctionNamed('bullish_stocks')?.arguments.map(({ name }) => name) ?? [];
  const own = new Map<OwnArgument, number>();
  for (const [index, { name }] of args.entries()) {
    if (name === null && index > 0) {
      const message = `${changesFunction} takes one argument without a name, the list: write name := value.`;
      return { argument: index, message };
    }
    const key = name?.toLowerCase() ?? 'overlay';
    const known = ours.find(each => each === key);
    if (known && own.has(known)) {
      return { argument: index, message: `${changesFunction} is given ${key} twice: keep one.` };
    }
    if (known) {
      own.set(known, index);
    } else if (!theirs.includes(key)) {
      const meant = nearest(key, [...ours, ...theirs]);
      const hint =
        meant === null
          ? `It takes ${ours.join(', ')} and those of the list.`
          : `Did you mean ${meant}?`;
      return { argument: index, message: `${changesFunction} has no argument ${key}. ${hint}` };
    }
  }
  return own;
}

function listOf(
  args: readonly EvaluatedArgument[],
  own: ReadonlyMap<OwnArgument, number>,
): { readonly name: (typeof lists)[number] } | ArgumentProblem {
  const at = own.get('overlay');
  const value = at === undefined ? null : (args[at]?.value ?? null);
  const name = lists.find(each => each === value);
  if (name) {
    return { name };
  }
  const given = value === null ? '' : `, not ${shown(value)}`;
  const message = `${changesFunction} takes the list's name first, 'bullish_stocks' or 'bearish_stocks'${given}.`;
  return { argument: at ?? null, message };
}

function dateArgument(
  args: readonly EvaluatedArgument[],
  own: ReadonlyMap<OwnArgument, number>,
  name: 'since' | 'until',
): { readonly date: PlainDate | null } | ArgumentProblem {
  const at = own.get(name);
  const given = at === undefined ? undefined : args[at];
  if (at === undefined || !given || given.value === null) {
    return { date: null };
  }
  const read = dateValue(given.value, given.type);
  return 'message' in read
    ? { argument: at, message: `${name} of ${changesFunction}: ${read.message}` }
    : { date: parsePlainDate(read.text) ?? null };
}

function textArgument(
  args: readonly EvaluatedArgument[],
  own: ReadonlyMap<OwnArgument, number>,
): string | null | ArgumentProblem {
  const at = own.get('snapshot');
  const value: Json = at === undefined ? null : (args[at]?.value ?? null);
  return value === null || typeof value === 'string'
    ? value
    : {
        argument: at ?? null,
        message: `snapshot of ${changesFunction}: takes an id of the table snapshots, not ${shown(value)}.`,
      };
}

/** @param indexes The arguments that are the list's own. */
function overlayOf(
  name: (typeof lists)[number],
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
  return 'message' in checked
    ? {
        ...checked,
        argument: checked.argument === null ? null : (indexes[checked.argument] ?? null),
      }
    : checked;
}

/** What a sync requests, and which files it writes: from what is wanted and what a lake holds. */

import { addDays, plainDateOfInstant, type PlainDate } from '../base/plainDate';
import { textLiteral } from '../base/quoted';
import { counted } from '../base/text';
import { planCall } from '../client/plan';
import { signalFunctionNamed, type SignalFunction } from '../service/functions';
import type { FunctionName } from '../service/operations';
import {
  divide,
  monthsOf,
  unitsOf,
  withCoverage,
  type Coverage,
  type MonthDays,
  type Part,
} from './coverage';
import {
  dayOfFile,
  historyFunctions,
  listFunctions,
  monthOfFile,
  rowOrder,
  type LakeFile,
} from './lakeFile';

/** What a lake holds of one function. */
export interface Held {
  /** By month; replaced as months are written. */
  readonly covered: Map<string, readonly Coverage[]>;
  /** Days with a ranked list. */
  readonly days: ReadonlySet<PlainDate>;
}

/** A part that is requested and written before the next one. */
export interface Unit {
  readonly function: SignalFunction;
  readonly part: Part;
  readonly requestCount: number;
}

export interface SyncPlan {
  /** The UTC day of the plan. */
  readonly today: PlainDate;
  /** Functions whose list of today is missing. */
  readonly lists: readonly FunctionName[];
  readonly units: readonly Unit[];
  readonly requestCount: number;
}

export interface Wanted {
  readonly entities: readonly string[];
  /** Half-open; `to` null: today is the last day. */
  readonly from: PlainDate;
  readonly to: PlainDate | null;
  /** Empty: all functions. */
  readonly only: readonly FunctionName[];
}

/** @returns A sentence that explains why nothing can be requested, or undefined. */
export function rangeProblem(
  { from, to }: Pick<Wanted, 'from' | 'to'>,
  nowMs: number,
): string | undefined {
  const today = plainDateOfInstant(nowMs);
  if (from > today) {
    return `--from ${from} is after today, ${today} in UTC.`;
  }
  return to !== null && to <= from
    ? `--to ${to} is the first day that is left out, and has to be after --from ${from}.`
    : undefined;
}

export function heldOf(files: readonly LakeFile[]): Held {
  const months = files.flatMap(({ file, record }) => {
    const month = monthOfFile(file);
    return month === undefined ? [] : [[month, record.covered] as const];
  });
  return {
    covered: new Map(months),
    days: new Set(files.flatMap(({ file }) => dayOfFile(file) ?? [])),
  };
}

/** @param held What the lake holds of a function. */
export function syncPlan(
  { entities, from, to, only }: Wanted,
  held: (name: FunctionName) => Held,
  nowMs: number,
): SyncPlan {
  const today = plainDateOfInstant(nowMs);
  const tomorrow = addDays(today, 1);
  const end = to !== null && to < tomorrow ? to : tomorrow;
  const isChosen = (name: FunctionName): boolean => only.length === 0 || only.includes(name);
  const lists = listFunctions.filter(name => isChosen(name) && !held(name).days.has(today));
  const units = historyFunctions.filter(isChosen).flatMap(name => {
    const covered = [...held(name).covered.values()].flat();
    const { missing } = divide({ entities, from, to: end }, covered, nowMs);
    return unitsOf(missing).map(part => unitOf(name, part));
  });
  const requestCount = units.reduce((sum, unit) => sum + unit.requestCount, lists.length);
  return { today, lists, units, requestCount };
}

/** @returns A line for each function that is requested, and the sum. */
export function planLines({ lists, units, requestCount }: SyncPlan): readonly string[] {
  const names = [...new Set(units.map(unit => unit.function.name))];
  const lines = names.map(name => {
    const own = units.filter(unit => unit.function.name === name);
    const requests = own.reduce((sum, unit) => sum + unit.requestCount, 0);
    const entities = new Set(own.flatMap(({ part }) => part.entities)).size;
    const froms = own.map(({ part }) => part.from).sort();
    const tos = own.map(({ part }) => part.to).sort();
    return `${name}: ${counted(entities, 'entity', 'entities')} [${froms[0]}, ${tos.at(-1)}), ${counted(requests, 'request')}`;
  });
  return [
    ...lists.map(name => `${name}: today's list, 1 request`),
    ...lines,
    `Planned ${counted(requestCount, 'request')}.`,
  ];
}

/** The call that requests a unit. */
export function unitCall({ function: { name }, part }: Unit): string {
  return `${name}(${listLiteral(part.entities)}, date_from := DATE '${part.from}', date_to := DATE '${part.to}')`;
}

/** A month's file after a unit was requested. */
export interface MonthWrite {
  readonly month: string;
  /** The query of its rows: those of the unit, and the other rows of the file that it replaces. */
  readonly query: string;
  readonly covered: readonly Coverage[];
}

/**
 * @param rows The relation with the rows of the unit's call.
 * @param fileOf The file of a month.
 */
export function monthWrites(
  { function: { columns }, part }: Unit,
  held: Held,
  {
    rows,
    requestedAtMs,
    fileOf,
  }: { rows: string; requestedAtMs: number; fileOf: (month: string) => string },
): readonly MonthWrite[] {
  const list = columns.map(column => `"${column.name}"`).join(', ');
  return monthsOf(part).map(({ month, from, to }: MonthDays) => {
    const isOf = `date >= DATE '${from}' AND date < DATE '${to}'`;
    const before = held.covered.get(month);
    const kept = before
      ? ` UNION ALL SELECT ${list} FROM read_parquet(${textLiteral(fileOf(month))}, hive_partitioning = false) WHERE NOT coalesce(${isOf} AND list_contains(${listLiteral(part.entities)}, entity), false)`
      : '';
    return {
      month,
      query: `FROM (SELECT ${list} FROM ${rows} WHERE ${isOf}${kept}) ORDER BY ${rowOrder(columns)}`,
      covered: withCoverage(before ?? [], { entities: part.entities, from, to, requestedAtMs }),
    };
  });
}

function unitOf(name: FunctionName, part: Part): Unit {
  const called = signalFunctionNamed(name);
  if (!called) {
    throw new RangeError(`no function ${name}`);
  }
  const parameters = { date_from: part.from, date_to: part.to };
  const { requests } = planCall({ function: called, entities: part.entities, parameters });
  return { function: called, part, requestCount: requests.length };
}

function listLiteral(texts: readonly string[]): string {
  return `[${texts.map(textLiteral).join(', ')}]`;
}

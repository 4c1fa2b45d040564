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
  /** The days with a ranked list, each with the rows that were requested; null if its file does not say. */
  readonly lists: ReadonlyMap<PlainDate, number | null>;
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
  /** The lists of today that are held, and for which fewer rows were requested than are wanted. */
  readonly shortLists: readonly ShortList[];
  readonly units: readonly Unit[];
  readonly requestCount: number;
}

interface ShortList {
  readonly name: FunctionName;
  /** Rows that were requested, and rows that are wanted. */
  readonly held: number;
  readonly wanted: number;
}

export interface Wanted {
  readonly entities: readonly string[];
  /** Half-open; `to` null: today is the last day. */
  readonly from: PlainDate;
  readonly to: PlainDate | null;
  /** Empty: all functions. */
  readonly only: readonly FunctionName[];
  /** Rows of each ranked list. */
  readonly amount: number;
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
  const lists = files.flatMap(({ file, record }) => {
    const day = dayOfFile(file);
    const { amount } = record.arguments;
    return day === undefined ? [] : [[day, typeof amount === 'number' ? amount : null] as const];
  });
  return { covered: new Map(months), lists: new Map(lists) };
}

/** @param held What the lake holds of a function. */
export function syncPlan(
  { entities, from, to, only, amount }: Wanted,
  held: (name: FunctionName) => Held,
  nowMs: number,
): SyncPlan {
  const today = plainDateOfInstant(nowMs);
  const tomorrow = addDays(today, 1);
  const end = to !== null && to < tomorrow ? to : tomorrow;
  const isChosen = (name: FunctionName): boolean => only.length === 0 || only.includes(name);
  const chosenLists = listFunctions.filter(isChosen);
  const lists = chosenLists.filter(name => !held(name).lists.has(today));
  const shortLists = chosenLists.flatMap(name => {
    const rows = held(name).lists.get(today) ?? null;
    return rows !== null && rows < amount ? [{ name, held: rows, wanted: amount }] : [];
  });
  const units = historyFunctions.filter(isChosen).flatMap(name => {
    const covered = [...held(name).covered.values()].flat();
    const { missing } = divide({ entities, from, to: end }, covered, nowMs);
    return unitsOf(missing).map(part => unitOf(name, part));
  });
  const requestCount = units.reduce((sum, unit) => sum + unit.requestCount, lists.length);
  return { today, lists, shortLists, units, requestCount };
}

/** @returns A line for each function that is requested or whose list is shorter than wanted, and the sum. */
export function planLines({ lists, shortLists, units, requestCount }: SyncPlan): readonly string[] {
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
    ...shortLists.map(
      ({ name, held, wanted }) =>
        `${name}: today's list was stored with --amount ${held}; a sync stores one a day (UTC), so --amount ${wanted} applies from tomorrow on`,
    ),
    ...lines,
    `Planned ${counted(requestCount, 'request')}.`,
  ];
}

/** The call that requests a unit. */
export function unitCall({ function: { name }, part }: Unit): string {
  return `${name}(${listLiteral(part.entities)}, date_from := DATE '${part.from}', date_to := DATE '${part.to}')`;
}

/**
 * The query of the companies that the service may not have recognised: its own id of them is not known, so their key was
 * sent, and no row came back. None if the service gives rows and no id with them: then keys are what it takes.
 *
 * @param rows The relation with the rows of the unit's call.
 * @returns Null for functions that take the key.
 */
export function unrecognisedQuery(
  { function: { first }, part }: Unit,
  rows: string,
): string | null {
  return first === 'companies'
    ? `SELECT entity FROM (SELECT unnest(${listLiteral(part.entities)}) AS entity)
       WHERE entity NOT IN (SELECT entity FROM ${rows} WHERE entity IS NOT NULL)
         AND entity NOT IN (SELECT entity FROM entities WHERE vendor_id IS NOT NULL)
         AND (SELECT count(*) = 0 OR count(vendor_id) > 0 FROM ${rows})`
    : null;
}

/** A month's file after a unit was requested. */
export interface MonthWrite {
  readonly month: string;
  /** The query of its rows: those of the unit, and the other rows of the file that it replaces. */
  readonly query: string;
  readonly covered: readonly Coverage[];
}

/**
 * Rows of entities that were not asked for replace their earlier ones too, so that none is there twice.
 *
 * @param rows The relation with the rows of the unit's call.
 * @param fileOf The file of a month.
 * @returns None if the unit has no entities.
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
  const months = part.entities.length === 0 ? [] : monthsOf(part);
  return months.map(({ month, from, to }: MonthDays) => {
    const isOf = `date >= DATE '${from}' AND date < DATE '${to}'`;
    const before = held.covered.get(month);
    const kept = before
      ? ` UNION ALL SELECT ${list} FROM read_parquet(${textLiteral(fileOf(month))}, hive_partitioning = false) WHERE NOT coalesce(${isOf} AND (list_contains(${listLiteral(part.entities)}, entity) OR entity IN (SELECT entity FROM ${rows})), false)`
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

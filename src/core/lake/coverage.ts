/**
 * What a lake covers, and what is still to be requested: the one place that decides it, for `signals sync` and for calls
 * that are answered from the lake first.
 */

import { addDays, plainDateOfInstant, type PlainDate } from '../base/plainDate';

/** Days of entities: half-open, `from <= day < to`. */
export interface Part {
  readonly entities: readonly string[];
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/** A part that was requested and answered completely; it may have no rows. */
export interface Coverage extends Part {
  /** Epoch milliseconds. */
  readonly requestedAtMs: number;
}

/** Days younger than this when they were requested are requested again: the service may still correct them. */
export const settlingDays = 3;

/** A request that is later than now by more than this was dated by a clock that was wrong. */
const clockToleranceMs = 86_400_000;

/** @returns The end, excluded, of the days of the coverage that count as final; before its start if none does. */
function settledEnd({ from, to, requestedAtMs }: Coverage, nowMs: number): PlainDate {
  if (requestedAtMs > nowMs + clockToleranceMs) {
    return from;
  }
  const end = addDays(plainDateOfInstant(requestedAtMs), 1 - settlingDays);
  return end < to ? end : to;
}

/**
 * Divides what is wanted into what is covered by final days and what is to be requested.
 *
 * @param nowMs Epoch milliseconds.
 * @returns Parts that do not overlap and together are `wanted`; entities in the order of `wanted`.
 */
export function divide(
  wanted: Part,
  covered: readonly Coverage[],
  nowMs: number,
): { readonly held: readonly Part[]; readonly missing: readonly Part[] } {
  const held = new Grouped();
  const missing = new Grouped();
  const byEntity = intervalsByEntity(wanted, covered, nowMs);
  for (const entity of wanted.entities) {
    let at = wanted.from;
    for (const { from, to } of byEntity.get(entity) ?? []) {
      if (to <= at) {
        continue;
      }
      if (from > at) {
        missing.add(entity, at, from);
        at = from;
      }
      held.add(entity, at, to);
      at = to;
    }
    if (at < wanted.to) {
      missing.add(entity, at, wanted.to);
    }
  }
  return { held: held.parts(), missing: missing.parts() };
}

/**
 * @returns The coverage with a part that was requested later; where both cover the same days, the later one counts.
 */
export function withCoverage(covered: readonly Coverage[], later: Coverage): readonly Coverage[] {
  const replaced = new Set(later.entities);
  const left = covered.flatMap(each => {
    if (each.to <= later.from || later.to <= each.from) {
      return [each];
    }
    const others = each.entities.filter(entity => !replaced.has(entity));
    const same = each.entities.filter(entity => replaced.has(entity));
    return [
      { ...each, entities: others },
      { ...each, entities: same, to: later.from },
      { ...each, entities: same, from: later.to },
    ].filter(({ entities, from, to }) => entities.length > 0 && from < to);
  });
  return [...left, later];
}

/** Entities a unit of work, and months of it: what is lost if a sync is killed while it waits. */
const mostEntities = 1000;
const mostMonths = 12;

/** @returns The parts cut into units of work: whole months, but at the ends of a part. */
export function unitsOf(parts: readonly Part[]): readonly Part[] {
  return parts.flatMap(part => {
    const units: Part[] = [];
    const months = monthsOf(part);
    for (let month = 0; month < months.length; month += mostMonths) {
      const from = months[month]?.from ?? part.from;
      const to = months.slice(month, month + mostMonths).at(-1)?.to ?? part.to;
      for (let at = 0; at < part.entities.length; at += mostEntities) {
        units.push({ entities: part.entities.slice(at, at + mostEntities), from, to });
      }
    }
    return units;
  });
}

/** Days of one calendar month, half-open. */
export interface MonthDays {
  /** `YYYY-mm`. */
  readonly month: string;
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/** @returns The days of each month, in order. */
export function monthsOf({ from, to }: Pick<Part, 'from' | 'to'>): readonly MonthDays[] {
  const months: MonthDays[] = [];
  for (let at = from; at < to;) {
    const first = addDays(at, 1 - Number(at.slice(8)));
    const next = addDays(first, 31);
    const end = addDays(next, 1 - Number(next.slice(8)));
    const last = end < to ? end : to;
    months.push({ month: at.slice(0, 7), from: at, to: last });
    at = last;
  }
  return months;
}

type Interval = Pick<Part, 'from' | 'to'>;

/** @returns The final days of each wanted entity within the wanted range, in order; intervals that touch are one. */
function intervalsByEntity(
  wanted: Part,
  covered: readonly Coverage[],
  nowMs: number,
): ReadonlyMap<string, readonly Interval[]> {
  const isWanted = new Set(wanted.entities);
  const byEntity = new Map<string, { from: PlainDate; to: PlainDate }[]>();
  const ordered = [...covered].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  for (const each of ordered) {
    const end = settledEnd(each, nowMs);
    const from = each.from > wanted.from ? each.from : wanted.from;
    const to = end < wanted.to ? end : wanted.to;
    if (from >= to) {
      continue;
    }
    for (const entity of each.entities) {
      if (!isWanted.has(entity)) {
        continue;
      }
      const own = byEntity.get(entity);
      const last = own?.at(-1);
      if (last && from <= last.to) {
        last.to = to > last.to ? to : last.to;
      } else if (own) {
        own.push({ from, to });
      } else {
        byEntity.set(entity, [{ from, to }]);
      }
    }
  }
  return byEntity;
}

/** Entities with the same days. */
class Grouped {
  private readonly byDays = new Map<
    string,
    { from: PlainDate; to: PlainDate; entities: string[] }
  >();

  add(entity: string, from: PlainDate, to: PlainDate): void {
    const key = `${from} ${to}`;
    const known = this.byDays.get(key);
    if (known) {
      known.entities.push(entity);
    } else {
      this.byDays.set(key, { from, to, entities: [entity] });
    }
  }

  parts(): readonly Part[] {
    return [...this.byDays.values()];
  }
}

/** The task of a transform, from Vega's arguments. */

import type { WorkMeter } from './workMeter';

/** Reads a field of a row. */
export type Accessor = (row: object) => unknown;

/** Parameters of a transform, by name, as Vega evaluated them. */
export type Parameters = Readonly<Record<string, unknown>>;

/** The rows passed between operators. */
export interface Pulse {
  readonly dataflow: object;
  readonly add?: readonly object[];
  readonly mod?: readonly object[];
  readonly source?: readonly object[] | null;
  readonly pulses?: readonly Pulse[];
}

export interface TransformTask {
  readonly parameters: Parameters;
  readonly pulse: Pulse;
  readonly meter: WorkMeter;
  /** The operator itself. */
  readonly state: unknown;
}

/** @returns The rows that the transform reads. */
export function rowsOf({ source, add, mod, pulses }: Pulse): readonly object[] {
  if (pulses) {
    return pulses.flatMap(rowsOf);
  }
  const changed = [...(add ?? []), ...(mod ?? [])];
  return source && source.length > changed.length ? source : changed;
}

/** @returns How many rows each group has. */
export function groupSizes(rows: readonly object[], groupby: unknown): ReadonlyMap<string, number> {
  const accessors = accessorsOf(groupby);
  const sizes = new Map<string, number>();
  for (const row of rows) {
    const key = accessors.map(read => String(read(row))).join('|');
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return sizes;
}

/** @returns The functions that read the fields of a parameter. */
export function accessorsOf(value: unknown): readonly Accessor[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter(item => typeof item === 'function') as Accessor[];
}

/** The values that the domain of a scale is made of, read from the rows and transforms of a compiled chart. */

import { isRecord } from '../../core/base/json';
import type { Data, Mark, Scale, Scope, Spec, Transforms } from 'vega';

export const MS_PER_DAY = 86_400_000;

/** What counts rows, and what of whole numbers is a whole number. */
const counts = ['count', 'valid', 'missing', 'distinct'];
const keepsWhole = ['sum', 'min', 'max'];

/** The rows and transforms of a compiled chart, from which the values of a scale follow. */
export interface ScaleSources {
  readonly data: readonly Data[];
  /** All rows: listed when a scale first needs them. */
  readonly rows: () => readonly Record<string, unknown>[];
  /** The days of the scales that were asked for: the axes of panels share one. */
  readonly days: Map<Scale, readonly number[] | undefined>;
}

/** @returns The data of the chart and of its panels. */
export function scaleSources(spec: Spec): ScaleSources {
  const inScope = ({ data = [], marks = [] }: Pick<Scope, 'data' | 'marks'>): Data[] => [
    ...data,
    ...marks.flatMap((mark: Mark) => (mark.type === 'group' ? inScope(mark) : [])),
  ];
  const data = inScope(spec);
  let rows: readonly Record<string, unknown>[] | undefined;
  return { data, rows: () => (rows ??= data.flatMap(rowsOf)), days: new Map() };
}

/** @returns The days that a scale of time is of, oldest first; undefined if some value is no day. */
export function daysOfScale(scale: Scale, sources: ScaleSources): readonly number[] | undefined {
  const { days } = sources;
  if (!days.has(scale)) {
    const fields = domainFields('domain' in scale ? scale.domain : undefined);
    days.set(scale, fields && daysOf(fields, sources));
  }
  return days.get(scale);
}

/**
 * @returns Whether the scale is of rows that are whole numbers from 0, counts among them. Scores from -1 to 1 can all be
 * whole by chance.
 */
export function isOfWholes(scale: Scale, { data, rows: all }: ScaleSources): boolean {
  const fields = domainFields('domain' in scale ? scale.domain : undefined)?.map(unescaped);
  if (!fields || fields.length === 0) {
    return false;
  }
  const rows = all();
  const transforms = data.flatMap(({ transform = [] }) => transform);
  const seen = new Set<string>();
  const isWhole = (field: string): boolean => {
    if (seen.has(field)) {
      return true;
    }
    seen.add(field);
    const values = rows.map(row => row[field]).filter(each => each !== undefined && each !== null);
    const makers = transforms.filter(each => outputsOf(each).includes(field));
    return (
      (values.length > 0 || makers.length > 0) &&
      values.every(each => Number.isInteger(each) && Number(each) >= 0) &&
      makers.every(each => wholeInputs(each, field)?.every(isWhole))
    );
  };
  return fields.every(isWhole);
}

/** @returns The fields that have to be whole numbers for this one, which the transform makes; undefined if it may have parts. */
function wholeInputs(transform: Transforms, field: string): readonly string[] | undefined {
  if (transform.type === 'stack') {
    const { offset = 'zero' } = transform;
    return offset === 'zero' ? inputsOf({ field: transform.field }) : undefined;
  }
  if (transform.type !== 'aggregate' && transform.type !== 'joinaggregate') {
    return undefined;
  }
  const at = outputsOf(transform).indexOf(field);
  const operation = [Reflect.get(transform, 'ops') as unknown].flat()[at];
  if (typeof operation !== 'string') {
    return undefined;
  }
  const input = [Reflect.get(transform, 'fields') as unknown].flat()[at];
  return counts.includes(operation)
    ? []
    : keepsWhole.includes(operation)
      ? inputsOf({ field: input })
      : undefined;
}

/** @returns The fields whose values make the domain; undefined if others do. */
function domainFields(domain: unknown): readonly string[] | undefined {
  if (!isRecord(domain)) {
    return undefined;
  }
  const own = domain['field'];
  if (typeof own === 'string') {
    return [own];
  }
  const { fields } = domain;
  if (!Array.isArray(fields)) {
    return undefined;
  }
  const parts = fields.map((field: unknown) =>
    typeof field === 'string' ? [field] : domainFields(field),
  );
  return parts.every(part => part !== undefined) ? parts.flat() : undefined;
}

/** @returns The days of the columns that the fields are computed of, oldest first; undefined if some value is no day. */
function daysOf(fields: readonly string[], { data, rows }: ScaleSources): number[] | undefined {
  const known = new Set(fields.map(unescaped));
  const days = new Set<number>();
  for (const field of known) {
    for (const { transform = [] } of data) {
      for (const each of transform) {
        if (outputsOf(each).includes(field)) {
          if (each.type === 'timeunit' && !hasDays(each.units)) {
            return undefined;
          }
          inputsOf(each).forEach(input => known.add(input));
        }
      }
    }
    for (const row of rows()) {
      const value = row[field];
      const day = value === null || value === undefined ? null : dayOfText(value);
      if (day === undefined) {
        return undefined;
      }
      if (day !== null) {
        days.add(day);
      }
    }
  }
  return [...days].sort((a, b) => a - b);
}

function hasDays(units: unknown): boolean {
  return Array.isArray(units) && units.includes('date');
}

function rowsOf(data: Data): readonly Record<string, unknown>[] {
  const values: unknown = 'values' in data ? data.values : undefined;
  return Array.isArray(values) ? values.filter(isRecord) : [];
}

/** @returns The day as days since 1970; undefined if the value is none, or has a time. */
function dayOfText(value: unknown): number | undefined {
  const match =
    typeof value === 'string'
      ? /^(\d{4}-\d{2}-\d{2})(?:T00:00:00(?:\.000)?Z)?$/.exec(value)
      : undefined;
  const day = match ? Date.parse(`${match[1]}T00:00:00Z`) / MS_PER_DAY : NaN;
  return Number.isInteger(day) ? day : undefined;
}

function outputsOf(transform: object): readonly unknown[] {
  const as: unknown = Reflect.get(transform, 'as');
  return Array.isArray(as) ? as : [as];
}

/** @returns The fields that a transform reads. */
function inputsOf(transform: object): string[] {
  const named: unknown[] = [
    Reflect.get(transform, 'field'),
    ...[Reflect.get(transform, 'fields') as unknown].flat(),
  ];
  const expression: unknown = Reflect.get(transform, 'expr');
  const read = typeof expression === 'string' ? expression : '';
  return [
    ...named.filter(each => typeof each === 'string').map(unescaped),
    ...[...read.matchAll(/\bdatum\[("(?:[^"\\]|\\.)*")\]/g)].map(
      ([, text = '""']) => JSON.parse(text) as string,
    ),
    ...[...read.matchAll(/\bdatum\.(\w+)/g)].map(([, name = '']) => name),
  ];
}

/** @returns The name of the field: Vega reads dots and brackets without a backslash as a path. */
function unescaped(field: string): string {
  return field.replaceAll(/\\(.)/g, '$1');
}

/**
 * The cost of each of Vega's transforms, charged before it runs.
 *
 * A transform that is not listed is refused, so that a test notices transforms of a new version of Vega before a reader
 * does. Between two operators the page can handle events.
 */

import { t } from '../../core/base/translations';
import { Transform, transforms } from 'vega';
import { specialCosts } from './transformCosts';
import {
  rowsOf,
  type Accessor,
  type Parameters,
  type Pulse,
  type TransformTask,
} from './transformTask';
import { weightOf } from './valueWeight';
import type { WorkMeter } from './workMeter';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Steps for each row and each field. */
const rowSteps = 2;

/** Transforms that read each row once. */
const linear = words(`
  collect compare encode expression extent facet field filter formula identifier
  key linkpath load mark multiextent multivalues params pie prefacet project proxy relay
  render sample sieve sortitems stack subflow tupleindex values viewlayout overlap timeunit geopoint lookup
`);

/** Transforms that Vega-Lite never compiles to. */
const refused = words(`
  contour countpattern cross crossfilter density dotbin force generate geopath heatmap isocontour kde2d label
  loadtransform nest pack partition resolvefilter stratify tree treelinks treemap wordcloud
`);

const costs = new Map<string, (task: TransformTask) => number>([
  ...linear.map(name => [name, () => 0] as const),
  ...Object.entries(specialCosts),
]);

/** All listed names, refused ones included. */
export const listedTransforms: ReadonlySet<string> = new Set([...costs.keys(), ...refused]);

const meters = new WeakMap<object, WorkMeter>();

/** Starts to count the work of this dataflow. */
export function meterTransforms(dataflow: object, meter: WorkMeter): void {
  meters.set(dataflow, meter);
}

interface Running {
  transform: (this: unknown, parameters: Parameters, pulse: Pulse) => unknown;
}

interface Operating {
  run: (this: object, pulse: Pulse) => unknown;
}

/** Replaces the transforms; once for the page. */
export function installTransformBounds(): void {
  const known = transforms as unknown as Record<string, { prototype: Running }>;
  for (const [name, { prototype }] of Object.entries(known)) {
    const original = prototype.transform;
    prototype.transform = function (parameters, pulse) {
      const meter = meters.get(pulse.dataflow);
      if (meter) {
        chargeTransform(name, { parameters, pulse, meter, state: this });
      }
      const made = original.call(this, parameters, pulse);
      if (meter) {
        meter.charge(rowSteps * 5 * addedBy(made, pulse), { transform: name });
      }
      return made;
    };
  }
  installPauses((Transform as unknown as { prototype: Operating }).prototype);
}

function chargeTransform(name: string, task: TransformTask): void {
  const { parameters, pulse, meter } = task;
  const cost = costs.get(name);
  if (!cost) {
    return meter.refuse(t('Charts may not use the transform "{0}".', name));
  }
  const subject = { transform: name };
  const rows = rowsOf(pulse);
  let fields = 2;
  for (const value of Object.values(parameters)) {
    fields += Array.isArray(value) ? value.length : 0;
  }
  meter.charge(20 + rows.length * rowSteps * fields, subject);
  if (rows.length > 0 && readsFields.has(name)) {
    chargeReading(parameters, rows, meter);
  }
  meter.charge(cost(task), subject);
}

/** Transforms that convert fields to text, to group or to sort by them. */
const readsFields = new Set(
  words(`aggregate joinaggregate pivot facet prefacet window impute kde quantile regression loess stack lookup collect
  datajoin extent bin timeunit sortitems tupleindex`),
);

/** All rows may share a few long values. */
function chargeReading(parameters: Parameters, rows: readonly object[], meter: WorkMeter): void {
  const readers = Object.values(parameters).flat().flatMap(readersOf);
  for (const { read, times } of readers) {
    let weight = 0;
    for (const row of rows) {
      const value = read(row);
      weight += typeof value === 'string' || Array.isArray(value) ? weightOf(value) : 0;
    }
    meter.charge((weight * times) / 8, 'fields');
  }
}

interface Reader {
  readonly read: Accessor;
  readonly times: number;
}

function readersOf(value: unknown): Reader[] {
  if (typeof value !== 'function' || !('fields' in value) || !Array.isArray(value.fields)) {
    return [];
  }
  return value.length < 2
    ? [{ read: value as unknown as Accessor, times: 1 }]
    : // Sorting compares a row many times.
      value.fields.map((field: unknown) => ({
        read: (row: object) => Reflect.get(row, String(field)) as unknown,
        times: 16,
      }));
}

function addedBy(made: unknown, pulse: Pulse): number {
  if (typeof made !== 'object' || made === null || made === pulse || !('add' in made)) {
    return 0;
  }
  return Array.isArray(made.add) ? made.add.length : 0;
}

/** Lets the page handle events before the operators that follow a long one. */
function installPauses(prototype: Operating): void {
  const original = prototype.run;
  prototype.run = function (pulse) {
    const next = original.call(this, pulse);
    const isWaiting =
      typeof next === 'object' && next !== null && ('then' in next || 'async' in next);
    const pause = isWaiting ? undefined : meters.get(pulse.dataflow)?.pause();
    return pause ? pause.then(() => next) : next;
  };
}

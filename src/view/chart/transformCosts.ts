/** The transforms whose work exceeds their rows, with the steps of each. */

import { t } from '../../core/base/translations';
import { mostMadeRows } from './guardSpec';
import { lengthOfUnit } from './boundedFunctions';
import { groupField } from './chosenMarks';
import {
  accessorsOf,
  groupSizes,
  rowsOf,
  type Parameters,
  type TransformTask,
} from './transformTask';
import { deepWeightOf } from './valueWeight';
import type { WorkMeter } from './workMeter';

/** The most ticks of an axis and entries of a legend: a cell is about a thousand pixels wide. */
const mostTicks = 1_000;
/** The most values of a discrete scale on an axis, and in a legend. */
const mostCategories = 20_000;
const mostEntries = 5_000;
const mostBins = 10_000;
/** The cost of preparing a font of one size. */
const fontSteps = 7_000;
/** The number of Vega's samples for a confidence interval. */
const bootstrapSamples = 1_000;

/** Vega computes the width of a bin by dividing and multiplying, which never ends for a number without a reciprocal. */
const leastSpan = 1e-300;
const mostSpan = 1e300;

/** @returns The steps; refuses what is not a number. */
type Cost = (task: TransformTask) => number;

export const specialCosts: Readonly<Record<string, Cost>> = {
  aggregate: task => aggregation(task) + crossed(task),
  joinaggregate: aggregation,
  axisticks: task => ticks(task) + named(task, mostCategories),
  legendentries: task => ticks(task) + named(task, mostEntries),
  bin,
  bound: fonts,
  // Each row becomes an item of the scene.
  datajoin: ({ pulse }) => rowsOf(pulse).length * 100,
  flatten: ({ pulse }) => mostMadeRows * 0.1 * Object.keys(rowsOf(pulse)[0] ?? {}).length,
  fold: ({ parameters, pulse }) => rowsOf(pulse).length * listOf(parameters['fields']).length * 20,
  geojson: ({ parameters, pulse }) =>
    rowsOf(pulse).reduce<number>(
      (sum, row) => sum + 20 * deepWeightOf(accessorsOf(parameters['geojson'])[0]?.(row) ?? row),
      0,
    ),
  geoshape: geoshape,
  graticule,
  impute,
  kde,
  loess,
  pivot,
  projection,
  quantile,
  regression,
  scale,
  sequence,
  voronoi: ({ pulse }) => rowsOf(pulse).length * 100,
  window: frames,
};

function aggregation({ parameters, pulse }: TransformTask): number {
  const rows = rowsOf(pulse).length;
  const names = listOf(parameters['as']);
  // Listing the rows of a group copies none.
  const ops = listOf(parameters['ops']).filter((_, at) => names[at] !== groupField);
  const samples = ops.filter(op => op === 'ci0' || op === 'ci1').length;
  // A group stores its rows for these.
  const keeps =
    ops.some(op => lookingOps.has(String(op))) && listOf(parameters['groupby']).length > 0;
  return rows * (samples * bootstrapSamples + (keeps ? 200 : 40) + ops.length * 5);
}

/** The browser measures the width of text, for which it prepares each font in each size. */
function fonts({ parameters, pulse }: TransformTask): number {
  const { marktype } = parameters['mark'] as { readonly marktype: string };
  if (marktype !== 'text') {
    return 0;
  }
  const items = rowsOf(pulse) as readonly Readonly<Record<string, unknown>>[];
  const known = new Set(
    items.map(({ font, fontSize, fontStyle, fontWeight }) =>
      [font, fontSize, fontStyle, fontWeight].join(),
    ),
  );
  return known.size * fontSteps;
}

/** Every combination of the groups' values becomes a row. */
function crossed({ parameters, pulse, meter }: TransformTask): number {
  if (parameters['cross'] !== true) {
    return 0;
  }
  const rows = rowsOf(pulse);
  const count = accessorsOf(parameters['groupby']).reduce(
    (product, accessor) => product * groupSizes(rows, accessor).size,
    1,
  );
  checkMadeRows(count, 'aggregate', meter);
  return count * 20;
}

function ticks({ parameters, meter }: TransformTask): number {
  const { count, values, scale: of } = parameters;
  const listed = Array.isArray(values) ? values.length : 0;
  const { interval, step } = intervalOf(count);
  const units = interval === null ? Number(count ?? 0) : spanOf(of) / lengthOfUnit(interval);
  const asked = units / step;
  if (asked > mostTicks || listed > 2 * mostTicks) {
    meter.refuse(
      t(
        'An axis or a legend may ask for at most {0} ticks. Ask for fewer with "tickCount", or widen the steps of its bins.',
        mostTicks,
      ),
    );
  }
  // Each unit is tested for being a multiple of the step.
  return (units || 0) * 50 + listed * 50;
}

/** Multiples start again with each year, month, day, hour or minute: larger steps can leave as many ticks. */
const mostStep = 12;

function intervalOf(count: unknown): { readonly interval: unknown; readonly step: number } {
  if (typeof count !== 'object' || count === null || !('interval' in count)) {
    return { interval: typeof count === 'string' ? count : null, step: 1 };
  }
  const step = 'step' in count ? Math.floor(Number(count.step)) : 1;
  return { interval: count.interval, step: step > 1 ? Math.min(step, mostStep) : 1 };
}

function named({ parameters, meter }: TransformTask, most: number): number {
  const { scale: of, values, limit } = parameters;
  const isContinuous = typeof of !== 'function' || 'ticks' in of;
  const domain: unknown =
    !isContinuous && 'domain' in of && typeof of.domain === 'function'
      ? (of.domain as () => unknown)()
      : [];
  const count = Math.min(listOf(values ?? domain).length, Number(limit) || Infinity);
  if (count > most) {
    meter.refuse(
      t(
        'An axis may name at most {0} values, and a legend {1}. Group the values in SQL first.',
        mostCategories.toLocaleString('en'),
        mostEntries.toLocaleString('en'),
      ),
    );
  }
  return count * 20;
}

function spanOf(scaleOf: unknown): number {
  const domain: unknown =
    typeof scaleOf === 'function' && 'domain' in scaleOf && typeof scaleOf.domain === 'function'
      ? (scaleOf.domain as () => unknown)()
      : [];
  const ends = listOf(domain).map(Number);
  return ends.length < 2 ? 0 : Math.abs((ends.at(-1) ?? 0) - (ends[0] ?? 0));
}

function bin({ parameters, meter }: TransformTask): number {
  const { extent, step, steps, maxbins, base, divide, minstep, span } = parameters;
  const [low, high] = listOf(extent).map(Number);
  const width = Number(span) || (high ?? 0) - (low ?? 0);
  const least =
    step === undefined ? listOf(steps).map(Number).reduce(smaller, Infinity) : Number(step);
  if (Number(maxbins ?? 20) > mostBins || (least < Infinity && !(width / least <= mostBins))) {
    meter.refuse(
      t('Bins may be at most {0}. Give "bin" a larger "step" or a smaller "maxbins".', mostBins),
    );
  }
  const used = Math.abs(Number(span)) || Math.abs((high ?? 0) - (low ?? 0));
  if (used > 0 && !(used >= leastSpan && used <= mostSpan)) {
    meter.refuse(
      t(
        'Values that are closer together, or further apart, than 300 powers of ten are not binned.',
      ),
    );
  }
  if (base !== undefined && !(Number(base) >= 1.5 && Number(base) <= 1e6)) {
    meter.refuse(t('The "base" of bins has to be between 1.5 and 1,000,000.'));
  }
  if (listOf(divide).some(part => !(Number(part) >= 1)) || Number(minstep ?? 0) < 0) {
    meter.refuse(
      t('The "divide" of bins has numbers of at least 1, and their "minstep" is not negative.'),
    );
  }
  return 0;
}

function smaller(one: number, other: number): number {
  return Math.min(one, other);
}

/** A map's line is divided until it is smooth: a larger scale and a higher precision cause more pieces. */
function geoshape({ parameters, pulse }: TransformTask): number {
  const { projection: by, field } = parameters;
  const size =
    typeof by === 'function' && 'scale' in by && typeof by.scale === 'function'
      ? Number((by.scale as () => unknown)())
      : 150;
  const pieces = 1 + Math.sqrt(Math.abs(size)) / 10;
  const [read] = accessorsOf(field);
  return rowsOf(pulse).reduce<number>((sum, row) => {
    const { datum } = row as { readonly datum?: unknown };
    return sum + 20 * pieces * deepWeightOf(read ? read(row) : datum);
  }, 0);
}

function graticule({ parameters, meter }: TransformTask): number {
  const steps = ['step', 'stepMinor', 'stepMajor'].flatMap(name => listOf(parameters[name]));
  const ends = ['extent', 'extentMinor', 'extentMajor'].flatMap(name =>
    listOf(parameters[name]).flatMap(listOf),
  );
  if (!ends.every(end => Math.abs(Number(end)) <= 360)) {
    meter.refuse(t('The extent of a graticule is within 360 degrees.'));
  }
  const least = steps.map(step => Math.abs(Number(step))).reduce(smaller, 10);
  const precision = Number(parameters['precision'] ?? 2.5);
  if (!(least >= 0.5) || !(precision >= 0.25)) {
    meter.refuse(
      t('A graticule has steps of at least 0.5 degrees and a precision of at least 0.25.'),
    );
  }
  return (540 / least) * (360 / precision) * 2;
}

function projection({ parameters, meter }: TransformTask): number {
  const { precision, scale: size } = parameters;
  if (precision !== undefined && precision !== null && !(Number(precision) >= 0.05)) {
    meter.refuse(t('The "precision" of a projection has to be at least 0.05 px.'));
  }
  if (size !== undefined && size !== null && !(Math.abs(Number(size)) <= 1e6)) {
    meter.refuse(t('The "scale" of a projection may be at most 1,000,000.'));
  }
  return 20 * deepWeightOf(parameters['fit']);
}

function impute({ parameters, pulse, meter }: TransformTask): number {
  const { groupby, key, keyvals, field } = parameters;
  const rows = rowsOf(pulse);
  const keys = groupSizes(rows, key).size + listOf(keyvals).length;
  const groups = groupSizes(rows, groupby ?? []).size;
  checkMadeRows(keys * groups, 'impute', meter);
  return keys * groups * 20 + rows.length * accessorsOf(field).length;
}

function kde({ parameters, pulse, meter }: TransformTask): number {
  const rows = rowsOf(pulse);
  const groups = groupSizes(rows, parameters['groupby'] ?? []).size;
  const { steps, minsteps, maxsteps } = parameters;
  const most = Math.max(Number(steps ?? 0), Number(minsteps ?? 0), Number(maxsteps ?? 200));
  checkMadeRows(groups * most, 'density', meter);
  return (rows.length * most) / 2 + groups * most * 20;
}

function loess({ parameters, pulse }: TransformTask): number {
  const width = Math.min(1, Math.max(0, Number(parameters['bandwidth'] ?? 0.3)));
  return sumOver(parameters, pulse, size => 3 * size * Math.max(2, size * width));
}

function regression({ parameters, pulse, meter }: TransformTask): number {
  const order = Number(parameters['order'] ?? 3);
  if (!(order <= 50)) {
    meter.refuse(t('The "order" of a regression may be at most 50.'));
  }
  return sumOver(parameters, pulse, size => size * (order + 1) ** 2 + order ** 3 + 4_000);
}

function pivot({ parameters, pulse }: TransformTask): number {
  const rows = rowsOf(pulse);
  return groupSizes(rows, parameters['field']).size * rows.length * 5;
}

function quantile({ parameters, pulse, meter }: TransformTask): number {
  const { probs, step, groupby } = parameters;
  const count = Array.isArray(probs) ? probs.length : 1 / Number(step ?? 0.01);
  const rows = rowsOf(pulse);
  const groups = groupSizes(rows, groupby ?? []).size;
  checkMadeRows(count * groups, 'quantile', meter);
  return count * groups * 20 + rows.length * 20;
}

function scale({ parameters, meter }: TransformTask): number {
  const { bins, schemeCount, base } = parameters;
  if (typeof bins === 'object' && bins !== null && 'step' in bins) {
    const { start, stop, step } = bins as Readonly<Record<string, unknown>>;
    const [first, last] = domainEnds(parameters);
    const low = Math.max(Number(start ?? -Infinity), first);
    const high = Math.min(Number(stop ?? Infinity), last);
    if (!((high - low) / Number(step) <= mostBins)) {
      meter.refuse(t('A scale may have at most {0} bins. Give them a larger "step".', mostBins));
    }
  }
  if (schemeCount !== undefined && !(Number(schemeCount) <= mostTicks)) {
    meter.refuse(t('A colour scheme may have at most {0} colours.', mostTicks));
  }
  if (base !== undefined && !(Number(base) > 1.01 && Number(base) <= 1_000)) {
    meter.refuse(t('The "base" of a logarithmic scale has to be between 1.01 and 1,000.'));
  }
  return ticksOfNice(parameters, meter);
}

/** The largest range of a scale that its other parameters may cause. */
function domainEnds(parameters: Parameters): readonly [number, number] {
  const { domain, domainRaw, domainMin, domainMax, domainMid, zero } = parameters;
  const ends = [
    ...listOf(domain),
    ...listOf(domainRaw),
    ...[domainMin, domainMax, domainMid].filter(end => typeof end === 'number'),
    ...(zero === true ? [0] : []),
  ].map(Number);
  return [ends.reduce(smaller, Infinity), -ends.map(end => -end).reduce(smaller, Infinity)];
}

function ticksOfNice({ nice }: Parameters, meter: WorkMeter): number {
  if (typeof nice === 'number' && !(nice <= mostBins)) {
    meter.refuse(t('The "nice" of a scale may ask for at most {0} steps.', mostBins));
  }
  return 0;
}

function sequence({ parameters, meter }: TransformTask): number {
  const { start, stop, step } = parameters;
  const count = (Number(stop) - Number(start)) / Number(step ?? 1);
  checkMadeRows(count, 'sequence', meter);
  return Math.max(0, count) * 10;
}

/** Operations that read their whole frame again for each row. */
const lookingOps = new Set([
  'values',
  'distinct',
  'median',
  'q1',
  'q3',
  'next_value',
  'prev_value',
]);
/** And these if rows leave the frame. */
const leavingOps = new Set(['min', 'max', 'argmin', 'argmax']);

function frames({ parameters, pulse }: TransformTask): number {
  const [from, to] = listOf(parameters['frame'] ?? [null, 0]);
  const width =
    from === null || to === null || from === undefined || to === undefined
      ? Infinity
      : Math.abs(Number(to) - Number(from)) + 1;
  const isLeaving = from !== null && from !== undefined;
  let looks = 0;
  for (const op of listOf(parameters['ops']).map(String)) {
    looks += lookingOps.has(op) || (isLeaving && leavingOps.has(op)) ? 8 : 0;
    looks += op === 'ci0' || op === 'ci1' ? bootstrapSamples : 0;
  }
  const moves = isLeaving && !(width < Infinity) ? 2 : 1;
  return sumOver(
    parameters,
    pulse,
    size => 40 * size * moves + looks * size * Math.min(size, Math.max(1, width)),
  );
}

/** The messages about what a transform may create. */
function checkMadeRows(count: number, name: string, meter: WorkMeter): void {
  if (!(count <= mostMadeRows)) {
    meter.refuse(
      t(
        'The transform "{0}" may make at most {1} rows. Make them in SQL, or ask for fewer.',
        name,
        mostMadeRows.toLocaleString('en'),
      ),
    );
  }
}

function sumOver(
  parameters: Parameters,
  pulse: TransformTask['pulse'],
  cost: (size: number) => number,
): number {
  let sum = 0;
  for (const size of groupSizes(rowsOf(pulse), parameters['groupby'] ?? []).values()) {
    sum += cost(size);
  }
  return sum;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

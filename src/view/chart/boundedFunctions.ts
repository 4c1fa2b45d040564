/**
 * The cost of each function in Vega's expressions.
 *
 * A function that is not listed is refused, so that a test notices functions of a new version of Vega before a reader
 * does.
 */

import { t } from '../../core/base/translations';
import { mostChartRows } from '../../core/visualise/chartSize';
import { checkFormat } from './boundedFormats';
import { LinearPattern } from './linearPattern';
import { replaceText, splitText, testText } from './patternFunctions';
import { deepWeightOf, weightOf } from './valueWeight';
import { mostTextLength, type WorkMeter } from './workMeter';

export interface Call {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly meter: WorkMeter;
  /** All functions, of Vega's context. */
  readonly functions: Readonly<Record<string, unknown>>;
  /** The function itself. */
  readonly run: (...values: unknown[]) => unknown;
  readonly receiver: unknown;
}

type Bounded = (call: Call) => unknown;

/** `constant`: never long; `linear`: reads its arguments once; `refused`: no chart of Vega-Lite needs it. */
type Kind = 'constant' | 'linear' | 'refused' | Bounded;

/** The most characters and items, as `weightOf` counts them, of a list that an expression creates. */
const mostListWeight = 1_000_000;

const mostShift = 100_000;

const words = (text: string): string[] => text.trim().split(/\s+/);

const constant = words(`
  isNaN isFinite abs acos asin atan atan2 ceil cos exp floor hypot log max min pow random round sin sqrt tan clamp
  now utc date day year month hours minutes seconds milliseconds time timezoneoffset utcdate utcday utcyear
  utcmonth utchours utcminutes utcseconds utcmilliseconds length
  cumulativeNormal cumulativeLogNormal cumulativeUniform densityNormal densityLogNormal densityUniform
  quantileNormal quantileLogNormal quantileUniform sampleNormal sampleLogNormal sampleUniform
  isArray isBoolean isDate isDefined isNumber isObject isRegExp isString isTuple isValid
  flush lerp interpolateLinear peek span inrange quarter utcquarter week utcweek isoweek
  utcisoweek dayofyear utcdayofyear inScope pinchDistance pinchAngle screen containerSize windowSize bandspace bandwidth
  monthFormat monthAbbrevFormat dayFormat dayAbbrevFormat scale indata data view item group xy x y
  easeLinear easeQuad easeQuadIn easeQuadOut easeQuadInOut easeCubic easeCubicIn easeCubicOut easeCubicInOut
  easePoly easePolyIn easePolyOut easePolyInOut easeSin easeSinIn easeSinOut easeSinInOut easeExp easeExpIn easeExpOut
  easeExpInOut easeCircle easeCircleIn easeCircleOut easeCircleInOut easeBounce easeBounceIn easeBounceOut
  easeBounceInOut easeBack easeBackIn easeBackOut easeBackInOut easeElastic easeElasticIn easeElasticOut
  easeElasticInOut if _bandwidth geoScale geoTranslate
`);

const linear = words(`
  datetime parseFloat parseInt upper lower substring trim btoa atob encodeURIComponent toBoolean toDate toNumber toString
  slice reverse sort truncate pluck rgb lab hcl hsl luminance contrast timeUnitSpecifier extent warn info debug
  clampRange panLinear panLog panPow panSymlog zoomLinear zoomLog zoomPow zoomSymlog domain range lassoAppend lassoPath
  utcFormat timeFormat modify setdata
`);

const refused = words('encode treePath treeAncestors __bandwidth');

const special: Readonly<Record<string, Bounded>> = {
  regexp: ({ values: [pattern, flags], meter }) => patternOf(pattern, flags, meter),
  test: ({ values: [pattern, text], meter }) =>
    testText(patternOf(pattern, undefined, meter), textOf(text, meter)),
  replace: ({ values: [text, pattern, replacement], meter }) =>
    replaceText(textOf(text, meter), patternOrText(pattern), textOf(replacement, meter), meter),
  split: ({ values: [text, pattern, limit], meter }) =>
    splitText(textOf(text, meter), patternOrText(pattern), limit, meter),
  pad: call => {
    const [, length, letters] = call.values;
    checkLength(Number(length) * Math.max(1, weightOf(letters)), call.meter);
    return runLinear(call);
  },
  join: call => {
    const [list, separator] = call.values;
    const gaps = Array.isArray(list) ? list.length : 0;
    checkLength(gaps * weightOf(separator ?? ','), call.meter);
    return runLinear(call);
  },
  indexof: searching,
  lastindexof: searching,
  format: call => {
    checkFormat(call.values[1], call.meter);
    return runLinear(call);
  },
  sequence: ({ values, meter }) => boundedSequence(values.map(Number), meter),
  timeOffset: shifting,
  utcOffset: shifting,
  merge: merging,
  timeSequence: timeSequence,
  utcSequence: timeSequence,
  timeParse: parsing,
  utcParse: parsing,
  invert: costing(20_000),
  copy: costing(100_000),
  intersect: costing(1_000_000),
  intersectLasso: costing(20_000),
  gradient: call => {
    if (Number(call.values[3] ?? 0) > 1_000) {
      call.meter.refuse(t('A gradient may have at most 1,000 stops.'));
    }
    return costing(2_000)(call);
  },
  pathShape: call => {
    call.meter.charge(20 * weightOf(call.values[0]), 'expressions');
    return call.run.apply(call.receiver, [...call.values]);
  },
  geoArea: geography,
  geoBounds: geography,
  geoCentroid: geography,
  geoShape: geography,
  vlSelectionTest: selecting,
  vlSelectionIdTest: costing(50),
  vlSelectionResolve: selecting,
  vlSelectionTuples: call => {
    call.meter.charge(10 * weightOf(call.values[0]), 'selections');
    return call.run.apply(call.receiver, [...call.values]);
  },
};

const kinds = new Map<string, Kind>([
  ...constant.map(name => [name, 'constant'] as const),
  ...linear.map(name => [name, 'linear'] as const),
  ...refused.map(name => [name, 'refused'] as const),
  ...Object.entries(special),
]);

/** All listed names, refused ones included. */
export const listedFunctions: ReadonlySet<string> = new Set(kinds.keys());

/** @returns Whether charts may call it. */
export function isKnownFunction(name: string): boolean {
  return (kinds.get(name) ?? 'refused') !== 'refused';
}

/** @throws {WorkRefusal} If the call needs more work or creates more than a chart may. */
export function callBounded(call: Call): unknown {
  const kind = kinds.get(call.name);
  if (kind === 'constant') {
    call.meter.charge(5, 'expressions');
    // A text or list in place of a number is converted to one.
    for (const value of call.values) {
      if (typeof value === 'string' && value.length > 64) {
        call.meter.charge(value.length / 8, 'expressions');
      } else if (Array.isArray(value) && !readsNoList.has(call.name)) {
        call.meter.charge(weightOf(value) / 4, 'expressions');
      }
    }
    return call.run.apply(call.receiver, [...call.values]);
  }
  return typeof kind === 'function' ? kind(call) : runLinear(call);
}

/** These only read the ends of lists, or pass lists on. */
const readsNoList = new Set(
  words(
    'length data indata isArray isBoolean isDate isDefined isNumber isObject isString isTuple isValid peek span scale',
  ),
);

/** @throws {WorkRefusal} If an expression created more than it may. */
export function checkMade<Made>(meter: WorkMeter, made: Made): Made {
  if (typeof made === 'string') {
    checkLength(made.length, meter);
    meter.charge(made.length / 8, 'expressions');
  } else if (Array.isArray(made)) {
    const weight = weightOf(made);
    meter.charge(weight / 4, 'expressions');
    if (weight > mostListWeight) {
      meter.refuse(
        t(
          'A list that an expression makes may hold at most 1,000,000 characters. Make it in SQL instead.',
        ),
      );
    }
  }
  return made;
}

function checkLength(length: number, meter: WorkMeter): void {
  if (length > mostTextLength) {
    meter.refuse(
      t(
        'A text that an expression makes may have at most 100,000 characters. Make it in SQL instead.',
      ),
    );
  }
}

function runLinear({ values, meter, run, receiver, name }: Call): unknown {
  let weight = 40;
  for (const value of values) {
    weight += weightOf(value);
  }
  meter.charge(name === 'sort' ? 4 * weight : weight / 2, 'expressions');
  return checkMade(meter, run.apply(receiver, [...values]));
}

function costing(steps: number): Bounded {
  return call => {
    call.meter.charge(steps, 'expressions');
    return runLinear(call);
  };
}

/** The browser compares the searched text at each place. */
function searching(call: Call): unknown {
  const [where, what] = call.values;
  const steps =
    typeof where === 'string'
      ? (where.length * Math.min(weightOf(what), where.length)) / 16
      : Array.isArray(where)
        ? where.length / 8
        : 0;
  call.meter.charge(10 + steps, 'expressions');
  return call.run.apply(call.receiver, [...call.values]);
}

function parsing(call: Call): unknown {
  const [text, format] = call.values;
  call.meter.charge((weightOf(text) * weightOf(format)) / 2 + 50, 'expressions');
  return call.run.apply(call.receiver, [...call.values]);
}

function geography(call: Call): unknown {
  for (const value of call.values) {
    call.meter.charge(20 * deepWeightOf(value), 'map');
  }
  return call.run.apply(call.receiver, [...call.values]);
}

/** A row is compared with each selected value, or each of these with the others. */
function selecting(call: Call): unknown {
  const { data } = call.functions;
  const stored: unknown =
    typeof data === 'function' ? data.call(call.functions, call.values[0]) : [];
  const length = Array.isArray(stored) ? stored.length : 0;
  const isTest = call.name === 'vlSelectionTest';
  call.meter.charge(50 + length * (isTest ? 10 : Math.max(20, length)), 'selections');
  return call.run.apply(call.receiver, [...call.values]);
}

const unitMs: readonly (readonly [RegExp, number])[] = [
  [/^milli/, 1],
  [/^sec/, 1_000],
  [/^min/, 60_000],
  [/^hour/, 3_600_000],
  [/^week/, 604_800_000],
  [/^month/, 2_419_200_000],
  [/^quarter/, 7_776_000_000],
  [/^year/, 31_536_000_000],
];

/** @returns The least length of the time unit, ms. */
export function lengthOfUnit(unit: unknown): number {
  return unitMs.find(([name]) => name.test(String(unit)))?.[1] ?? 86_400_000;
}

/** Quarters are counted month by month. */
function shifting(call: Call): unknown {
  const [unit, , count] = call.values;
  if (!(Math.abs(Number(count ?? 1)) <= mostShift)) {
    call.meter.refuse(
      t('A date may be moved by at most {0} steps at once.', mostShift.toLocaleString('en')),
    );
  }
  const steps = String(unit) === 'quarter' ? 30 * Math.abs(Number(count ?? 1)) : 20;
  call.meter.charge(steps, 'expressions');
  return call.run.apply(call.receiver, [...call.values]);
}

/** Each key of each object is copied. */
function merging(call: Call): unknown {
  for (const value of call.values) {
    const isObject = typeof value === 'object' && value !== null;
    call.meter.charge(20 + (isObject ? 5 * Object.keys(value).length : 0), 'expressions');
  }
  return call.run.apply(call.receiver, [...call.values]);
}

function timeSequence(call: Call): unknown {
  const [unit, start, stop] = call.values;
  const count = (Number(stop) - Number(start)) / lengthOfUnit(unit);
  if (count > mostChartRows) {
    call.meter.refuse(t('A sequence of times has at most {0} values.', mostChartRows));
  }
  call.meter.charge(Math.max(0, count || 0) * 50, 'expressions');
  return runLinear(call);
}

function boundedSequence(bounds: readonly number[], meter: WorkMeter): number[] {
  const [first = 0, second, step = 1] = bounds;
  const start = second === undefined ? 0 : first;
  const stop = second ?? first;
  const length = Math.max(0, Math.ceil((stop - start) / step));
  const count = Math.min(length, mostChartRows) || 0;
  meter.charge(4 * count, 'expressions');
  return checkMade(
    meter,
    Array.from({ length: count }, (_, i) => start + i * step),
  );
}

function textOf(value: unknown, meter: WorkMeter): string {
  meter.charge(weightOf(value) / 4, 'expressions');
  return String(value);
}

function patternOrText(value: unknown): LinearPattern | string | undefined {
  return value instanceof LinearPattern || value === undefined ? value : String(value);
}

const patterns = new WeakMap<WorkMeter, Map<string, LinearPattern>>();
const mostPatterns = 100;

function patternOf(pattern: unknown, flags: unknown, meter: WorkMeter): LinearPattern {
  if (pattern instanceof LinearPattern && flags === undefined) {
    return pattern;
  }
  const source = pattern instanceof LinearPattern ? pattern.source : textOf(pattern, meter);
  const known = patterns.get(meter) ?? new Map<string, LinearPattern>();
  patterns.set(meter, known);
  const key = `${flags === undefined ? '' : String(flags)}/${source}`;
  const before = known.get(key);
  if (before) {
    return before;
  }
  meter.charge(2_000 + 100 * source.length, 'pattern');
  const made = new LinearPattern(source || '(?:)', flags === undefined ? '' : String(flags), meter);
  if (known.size >= mostPatterns) {
    known.clear();
  }
  known.set(key, made);
  return made;
}

/** Functions that Vega's code generator writes as JavaScript, and so does not export. */
export const nativeFunctions: Readonly<Record<string, (...values: never[]) => unknown>> = {
  isNaN: Number.isNaN,
  isFinite: Number.isFinite,
  abs: Math.abs,
  acos: Math.acos,
  asin: Math.asin,
  atan: Math.atan,
  atan2: Math.atan2,
  ceil: Math.ceil,
  cos: Math.cos,
  exp: Math.exp,
  floor: Math.floor,
  hypot: Math.hypot,
  log: Math.log,
  max: Math.max,
  min: Math.min,
  pow: Math.pow,
  round: Math.round,
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
  clamp: (value: number, low: number, high: number) => Math.max(low, Math.min(high, value)),
  now: Date.now,
  utc: Date.UTC,
  datetime: (first: number | string, ...rest: number[]) => dateTime(first, rest),
  date: (date: Date) => new Date(date).getDate(),
  day: (date: Date) => new Date(date).getDay(),
  year: (date: Date) => new Date(date).getFullYear(),
  month: (date: Date) => new Date(date).getMonth(),
  hours: (date: Date) => new Date(date).getHours(),
  minutes: (date: Date) => new Date(date).getMinutes(),
  seconds: (date: Date) => new Date(date).getSeconds(),
  milliseconds: (date: Date) => new Date(date).getMilliseconds(),
  time: (date: Date) => new Date(date).getTime(),
  timezoneoffset: (date: Date) => new Date(date).getTimezoneOffset(),
  utcdate: (date: Date) => new Date(date).getUTCDate(),
  utcday: (date: Date) => new Date(date).getUTCDay(),
  utcyear: (date: Date) => new Date(date).getUTCFullYear(),
  utcmonth: (date: Date) => new Date(date).getUTCMonth(),
  utchours: (date: Date) => new Date(date).getUTCHours(),
  utcminutes: (date: Date) => new Date(date).getUTCMinutes(),
  utcseconds: (date: Date) => new Date(date).getUTCSeconds(),
  utcmilliseconds: (date: Date) => new Date(date).getUTCMilliseconds(),
  length: (list: { readonly length: unknown }) => list.length,
  parseFloat: parseFloat,
  parseInt: parseInt,
  upper: (text: unknown) => String(text).toUpperCase(),
  lower: (text: unknown) => String(text).toLowerCase(),
  substring: (text: unknown, start: number, end?: number) => String(text).substring(start, end),
  trim: (text: unknown) => String(text).trim(),
  btoa: (text: string) => btoa(text),
  atob: (text: string) => atob(text),
  encodeURIComponent: (text: string) => encodeURIComponent(text),
};

function dateTime(first: number | string, rest: readonly number[]): Date {
  const [month = 0, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = rest;
  return typeof first === 'string'
    ? new Date(first)
    : new Date(first, month, day, hour, minute, second, ms);
}

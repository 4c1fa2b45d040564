/** The edges of the bins of `SCALE BINNED`, as SQL over a column `_value` of numbers. */

import { t } from '../base/translations';
import { quotedName } from '../base/quoted';
import type { AxisNumber } from './axisNumber';
import type { SqlTag } from './sqlTag';
import type { Report } from './report';
import { binnedSettings } from './scaleSettings';
import { along } from './scaleTransform';
import { literalDay, TIME_INTERVAL } from './timeInterval';
import type { LiteralNode, ScaleNode, SettingNode } from './tree';

export interface BinEdges {
  /** Aggregates over all values: `_low` and `_high`. */
  readonly limits: string;
  /** Over `_value`, `_low` and `_high`. */
  readonly start: string;
  /** Over those and `_start`. */
  readonly end: string;
  /** Which values are in a bin. */
  readonly kept: string;
  /** Whether the clause lists them. */
  readonly areListed?: boolean;
}

const DEFAULT_BINS = 5;

/**
 * A value this close below the end of its bin, as a part of the bin's width, belongs to the next one: in doubles
 * 0.3 / 0.1 is a little less than 3.
 */
export const EDGE_TOLERANCE = 1e-9;

/**
 * @param own Writes the names `_value` and so on.
 * @returns The bins of FROM and SETTING; invalid ones are reported.
 */
export function binEdges(node: ScaleNode, axis: AxisNumber, own: SqlTag, report: Report): BinEdges {
  const breaks = node.settings.find(setting => isNamed(setting, 'breaks'))?.value;
  const isRight = word(node, 'closed', binnedSettings.closed, report) === 'right';
  const squishes = word(node, 'oob', binnedSettings.oob, report) === 'squish';
  const [from, to] = node.from?.items ?? [];
  const low = constant(numberOf(from, axis)) ?? own`min(_value)`;
  const high = constant(numberOf(to, axis)) ?? own`max(_value)`;
  const limits = own`${low} AS _low, ${high} AS _high`;
  const inside = squishes ? 'true' : own`_value BETWEEN _low AND _high`;
  if (breaks?.kind === 'array') {
    return listed(breaks.items, axis, { isRight, squishes, own, report });
  }
  const interval =
    typeof breaks?.value === 'string' ? TIME_INTERVAL.exec(breaks.value.toLowerCase()) : null;
  if (interval && axis.isTime) {
    return {
      limits,
      kept: inside,
      ...calendar(axis, `${interval[1] ?? '1'} ${interval[2] ?? ''}`),
    };
  }
  const isCount = typeof breaks?.value === 'number' && breaks.value >= 1;
  if (breaks && !isCount) {
    const expected = axis.isTime
      ? t("a number from 1, an array of dates, or an interval such as '2 weeks'")
      : t('a number from 1, or an array of numbers');
    const facts = { owner: 'breaks', value: JSON.stringify(breaks.value), expected };
    report.problem('badValue', breaks.span, facts);
  }
  const count = isCount ? Number(breaks.value) : DEFAULT_BINS;
  const value = squishes ? own`greatest(_low, least(_high, _value))` : own`_value`;
  const isPretty = word(node, 'pretty', binnedSettings.pretty, report) !== 'false';
  const width = isPretty ? niceWidth(count, axis, own) : own`(nullif(_high - _low, 0) / ${count})`;
  const base = isPretty ? '0' : own`_low`;
  const steps = `(${value} - ${base}) / ${width}`;
  const step = isRight
    ? `ceil(${steps} - ${EDGE_TOLERANCE}) - 1`
    : `floor(${steps} + ${EDGE_TOLERANCE})`;
  const bounded = isPretty ? step : `greatest(0, least(${count - 1}, ${step}))`;
  const start = own`coalesce(${base} + ${width} * (${bounded}), _low)`;
  return { limits, start, end: own`_start + coalesce(${width}, 1)`, kept: inside };
}

/** 1, 2, 2.5 or 5 times a power of ten; whole days on dates. */
function niceWidth(count: number, { isWhole }: AxisNumber, own: SqlTag): string {
  const raw = own`(nullif(_high - _low, 0) / ${count})`;
  const power = `pow(10, floor(log10(${raw})))`;
  const part = `${raw} / ${power}`;
  const nice = `(${power} * CASE WHEN ${part} <= 1 THEN 1 WHEN ${part} <= 2 THEN 2 WHEN ${part} <= 2.5 THEN 2.5 WHEN ${part} <= 5 THEN 5 ELSE 10 END)`;
  return isWhole ? `greatest(1, round${nice})` : nice;
}

interface ListedBins {
  readonly isRight: boolean;
  readonly squishes: boolean;
  readonly own: SqlTag;
  readonly report: Report;
}

function listed(
  items: readonly LiteralNode[],
  axis: AxisNumber,
  { isRight, squishes, own, report }: ListedBins,
): BinEdges {
  const numbers = items.flatMap(item => {
    const number = numberOf(item, axis);
    if (number === undefined) {
      const expected = axis.isTime ? t("a date, for example '2026-01-31'") : t('a number');
      const facts = { owner: 'breaks', value: JSON.stringify(item.value), expected };
      report.problem('badValue', item.span, facts);
    }
    return number ?? [];
  });
  if (numbers.length < 2) {
    const span = items[0]?.span;
    if (span && numbers.length === items.length) {
      const facts = {
        owner: 'breaks',
        value: 'this',
        expected: t('at least two values, the ends of a bin'),
      };
      report.problem('badValue', span, facts);
    }
    numbers.push(...['0', '1'].slice(numbers.length));
  }
  const list = `list_sort([${numbers.map(number => `(${number})::DOUBLE`).join(', ')}])`;
  const before = own`len(list_filter(${list}, _b -> _b ${isRight ? '<' : '<='} _value))`;
  const at = `greatest(1, least(${numbers.length - 1}, ${before}))`;
  return {
    limits: own`any_value(${list}[1]) AS _low, any_value(${list}[-1]) AS _high`,
    start: `${list}[${at}]`,
    end: `${list}[${at} + 1]`,
    kept: squishes ? 'true' : own`_value BETWEEN _low AND _high`,
    areListed: true,
  };
}

/** Weeks begin on Monday, longer intervals with the calendar. */
function calendar(axis: AxisNumber, interval: string): Pick<BinEdges, 'start' | 'end'> {
  const name = quotedName(axis.column.name);
  const bucket = `time_bucket(INTERVAL '${interval}', ${name})`;
  return {
    start: axis.number.replaceAll(name, bucket),
    end: axis.number.replaceAll(name, `(${bucket} + INTERVAL '${interval}')`),
  };
}

/** One row of limits, however many values there are. */
function constant(number: string | undefined): string | undefined {
  return number && `any_value((${number})::DOUBLE)`;
}

/** @returns SQL of the place; undefined if the scale of the axis has none for the number. */
function placeOf(number: number, { scaled }: AxisNumber): string | undefined {
  const isOutside = scaled?.transform['type'] === 'log' && number <= 0;
  return isOutside ? undefined : along(String(number), scaled?.transform ?? {});
}

/** @returns SQL of the literal as a number of the axis; undefined if it is none. */
function numberOf(node: LiteralNode | undefined, axis: AxisNumber): string | undefined {
  const value = node?.value;
  if (!axis.isTime) {
    return typeof value === 'number' ? placeOf(value, axis) : undefined;
  }
  const day = typeof value === 'string' ? literalDay(value) : undefined;
  return day && axis.number.replaceAll(quotedName(axis.column.name), `DATE '${day}'`);
}

function isNamed({ name }: SettingNode, wanted: string): boolean {
  return name.name.toLowerCase() === wanted;
}

/** @returns The setting's word; the first of `words` if it is not written, or is none of them, which is reported. */
function word(
  { settings }: ScaleNode,
  name: string,
  words: readonly [string, ...string[]],
  report: Report,
): string {
  const value = settings.find(setting => isNamed(setting, name))?.value;
  if (!value) {
    return words[0];
  }
  const written = value.kind === 'literal' ? String(value.value).toLowerCase() : t('an array');
  if (!words.includes(written)) {
    const expected = t('one of {0}', words.join(', '));
    report.problem('badValue', value.span, { owner: name, value: written, expected });
    return words[0];
  }
  return written;
}

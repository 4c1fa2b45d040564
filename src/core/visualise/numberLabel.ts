/** The form of numbers on an axis and in texts. */

import type { JsonObject } from '../base/json';
import { isWholeColumn, type ChartColumn } from './chartColumn';

/** A zero with more characters has the decimals of ticks that are written with an exponent. */
const mostZeros = 8;

/** Numbers of at least this size have an exponent, on an axis and in a text; and those that are as near to zero. */
const HUGE = '1e15';
const TINY = '1e-6';
/** Below this, all numbers of a logarithmic axis have an exponent if some are tiny. */
const SMALL = '1e-2';
/** From here on, a number has an exponent in every form. */
const BEYOND_DIGITS = '1e21';

/** The significant digits that every double has, those without a known scale, and those of ticks that differ by factors. */
const ALL_DIGITS = 15;
const USUAL_DIGITS = 9;
const FACTOR_DIGITS = 3;

/** What is known of the axis or legend of a label: expressions of Vega. */
export interface LabelledScale {
  /** The array of the first and the last value. */
  readonly domain: string;
  /** The distance of two ticks, `MAX_VALUE` where they have no common one. */
  readonly step?: string | undefined;
}

/**
 * Large numbers are short on an axis (`12.3M`), with as many digits as tell neighbouring ticks apart (`41.25k`); what is
 * below 10,000 keeps its digits, without a comma, since it may be a year. There are no years at powers of ten, nor on an
 * axis that goes on to 10,000: there all have one form (`1k`, `10k`). Steps that would take three decimals of the short
 * form have plain numbers (`12,500.5`), and so has the value of an axis that has no other. Where all values are the same,
 * Vega gives them six decimals. Numbers beyond the
 * prefixes have an exponent; on an axis of steps as small as those, so have all others but 0.
 *
 * @param transform The `type` of the scale, and its `base`.
 * @param scale Undefined where the label is not of a known scale.
 * @returns An expression of Vega over `datum` of a label.
 */
export function numberLabel(transform: JsonObject, scale?: LabelledScale): string {
  const isLog = transform['type'] === 'log';
  const isOfTens = isLog && (transform['base'] ?? 10) === 10;
  const size = 'abs(datum.value)';
  const thousands = isOfTens
    ? '1000'
    : scale === undefined
      ? '10000'
      : `(${mostOf(scale)} >= 10000 ? 1000 : 10000)`;
  const digits = isLog ? FACTOR_DIGITS : scale ? ALL_DIGITS : USUAL_DIGITS;
  const [all, few] = [ALL_DIGITS, digits].map(
    count => `replace(${formatted(`.${count}~s`)}, 'G', 'B')`,
  );
  const short =
    isLog && scale?.step !== undefined ? `(${scale.step} < MAX_VALUE ? ${all} : ${few})` : few;
  const exponent = formatted(`.${Math.min(digits, ALL_DIGITS - 1)}~e`);
  const small = isLog ? smallPower : smallStep;
  return (
    (scale ? plainNumber(scale) + small(scale, exponent) : '') +
    `${isExtreme(size)} ? ${exponent} : ` +
    `${size} >= ${thousands} ? ${short} : ` +
    `${size} === 0 && length(datum.label) > ${mostZeros} ? '0' : ` +
    `slice(datum.label, -7, -6) === '.' ? ${formatted('.6~f')} : replace(datum.label, ',', '')`
  );
}

function formatted(format: string): string {
  return `format(datum.value, '${format}')`;
}

function mostOf({ domain }: LabelledScale): string {
  return `max(abs(${domain}[0]), abs(peek(${domain})))`;
}

/** @returns The beginning of an expression: what is written with all digits. */
function plainNumber(scale: LabelledScale): string {
  const { step } = scale;
  if (step === undefined) {
    return '';
  }
  const most = mostOf(scale);
  const unit = `(${most} < 1e6 ? 1e3 : ${most} < 1e9 ? 1e6 : ${most} < 1e12 ? 1e9 : 1e12)`;
  // Steps are rounded: that of two decimals may be a bit below them.
  const isFine = `${most} >= 10000 && ${most} < ${BEYOND_DIGITS} && ${step} < 0.00999 * ${unit}`;
  const decimals = `max(0, ceil(-log(${step}) / LN10 - 1e-9))`;
  const size = 'abs(datum.value)';
  const isSingle = `${step} === MAX_VALUE && ${size} >= 10000 && ${size} < 1e9`;
  const isShort = `${size} === toNumber(format(${size}, '.4~r'))`;
  return (
    `${isFine} ? format(datum.value, ',.' + ${decimals} + 'f') : ` +
    `${isSingle} && !(${isShort}) ? format(datum.value, ',.6~f') : `
  );
}

/** @returns The beginning of an expression: all numbers but 0 on an axis near zero some of whose ticks are tiny. */
function smallStep(scale: LabelledScale, exponent: string): string {
  const { step } = scale;
  return step === undefined
    ? ''
    : `datum.value !== 0 && ${mostOf(scale)} < 10 * ${TINY} && ${step} < 0.999 * ${TINY} ? ${exponent} : `;
}

/** @returns The beginning of an expression: the small numbers on a logarithmic axis that has tiny ones. */
function smallPower({ domain }: LabelledScale, exponent: string): string {
  const least = `min(abs(${domain}[0]), abs(peek(${domain})))`;
  return `${least} < ${TINY} && abs(datum.value) < 0.999 * ${SMALL} ? ${exponent} : `;
}

/**
 * A computed number with more than four digits has four, or all that are before its point and two after it: the mean of
 * some scores as `0.4213`, not `0.42131578947368423`.
 *
 * @param value An expression of Vega.
 * @returns An expression of the number's text, with the minus of axes.
 */
export function numberText(value: string, column: ChartColumn): string {
  const size = `abs(${value})`;
  const digits = /^(DOUBLE|FLOAT|REAL)$/i.test(column.type)
    ? `${isExtreme(size)} ? '.3~e' : ${size} === toNumber(format(${size}, '.4~r')) ? '.4~r' : ${size} >= 100 ? '.2~f' : '.4~r'`
    : isWholeColumn(column)
      ? `${size} < 1e21 ? 'd' : '.3~e'`
      : `'.15~r'`;
  return `isNumber(${value}) ? format(${value}, ${digits}) : ${value}`;
}

function isExtreme(size: string): string {
  return `${size} >= ${HUGE} || (${size} > 0 && ${size} < ${TINY})`;
}

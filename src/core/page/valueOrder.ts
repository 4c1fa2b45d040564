/** The order of values that DuckDB gives them, for values as results hold them. */

import type { Json } from '../base/json';
import { isDayType, isNumberType } from '../protocol/columnTypes';
import { valueText } from '../protocol/valueText';

/** Negative if the first value comes first. Neither is null. */
export type ValueOrder = (one: Json, other: Json) => number;

/** @returns The ascending order of the type's values; lists and structs are ordered by their texts. */
export function valueOrder(type: string): ValueOrder {
  if (isNumberType(type)) {
    return byNumber;
  }
  if (isDayType(type)) {
    return byDay;
  }
  return type === 'BOOLEAN'
    ? (one, other) => Number(one) - Number(other)
    : (one, other) => textOrder(valueText(one, type), valueText(other, type));
}

/** By code point, as DuckDB compares bytes of UTF-8. */
export function textOrder(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (left !== right) {
      // Surrogates are of characters that come after all others.
      const isApart = isSurrogate(left) !== isSurrogate(right);
      return isApart ? (isSurrogate(left) ? 1 : -1) : left - right;
    }
  }
  return one.length - other.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** @returns The number that a value represents: `nan` and the infinities are texts. */
export function numberOf(value: Json): number {
  switch (value) {
    case 'inf':
      return Infinity;
    case '-inf':
      return -Infinity;
    default:
      return Number(value);
  }
}

/** NaN is the greatest. Wide integers and decimals are texts, which a double may not tell apart. */
function byNumber(one: Json, other: Json): number {
  const [left, right] = [numberOf(one), numberOf(other)];
  if (Number.isNaN(left) || Number.isNaN(right)) {
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  }
  return left === right ? byDigits(one, other) : left < right ? -1 : 1;
}

function byDigits(one: Json, other: Json): number {
  const texts = [String(one), String(other)];
  if (one === other || !texts.every(text => /^-?\d*(\.\d*)?$/.test(text))) {
    return 0;
  }
  const decimals = Math.max(...texts.map(text => text.split('.')[1]?.length ?? 0));
  const [left = 0n, right = 0n] = texts.map(text => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
  });
  return left < right ? -1 : left > right ? 1 : 0;
}

function byDay(one: Json, other: Json): number {
  const [left, right] = [String(one), String(other)];
  const [leftEra, rightEra] = [era(left), era(right)];
  if (leftEra !== rightEra) {
    return leftEra - rightEra;
  }
  // Before our era the later year has the smaller number.
  const years = (Number.parseInt(left, 10) - Number.parseInt(right, 10)) * Math.sign(leftEra);
  return Number.isNaN(years) || years === 0 ? textOrder(left, right) : years;
}

/** Past infinity, before our era, in it, and future infinity. */
function era(text: string): number {
  return text === 'infinity' ? 2 : text === '-infinity' ? -2 : text.endsWith('(BC)') ? -1 : 1;
}

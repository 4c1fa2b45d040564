/** The transforms of Vega's scales as SQL of doubles, there and back. */

import type { JsonObject } from '../base/json';

/** A scale's `type`, and its `base` or `exponent`, as `transformScale` returns them. */
type Transform = JsonObject;

const DEFAULT_BASE = 10;

/** @returns The number along a scale of this transform: it grows evenly there; NULL for what has no place on it. */
export function along(number: string, { type, base, exponent }: Transform): string {
  switch (type) {
    case 'log':
      return `if(${number} > 0, ${logarithm(base)}(${number}), NULL)`;
    case 'sqrt':
      return `sign(${number}) * sqrt(abs(${number}))`;
    case 'pow':
      return `sign(${number}) * pow(abs(${number}), ${Number(exponent)})`;
    case 'symlog':
      return `sign(${number}) * ln(1 + abs(${number}))`;
    default:
      return number;
  }
}

/** @returns The number that `along` leads to `place`. */
export function back(place: string, { type, base, exponent }: Transform): string {
  switch (type) {
    case 'log':
      return `pow(${Number(base ?? DEFAULT_BASE)}, ${place})`;
    case 'sqrt':
      return `sign(${place}) * pow(${place}, 2)`;
    case 'pow':
      return `sign(${place}) * pow(abs(${place}), 1 / ${Number(exponent)})`;
    case 'symlog':
      return `sign(${place}) * (exp(abs(${place})) - 1)`;
    default:
      return place;
  }
}

/** @returns How many powers of ten a step of 1 along the scale is; null if steps are no powers. */
export function powersOfTen({ type, base }: Transform): number | null {
  return type === 'log' ? Math.log10(Number(base ?? DEFAULT_BASE)) : null;
}

function logarithm(base: Transform[string] | undefined): string {
  const names = new Map([
    [2, 'log2'],
    [DEFAULT_BASE, 'log10'],
  ]);
  return names.get(Number(base ?? DEFAULT_BASE)) ?? 'ln';
}

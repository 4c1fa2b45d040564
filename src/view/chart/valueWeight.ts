/**
 * The work that reading a value takes.
 *
 * A list may contain another one twice, and that one a third: a few expressions create a value whose text has a billion
 * letters. So a list weighs as much as its text.
 */

/** The weight of a number, in characters. */
const numberWeight = 8;
const objectWeight = 16;
const weights = new WeakMap<object, number>();

/** @returns The approximate length of the value as text. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') {
    return value.length;
  }
  return typeof value === 'object' && value !== null ? objectWeightOf(value) : numberWeight;
}

function objectWeightOf(value: object): number {
  if (!Array.isArray(value)) {
    // Values with a length are traversed like a list.
    const { length } = value as { readonly length?: unknown };
    return typeof length === 'number'
      ? Math.max(objectWeight, numberWeight * length)
      : objectWeight;
  }
  const known = weights.get(value);
  if (known !== undefined) {
    return known;
  }
  const list: readonly unknown[] = value;
  let weight = 1;
  for (const item of list) {
    weight += weightOf(item) + 1;
  }
  weights.set(value, weight);
  return weight;
}

/** @returns The weight of all nested values, as of a map's shape. */
export function deepWeightOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? value.length : 1;
  }
  const known = deepWeights.get(value);
  if (known !== undefined) {
    return known;
  }
  const weight =
    depth > mostDepth
      ? Infinity
      : Object.values(value).reduce<number>((sum, item) => sum + deepWeightOf(item, depth + 1), 1);
  deepWeights.set(value, weight);
  return weight;
}

const mostDepth = 200;
const deepWeights = new WeakMap<object, number>();

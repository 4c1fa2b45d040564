/** Numbers that are the same for the same input, and spread evenly. */

/** @returns 32 bits of a text's UTF-16 units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let unit = 0; unit < text.length; unit++) {
    hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193);
  }
  return mix(hash) >>> 0;
}

/** A bijection of 32-bit integers that spreads every bit over all others. */
export function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}

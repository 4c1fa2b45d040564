/**
 * Which companies are in which stock index.
 *
 * The sets obey the algebra of the real ones, at a smaller scale: `SP 500` ⊂ `Russell 1000`, `Russell 3000` is the
 * disjoint union of `Russell 1000` and `Russell 2000`, `DAX` ⊂ Germany ∩ `STOXX 600`, `MSCI World` holds developed countries
 * alone. Membership follows from country and size, so no company has to be compared with another.
 */

import type { Country } from './countries';

type Rule = (country: Country, size: number) => boolean;

const rules: readonly (readonly [string, Rule])[] = [
  ['STOXX 600', ({ european }, size) => european && size > 0.35],
  ['SP 500', ({ id }, size) => id === 'us' && size > 0.8],
  ['DAX', ({ id }, size) => id === 'de' && size > 0.6],
  ['Russell 3000', ({ id }, size) => id === 'us' && size > 0.08],
  ['Russell 2000', ({ id }, size) => id === 'us' && size > 0.08 && size <= 0.62],
  ['Russell 1000', ({ id }, size) => id === 'us' && size > 0.62],
  ['MSCI World', ({ developed }, size) => developed && size > 0.3],
];

const ruleOf = new Map(rules);

/** @returns Whether a company of that country and size (0 to 1) is a member of the index. */
export function isMember(stockIndex: string, country: Country, size: number): boolean {
  return ruleOf.get(stockIndex)?.(country, size) ?? false;
}

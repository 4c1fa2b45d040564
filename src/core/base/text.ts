import { t } from './translations';

/**
 * @returns A whole number with commas: `1,234`. The first `toLocaleString` of a process takes 15 ms, as much as hundreds
 * of rows of an answer.
 */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * @param noun A literal, so that translators have it.
 * @returns `1 row`, `2 rows`: the number and the noun that goes with it.
 */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return t(`{0} ${count === 1 ? noun : plural}`, grouped(count));
}

/** @returns The texts as parts of a sentence: `a and b`. */
export function joined(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  return others.reduce((before, text) => t('{0} and {1}', before, text), first);
}

/**
 * @param one The sentence for the number 1, a literal, in which `{0}` is the number.
 * @param other The sentence for every other number.
 * @param values Those of `{1}` and after it.
 */
export function plural(
  count: number,
  one: string,
  other: string,
  ...values: readonly (string | number | null | undefined)[]
): string {
  return t(count === 1 ? one : other, grouped(count), ...values);
}

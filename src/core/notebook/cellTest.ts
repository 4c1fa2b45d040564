/**
 * Tests: cells with the option `--| test: name`. Each row of the result is a failure, and an empty result passes: the
 * convention of dbt.
 */

import { cellOptions, type CellOption } from './cellOptions';

/** What a run of a test found. */
export interface TestResult {
  readonly name: string;
  /** 0: it passed. */
  readonly failedRows: number;
}

/** @returns A name for each test of a notebook, in its order: `rows`, and `rows (2)` for the second of that name. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map(name => {
    let distinct = name;
    for (let at = 2; taken.has(distinct) || (at > 2 && names.includes(distinct)); at++) {
      distinct = `${name} (${at})`;
    }
    taken.add(distinct);
    return distinct;
  });
}

/** @returns The option that makes the cell a test, whose value is its name; null if there is none. The last one counts. */
export function testOf(language: string, text: string): CellOption | null {
  const options = cellOptions(language, text);
  return options.findLast(({ name, value }) => name === 'test' && value !== '') ?? null;
}

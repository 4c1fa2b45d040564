/** Cells that a user names: by number, by range, or by what they define. */

import { nameKey } from '../sql/names';
import type { CellAnalysis } from './analysis';

/** Cells count from 1 among the code cells; a range includes both ends. */
export type CellChoice = { readonly from: number; readonly to: number } | { readonly name: string };

/** @returns Indices of the chosen cells in their order, each once; or the sentence that says which do not exist. */
export function chosenCells(
  cells: readonly Pick<CellAnalysis, 'definitions'>[],
  choices: readonly CellChoice[],
): { readonly cells: readonly number[] } | { readonly problem: string } {
  const chosen = new Set<number>();
  for (const choice of choices) {
    const found =
      'name' in choice ? definingCells(cells, choice.name) : numbersOf(choice, cells.length);
    if (found.length === 0) {
      return {
        problem:
          'name' in choice
            ? `No cell defines ${choice.name}.`
            : `There is no cell ${choice.to}: the notebook has ${cells.length} code cells.`,
      };
    }
    found.forEach(cell => chosen.add(cell));
  }
  return { cells: [...chosen].sort((a, b) => a - b) };
}

function definingCells(
  cells: readonly Pick<CellAnalysis, 'definitions'>[],
  name: string,
): number[] {
  return cells.flatMap(({ definitions }, index) =>
    definitions.some(
      made =>
        /^(?:creates|replaces|keeps)$/.test(made.effect) && nameKey(made.name) === nameKey(name),
    )
      ? [index]
      : [],
  );
}

/** None if a part of the range does not exist. */
function numbersOf({ from, to }: { from: number; to: number }, count: number): number[] {
  return to > count ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index - 1);
}

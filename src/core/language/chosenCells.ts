/** Cells that a user names: by number, by range, by what they define, or by the name of their test. */

import { t } from '../base/translations';
import { nameKey } from '../sql/names';
import { testOf } from '../notebook/cellTest';
import type { CellAnalysis } from './analysis';
import type { CellText } from './notebookText';

/** Cells count from 1 among the code cells; a range includes both ends. */
export type CellChoice = { readonly from: number; readonly to: number } | { readonly name: string };

export type ChoiceCell = Pick<CellAnalysis, 'definitions'> & Pick<CellText, 'language' | 'text'>;

/** @returns Indices of the chosen cells in their order, each once; or the sentence that says which do not exist. */
export function chosenCells(
  cells: readonly ChoiceCell[],
  choices: readonly CellChoice[],
): { readonly cells: readonly number[] } | { readonly problem: string } {
  const chosen = new Set<number>();
  for (const choice of choices) {
    const found =
      'name' in choice ? namedCells(cells, choice.name) : numbersOf(choice, cells.length);
    if (found.length === 0) {
      return {
        problem:
          'name' in choice
            ? t('No cell defines {0}, and no test has that name.', choice.name)
            : t('There is no cell {0}: the notebook has {1} code cells.', choice.to, cells.length),
      };
    }
    found.forEach(cell => chosen.add(cell));
  }
  return { cells: [...chosen].sort((a, b) => a - b) };
}

function namedCells(cells: readonly ChoiceCell[], name: string): number[] {
  return cells.flatMap(({ definitions, language, text }, index) => {
    const isDefined = definitions.some(
      made =>
        /^(?:creates|replaces|keeps)$/.test(made.effect) && nameKey(made.name) === nameKey(name),
    );
    return isDefined || testOf(language, text)?.value === name ? [index] : [];
  });
}

/** None if a part of the range does not exist. */
function numbersOf({ from, to }: { from: number; to: number }, count: number): number[] {
  return to > count ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index - 1);
}

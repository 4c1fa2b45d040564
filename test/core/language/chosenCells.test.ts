import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Definition } from '../../../src/core/language/analysis';
import {
  chosenCells,
  type CellChoice,
  type ChoiceCell,
} from '../../../src/core/language/chosenCells';

function cell(text: string, ...made: readonly [name: string, effect: Definition['effect']][]) {
  const span = { from: 0, to: 0 };
  const definitions = made.map(([name, effect]): Definition => ({
    ...{ kind: 'table', name, effect, path: [], span, statement: span },
    ...{ columns: null, parameters: [], type: null },
  }));
  return { definitions, text, language: 'signals-sql' } satisfies ChoiceCell;
}

const cells = [
  cell('', ['prices', 'creates']),
  cell('', ['prices', 'changes']),
  cell('', ['Scores', 'replaces']),
  cell('--| test: no gaps\nSELECT 1'),
];

function check(choices: readonly CellChoice[], expected: readonly number[] | string): void {
  const chosen = chosenCells(cells, choices);
  assert.deepEqual('problem' in chosen ? chosen.problem : chosen.cells, expected);
}

test('numbers and ranges choose cells in their order, each once', () => {
  check([{ from: 2, to: 2 }], [1]);
  check(
    [
      { from: 3, to: 4 },
      { from: 1, to: 3 },
    ],
    [0, 1, 2, 3],
  );
  check([{ from: 4, to: 5 }], 'There is no cell 5: the notebook has 4 code cells.');
});

test('a name chooses the cells that make it, in any case, and not those that change it', () => {
  check([{ name: 'PRICES' }, { name: 'scores' }], [0, 2]);
  check([{ name: 'no gaps' }], [3]);
  check([{ name: 'nope' }], 'No cell defines nope, and no test has that name.');
});

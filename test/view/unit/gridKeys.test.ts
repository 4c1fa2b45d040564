import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeAfterKey } from '../../../src/view/table/gridKeys';

const size = { rowCount: 100, columnCount: 5, rowsInView: 12 };

/** `check('Ctrl+End', [0, 0], [99, 4])`: a key, where it is pressed, where it leads. */
function check(
  press: string,
  from: [number, number],
  expected: [number, number] | undefined,
): void {
  const far = press.startsWith('Ctrl+');
  const key = far ? press.slice(5) : press;
  const place = placeAfterKey({ row: from[0], column: from[1] }, { key, far }, size);
  assert.deepEqual(place && [place.row, place.column], expected, `${press} at ${from.join()}`);
}

test('arrows move by one cell and stop at the edges', () => {
  check('ArrowDown', [0, 0], [1, 0]);
  check('ArrowDown', [99, 0], [99, 0]);
  check('ArrowRight', [3, 3], [3, 4]);
  check('ArrowRight', [3, 4], [3, 4]);
  check('ArrowLeft', [3, 0], [3, 0]);
});

test('the header is above the first row', () => {
  check('ArrowUp', [0, 2], [-1, 2]);
  check('ArrowUp', [-1, 2], [-1, 2]);
  check('ArrowDown', [-1, 2], [0, 2]);
});

test('Home and End move in the row, with Ctrl to the corners', () => {
  check('Home', [7, 3], [7, 0]);
  check('End', [7, 3], [7, 4]);
  check('Ctrl+Home', [7, 3], [0, 0]);
  check('Ctrl+End', [7, 3], [99, 4]);
});

test('Page Up and Page Down move by what is in view', () => {
  check('PageDown', [0, 1], [12, 1]);
  check('PageDown', [95, 1], [99, 1]);
  check('PageUp', [20, 1], [8, 1]);
  check('PageUp', [5, 1], [0, 1]);
});

test('arrows with Ctrl lead to the edge', () => {
  check('Ctrl+ArrowDown', [3, 1], [99, 1]);
  check('Ctrl+ArrowUp', [3, 1], [0, 1]);
  check('Ctrl+ArrowRight', [3, 1], [3, 4]);
  check('Ctrl+ArrowLeft', [3, 1], [3, 0]);
});

test('other keys lead nowhere', () => {
  check('Enter', [0, 0], undefined);
  check('a', [0, 0], undefined);
  check('Ctrl+c', [0, 0], undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CELL_PADDING,
  columnEdges,
  columnWidths,
  headerWidth,
  sharedRoom,
  uncutWidths,
  visibleColumns,
} from '../../../src/view/table/columnLayout';
import { columnFacts } from '../../../src/view/table/columnRole';
import fc from '../../support/properties';

const edges = columnEdges([100, 50, 200]);

function check(left: number, width: number, expected: [number, number]): void {
  const { from, to } = visibleColumns(edges, left, width);
  assert.deepEqual([from, to], expected, `${left} ${width}`);
}

test('columns in view are those with at least one pixel in it', () => {
  assert.deepEqual(edges, [0, 100, 150, 350]);
  check(0, 100, [0, 1]);
  check(0, 101, [0, 2]);
  check(99, 2, [0, 2]);
  check(100, 10, [1, 2]);
  check(150, 1000, [2, 3]);
  check(0, 1000, [0, 3]);
});

test('every column that is in view is found, for any widths', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(widths, fc.nat(4000), fc.integer({ min: 1, max: 900 }), (all, left, width) => {
      const places = columnEdges(all);
      const { from, to } = visibleColumns(places, left, width);
      all.forEach((_, column) => {
        const start = places[column] ?? 0;
        const end = places[column + 1] ?? 0;
        const inView = start < left + width && end > left;
        assert.ok(!inView || (column >= from && column < to));
      });
    }),
  );
});

test('a width fits the name and the values, within limits', () => {
  const facts = ['n', 'a_rather_long_name_of_a_column'].map(name =>
    columnFacts({ name, type: 'VARCHAR' }, []),
  );
  const textWidth = (text: string): number => text.length * 8;
  const [narrow = 0, named = 0] = columnWidths(facts, [['x', 'x']], textWidth);
  assert.ok(narrow < named);
  const [long = 0] = columnWidths(facts, [['x'.repeat(5000), 'x']], textWidth);
  assert.equal(long, 240);
});

test('a few long texts and a long name do not widen a column', () => {
  const textWidth = (text: string): number => text.length * 8;
  const facts = columnFacts({ name: 'a_rather_long_name_of_a_column', type: 'VARCHAR' }, []);
  const texts = Array.from({ length: 100 }, (_, row) => ['x'.repeat(row < 4 ? 25 : 20)]);
  const [width = 0] = columnWidths([facts], texts, textWidth);
  assert.equal(width, 20 * 8 + CELL_PADDING);
  const [short = 0] = columnWidths([facts], [['x']], textWidth);
  assert.equal(short, 116 + 5 + 17);
  assert.ok(headerWidth(facts, textWidth) > 30 * 8);
});

test('codes of one length are not cut off, though some have wider letters, and the name of a score is whole', () => {
  const ofLetters = (text: string): number =>
    [...text].reduce((sum, letter) => sum + (letter === 'W' ? 12 : 8), 0);
  const isin = columnFacts({ name: 'isin', type: 'VARCHAR' }, []);
  const codes = Array.from({ length: 100 }, (_, row) => [
    row === 7 ? 'GB00SB000BWW' : 'GB00SB000231',
  ]);
  const [width = 0] = columnWidths([isin], codes, ofLetters);
  assert.equal(width, ofLetters('GB00SB000BWW') + CELL_PADDING);
  const score = columnFacts({ name: 'bull_bear_score', type: 'DOUBLE' }, [0.5]);
  const bold = (text: string): number => text.length * 7.6;
  const [named = 0] = columnWidths([score], [[0.5]], bold);
  assert.ok(named >= bold(score.name) + 5 + 17, String(named));
});

test('a number is not cut off, and the widest text counts, not the one with most letters', () => {
  const huge = 170141183460469231731687303715884105727n.toString();
  const number = columnFacts({ name: 'n', type: 'HUGEINT' }, [huge]);
  const wide = (text: string): number => text.length * 7.8;
  const [width = 0] = columnWidths([number], [[huge]], wide);
  assert.ok(width > 52 * 7.8 && width <= 428, String(width));
  const text = columnFacts({ name: 't', type: 'VARCHAR' }, []);
  const rows = [['iiiiiiiiiiiiiii'], ['mmmmmmmmmmmm']];
  const ofLetters = (cell: string): number =>
    [...cell].reduce((sum, letter) => sum + (letter === 'm' ? 12 : 3), 0);
  const [found = 0] = columnWidths([text], rows, ofLetters);
  assert.ok(found >= 12 * 12, String(found));
});

test('columns that cut something off share what is free, those that lack least first', () => {
  assert.deepEqual(sharedRoom([30, 0, 10], 100), [30, 0, 10]);
  assert.deepEqual(sharedRoom([30, 0, 10], 25), [15, 0, 10]);
  assert.deepEqual(sharedRoom([30, -5, 10], -20), [0, 0, 0]);
  const textWidth = (text: string): number => text.length * 8;
  const facts = ['a_rather_long_name_of_a_column', 't'].map(name =>
    columnFacts({ name, type: 'VARCHAR' }, []),
  );
  const rows = [['x', 'x'.repeat(40)]];
  const [named = 0, long = 0] = uncutWidths(facts, rows, textWidth);
  assert.ok(named > 30 * 8 && long > 40 * 8);
  assert.ok((uncutWidths(facts, [['x', 'x'.repeat(5000)]], textWidth).at(1) ?? 0) <= 2000);
});

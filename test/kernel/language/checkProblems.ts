/** Tables of cells with their problems marked in the text. */

import assert from 'node:assert/strict';
import type { CellAnalysis } from '../../../src/core/language/analysis';
import type { NotebookText } from '../../../src/core/language/notebookText';
import type { Fix } from '../../../src/core/language/problems';
import { AnalystFixture } from './analysed';

/** What a row expects of the marked places, in order: code, or code and the text after the first fix. */
export type Expected = string | readonly [code: string, fixed: string];

export function problemChecks(fixture: AnalystFixture) {
  /**
   * `check(cells, …)`: each stretch between ‹ and › is a problem and nothing else is. `[code, fixed]` says what its
   * first fix makes of the cell, or of all cells, with ` | ` between them, where it moves one. Whatever fixes a problem has, each leaves the cell with one fewer of its code.
   */
  return async function check(
    marked: string | readonly string[],
    expected: readonly Expected[],
    more: Partial<NotebookText> = {},
  ): Promise<void> {
    const cells = [marked].flat().map(unmarked);
    const texts = cells.map(({ text }) => text);
    const { cells: analysed } = await fixture.analyse(texts, more);
    const found = analysed.flatMap(({ problems }, cell) =>
      problems.map(({ code, span }) => `${cell + 1} ${code} ${span.from}–${span.to}`),
    );
    const wanted = cells
      .flatMap(({ spans }, cell) => spans.map(([from, to]) => ({ cell, from, to })))
      .map(({ cell, from, to }, index) => {
        const one = expected[index] ?? 'nothing';
        return `${cell + 1} ${typeof one === 'string' ? one : one[0]} ${from}–${to}`;
      });
    assert.deepEqual(found.sort(), wanted.sort(), texts.join('\n'));
    await checkFixes(analysed, texts, expected, more);
  };

  async function checkFixes(
    analysed: readonly CellAnalysis[],
    texts: readonly string[],
    expected: readonly Expected[],
    more: Partial<NotebookText>,
  ): Promise<void> {
    const problems = analysed.flatMap((cell, index) =>
      cell.problems.map(problem => ({ problem, index })),
    );
    for (const [at, { problem, index }] of problems.entries()) {
      const row = expected[at];
      const text = texts[index] ?? '';
      const [first] = problem.fixes;
      const result = first && (first.move ? fixedCells(texts, index, first) : [fixed(text, first)]);
      assert.equal(result?.join(' | '), Array.isArray(row) ? row[1] : undefined, text);
      for (const fix of problem.fixes) {
        const after = fixedCells(texts, index, fix);
        const { cells } = await fixture.analyse(after, more);
        const count = (cell: CellAnalysis | undefined): number =>
          cell?.problems.filter(({ code }) => code === problem.code).length ?? 0;
        if (fix.move || fix.edits.some(edit => edit.cell !== undefined)) {
          const all = (every: readonly CellAnalysis[]): number =>
            every.flatMap(one => one.problems).length;
          assert.ok(all(cells) < all(analysed), after.join('\n'));
        }
        const own = cells[fix.move ? index + 1 : index];
        assert.equal(count(own), count(analysed[index]) - 1, after.join('\n'));
      }
    }
  }
}

/** @returns The cells after the fix of a problem of the cell `index`. */
export function fixedCells(texts: readonly string[], index: number, fix: Fix): string[] {
  const edited = texts.map((text, cell) => fixed(text, fix, cell === index ? undefined : cell));
  const { cell = 0, above = 0 } = fix.move ?? {};
  return fix.move ? edited.toSpliced(cell, 1).toSpliced(above, 0, edited[cell] ?? '') : edited;
}

/** @returns The text with those of the fix's edits that are of that cell; they do not overlap. */
export function fixed(text: string, { edits }: Fix, cell?: number): string {
  return edits
    .filter(edit => edit.cell === cell)
    .sort((a, b) => b.span.from - a.span.from)
    .reduce(
      (made, { span, text: put }) => made.slice(0, span.from) + put + made.slice(span.to),
      text,
    );
}

function unmarked(marked: string): { text: string; spans: [number, number][] } {
  const spans: [number, number][] = [];
  let text = '';
  for (const char of marked) {
    if (char === '‹') {
      spans.push([text.length, -1]);
    } else if (char === '›') {
      const open = spans.findLast(([, to]) => to < 0);
      if (open) {
        open[1] = text.length;
      }
    } else {
      text += char;
    }
  }
  return { text, spans };
}

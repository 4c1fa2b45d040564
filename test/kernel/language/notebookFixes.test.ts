import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { AnalystFixture } from './analysed';
import { fixedCells } from './checkProblems';
import { notebookTexts } from './notebookArbitrary';
import fc from '../../support/properties';

const fixture = new AnalystFixture();
after(() => fixture.close());

/** @returns What each cell shows when all run in order; null for one that fails. */
async function shown(cells: readonly string[]): Promise<(string | null)[]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const results: (string | null)[] = [];
  for (const text of cells) {
    try {
      const reader = await connection.runAndReadAll(text);
      results.push(JSON.stringify(reader.getRowsJson()));
    } catch {
      results.push(null);
    }
  }
  connection.closeSync();
  instance.closeSync();
  return results;
}

test('a fix that changes several cells leaves no such problem, and what every cell shows as it was', async () => {
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(notebookTexts, async texts => {
      const { cells } = await fixture.analyse(texts);
      const problems = cells.flatMap((analysed, index) =>
        analysed.problems.map(problem => ({ ...problem, index })),
      );
      const before = await shown(texts);
      for (const { fixes, index, code, span } of problems) {
        for (const fix of fixes.filter(({ move }) => move ?? code === 'redefined')) {
          const fixed = fixedCells(texts, index, fix);
          const again = await fixture.analyse(fixed);
          const { cell: from = 0, above = 0 } = fix.move ?? {};
          const own = again.cells[fix.move ? index + 1 : index];
          // DuckDB tells of one unknown name at a time: behind the first there may be another.
          const name = texts[index]?.slice(span.from, span.to);
          const count = (one: (typeof cells)[number] | undefined, text = ''): number =>
            one?.problems.filter(
              problem =>
                problem.code === code && text.slice(problem.span.from, problem.span.to) === name,
            ).length ?? 0;
          assert.ok(
            count(own, fixed[fix.move ? index + 1 : index]) < count(cells[index], texts[index]),
            [...texts, '→', ...fixed].join('\n'),
          );
          // What a cell that failed should have made, others may see now or miss.
          const isWhole = cells.every(
            ({ definitions }, at) => before[at] !== null || definitions.length === 0,
          );
          if (isWhole) {
            const wanted = fix.move
              ? before.toSpliced(from, 1).toSpliced(above, 0, before[from] ?? null)
              : before;
            const now = await shown(fixed);
            wanted.forEach((result, at) => {
              assert.ok(
                result === null || result === now[at],
                [...texts, '→', ...fixed].join('\n'),
              );
            });
            tried++;
          }
        }
      }
    }),
    { numRuns: 75 },
  );
  assert.ok(tried > 10, `${tried} fixes`);
});

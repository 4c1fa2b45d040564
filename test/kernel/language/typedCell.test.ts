import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellationSource } from '../../../src/core/base/cancellation';
import type { CellAnalysis } from '../../../src/core/language/analysis';
import { Analyst } from '../../../src/kernel/language/analyst';
import fc from '../../support/properties';
import { analystOptions, notebookOf } from './analysed';
import { cellText, notebookTexts } from './notebookArbitrary';

/** Analyses in which time passes between the cells: at each question for the time, so much. */
class SlowAnalyst {
  private now = 0;
  private readonly analyst: Analyst;

  constructor(stepMs: number) {
    this.analyst = new Analyst(analystOptions, { now: () => (this.now += stepMs) });
  }

  /** @returns What is told of the typed cell before the answer, and the answer. */
  async analyse(texts: readonly string[]): Promise<{ early: CellAnalysis[]; all: CellAnalysis[] }> {
    this.now = 0;
    const early: CellAnalysis[] = [];
    const { cells } = await this.analyst.analyse(
      notebookOf(texts),
      new CancellationSource(),
      cell => early.push(cell),
    );
    return { early, all: [...cells] };
  }

  close(): void {
    this.analyst.close();
  }
}

test('the cell that was typed in is told of before those below it', async () => {
  const analyst = new SlowAnalyst(30);
  const below = ['SELECT x FROM t', 'SELECT y FROM t', 'SELECT 1'];
  assert.deepEqual(
    (await analyst.analyse(['CREATE TABLE t AS SELECT 1 AS x', ...below])).early,
    [],
  );
  const { early, all } = await analyst.analyse(['CREATE TABLE t AS SELECT nope AS x', ...below]);
  assert.deepEqual(
    early.map(({ id, problems }) => [id, problems.map(({ code }) => code)]),
    [['cell-1', ['unknownColumn']]],
  );
  assert.deepEqual(early[0], all[0]);
  analyst.close();
});

test('nothing is told before an answer that is quick, or of a cell that is the last', async () => {
  const quick = new SlowAnalyst(1);
  await quick.analyse(['SELECT 1', 'SELECT 2']);
  assert.deepEqual((await quick.analyse(['SELECT nope', 'SELECT 2'])).early, []);
  quick.close();
  const slow = new SlowAnalyst(30);
  await slow.analyse(['SELECT 1', 'SELECT 2']);
  assert.deepEqual((await slow.analyse(['SELECT 1', 'SELECT nope'])).early, []);
  // Cells that were never seen may say something of the one above them.
  assert.deepEqual((await slow.analyse(['FROM late', 'CREATE TABLE late AS SELECT 1'])).early, []);
  slow.close();
});

test('what is told early is what the answer says', async () => {
  const analyst = new SlowAnalyst(30);
  let told = 0;
  await fc.assert(
    fc.asyncProperty(notebookTexts, cellText, fc.nat(), async (texts, typed, place) => {
      await analyst.analyse(texts);
      const at = place % texts.length;
      const { early, all } = await analyst.analyse(texts.with(at, typed));
      early.forEach(cell => assert.deepEqual(cell.problems, all[at]?.problems));
      told += early.length;
    }),
    { numRuns: 100 },
  );
  assert.ok(told > 20, `${told} cells`);
  analyst.close();
});

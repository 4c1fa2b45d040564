/** The chart that a VISUALISE clause asks for. */

import type { Span } from '../core/base/span';
import type { ResultChart, ResultTable } from '../core/protocol/outcome';
import { compileChart } from '../core/visualise/compile';
import { parseVisualise } from '../core/visualise/parser';
import { problemSentence } from '../core/visualise/problems';
import { CellFailure } from './cellFailure';
import type { CellRun } from './cellRun';
import { chartDataset } from './chartData';
import type { Results } from './results';

/** @throws {CellFailure} If the clause does not parse or does not fit the result; at the first problem. */
export async function chartOfClause(
  results: Results,
  run: CellRun,
  { clause, table }: { clause: Span; table: ResultTable },
): Promise<ResultChart> {
  const tree = parseVisualise(run.params.text.slice(clause.from, clause.to));
  const compiled = compileChart(tree, table.columns, {});
  const [problem] = [...tree.problems, ...compiled.problems];
  if (problem) {
    const offset = clause.from + problem.span.from;
    throw new CellFailure('visualise', problemSentence(problem), offset);
  }
  const { dataset, notes } = await chartDataset(results, 'result', {
    table,
    names: compiled.columns,
  });
  run.note([...compiled.notes, ...notes]);
  return { spec: compiled.spec, datasets: [dataset], description: compiled.description };
}

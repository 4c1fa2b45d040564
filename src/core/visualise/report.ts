/** Collects what compiling a chart finds: problems with positions, and notes for the chart's footer. */

import type { Span } from '../base/span';
import { problemAt } from './problems';
import type { ProblemCode, ProblemFacts, VisualiseProblem } from './problems';

export class Report {
  readonly problems: VisualiseProblem[];
  readonly notes: string[] = [];

  constructor(problems: readonly VisualiseProblem[]) {
    this.problems = [...problems];
  }

  problem<C extends ProblemCode>(code: C, span: Span, data: ProblemFacts[C]): void {
    this.problems.push(problemAt(code, span, data));
  }

  /** Reports something that the grammar has and this version does not draw. */
  notYet(span: Span, what: string, advice = ''): void {
    this.problem('notYet', span, { what, advice });
  }

  note(sentence: string): void {
    if (!this.notes.includes(sentence)) {
      this.notes.push(sentence);
    }
  }
}

/** Charts that fit a result. */

import { textLiteral } from '../../base/quoted';
import { compileChart } from '../compile';
import { parseVisualise } from '../parser';
import { partsOf, type ChartShape } from './chartShape';
import { chartShapes } from './chartShapes';
import type { SuggestedFrom } from './columnParts';

export interface Suggestion {
  readonly id: string;
  /** The kind of chart. */
  readonly title: string;
  /** The question that it answers. */
  readonly question: string;
  /** Text that can follow the query: a VISUALISE clause, line by line. */
  readonly clause: string;
}

/** @returns The charts that the result's columns can be drawn as, the one that fits best first. */
export function suggestCharts(from: SuggestedFrom): Suggestion[] {
  const parts = partsOf(from);
  const fitOf = ({ fit }: ChartShape): number => (typeof fit === 'number' ? fit : fit(parts));
  return [...chartShapes]
    .sort((a, b) => fitOf(b) - fitOf(a))
    .flatMap(({ id, title, question: asked, draw }): Suggestion[] => {
      const drawn = draw(parts);
      const question = typeof asked === 'string' ? asked : asked(parts);
      const clause = `${drawn ?? ''}\nLABEL title => ${textLiteral(question)}`;
      return drawn !== null && compiles(clause, from)
        ? [{ id, title: title(), question, clause }]
        : [];
    });
}

function compiles(clause: string, { columns }: SuggestedFrom): boolean {
  return compileChart(parseVisualise(clause), columns).problems.length === 0;
}

/** An analyst on texts, for tests. */

import { CancellationSource } from '../../../src/core/base/cancellation';
import type { NotebookAnalysis } from '../../../src/core/language/analysis';
import type { CellText, NotebookText } from '../../../src/core/language/notebookText';
import { Analyst } from '../../../src/kernel/language/analyst';
import { Specifications } from '../../../src/kernel/language/specifications';
import { StuckStatements } from '../../../src/kernel/language/stuckStatements';

/** A notebook of SQL cells with a text parameter `industry`, a date parameter `since` and a portfolio `tech`. */
export function notebookOf(
  texts: readonly (string | Omit<CellText, 'id'>)[],
  more: Partial<NotebookText> = {},
): NotebookText {
  return {
    id: 'notebook',
    cells: texts.map((text, index) => ({
      id: `cell-${index + 1}`,
      ...(typeof text === 'string' ? { language: 'signals-sql', text } : text),
    })),
    parameters: [
      { name: 'industry', type: 'text', value: 'technology' },
      { name: 'since', type: 'date', value: '2026-01-01' },
    ],
    portfolios: ['tech'],
    session: [],
    folder: null,
    ...more,
  };
}

export const schemaPath = 'node_modules/vega-lite/build/vega-lite-schema.json';

export const analystOptions = {
  readableDirectories: [],
  folder: null,
  specifications: new Specifications(schemaPath),
  stuck: new StuckStatements([], () => undefined),
};

export class AnalystFixture {
  readonly analyst = new Analyst(analystOptions, { now: () => 0 });

  analyse(
    texts: readonly (string | Omit<CellText, 'id'>)[],
    more: Partial<NotebookText> = {},
  ): Promise<NotebookAnalysis> {
    return this.analyst.analyse(notebookOf(texts, more), new CancellationSource());
  }

  close(): void {
    this.analyst.close();
  }
}

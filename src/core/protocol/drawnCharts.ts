/** Charts that are drawn as files without a page, in a process of its own. */

import type { Palette } from './appearance';
import type { ExportSubject } from './exportRecord';
import type { ResultChart } from './outcome';

/** The whole input of the process, as JSON. */
export interface DrawingOrder {
  readonly palette: Palette;
  readonly charts: readonly ChartToDraw[];
  /** Those of the process that has them drawn. */
  readonly translations: Readonly<Record<string, string>>;
}

export interface ChartToDraw {
  /** With its rows. */
  readonly chart: ResultChart;
  readonly subject: ExportSubject;
}

/** One line of its output, as JSON, in the order of the charts. */
export type DrawnChart = { readonly svg: string } | { readonly failure: string };

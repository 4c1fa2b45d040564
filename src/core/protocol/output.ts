/** What a notebook output holds, and the messages between a renderer and the extension host. */

import type { Arrangement } from './arrangement';
import type { ChartFile } from './chartFile';
import type { ColumnSummary } from './columnSummary';
import type { ShownRows } from './shownRows';
import type { CellError, Copyright, Provenance, ResultChart, ResultTable, Value } from './outcome';

/** An output of type `mimeTypes.result`: a table, a chart, or a chart with its table. Stays under 1 MB. */
export interface ResultOutput {
  readonly version: 1;
  readonly table: ResultTable | null;
  readonly chart: ResultChart | null;
  readonly notes: readonly string[];
  readonly copyright: Copyright | null;
  readonly provenance: Provenance;
  /** True when it was read back from an earlier session: no kernel has its further pages. */
  readonly restored: boolean;
}

/** An output of type `mimeTypes.error`. */
export interface ErrorOutput {
  readonly version: 1;
  readonly error: CellError;
  readonly notes: readonly string[];
  readonly provenance: Provenance;
  /** What the card's buttons do, in order. */
  readonly actions: readonly OutputAction[];
}

/** A step that an output offers. The host maps each to a command; the page never names a command itself. */
export type OutputAction =
  | 'setToken'
  | 'selectConnection'
  | 'runAgain'
  | 'restartKernel'
  | 'manageTrust'
  | 'allowWriting'
  | 'showLog';

/** Renderer → host. `requestId` is the page's own; the answer carries it back. */
export type RendererMessage =
  | {
      readonly type: 'page';
      readonly requestId: number;
      readonly resultId: string;
      readonly offset: number;
      readonly limit: number;
      /** Absent: every row, in the order of the result. */
      readonly arrangement?: Arrangement;
    }
  /** Take a result away; `shown`: what the grid shows of it. */
  | { readonly type: 'export'; readonly resultId: string; readonly shown?: ShownRows }
  | {
      readonly type: 'summary';
      readonly requestId: number;
      readonly resultId: string;
      /** The column's place in the result, from 0. */
      readonly column: number;
    }
  /** Put a picture of the result's chart into a file that the user names. */
  | ({ readonly type: 'saveChart'; readonly resultId: string } & ChartFile)
  /** Show the result in an editor tab beside the notebook. */
  | { readonly type: 'openBeside'; readonly resultId: string }
  /** Which palette: the host answers with `AppearanceMessage`. */
  | { readonly type: 'appearance' }
  | { readonly type: 'action'; readonly action: OutputAction };

/** Host → renderer. */
export type HostMessage =
  | {
      readonly type: 'page';
      readonly requestId: number;
      readonly offset: number;
      readonly rows: readonly (readonly Value[])[];
      /** Rows that fit the question's filters; absent: as many as the result has. */
      readonly rowCount?: number | undefined;
    }
  | { readonly type: 'summary'; readonly requestId: number; readonly summary: ColumnSummary }
  | { readonly type: 'failed'; readonly requestId: number; readonly message: string };

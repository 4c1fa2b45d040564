/** What a notebook output holds, and the messages between a renderer and the extension host. */

import type { Arrangement, ColumnFilter } from './arrangement';
import type { ChartFile } from './chartFile';
import type { ChangesSummary } from './changesSummary';
import type { ColumnSummary, ValueCounts } from './columnSummary';
import type { EntityKey, EntityLink } from './entityLink';
import type { ShownRows } from './shownRows';
import type { CellError, Copyright, Provenance, ResultChart, ResultTable, Value } from './outcome';

/** An output of type `mimeTypes.result`: a table, a chart, or a chart with its table. Stays under 1 MB. */
export interface ResultOutput {
  readonly version: 1;
  readonly table: ResultTable | null;
  readonly chart: ResultChart | null;
  readonly notes: readonly string[];
  readonly copyright: Copyright | null;
  readonly changes?: ChangesSummary | undefined;
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

/** A step about a cell that one of its outputs offers; each is a command of the host. */
export type CellCommand = 'editAsVegaLite' | 'suggestCharts';

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
  /** Show what changed in the result's ranked list: since its last snapshot, or since one that a person chooses. */
  | { readonly type: 'changes'; readonly resultId: string; readonly choose: boolean }
  | {
      readonly type: 'summary';
      readonly requestId: number;
      readonly resultId: string;
      /** The column's place in the result, from 0. */
      readonly column: number;
    }
  /** About the cell whose output shows the result; `fetchedAt` is that of the output's provenance. */
  | {
      readonly type: 'cellCommand';
      readonly command: CellCommand;
      readonly resultId: string;
      readonly fetchedAt: string;
    }
  /** Put a picture of the result's chart into a file that the user names. */
  | ({ readonly type: 'saveChart'; readonly resultId: string } & ChartFile)
  /** Show the result in an editor tab beside the notebook. */
  | { readonly type: 'openBeside'; readonly resultId: string }
  | {
      readonly type: 'values';
      readonly requestId: number;
      readonly resultId: string;
      readonly column: number;
      /** Values whose text contains it; empty: all. */
      readonly search: string;
      /** Only rows that fit these are counted. */
      readonly filters: readonly ColumnFilter[];
    }
  /** Which portfolios hold the entity? */
  | { readonly type: 'portfolios'; readonly requestId: number; readonly entity: string }
  /** The answer to an earlier question is not wanted any more: what it began may stop. */
  | { readonly type: 'cancel'; readonly requestId: number }
  /** Put a cell that follows the link below the cell of the result. */
  | {
      readonly type: 'follow';
      readonly resultId: string;
      readonly link: EntityLink;
      readonly key: EntityKey;
    }
  /** Which palette: the host answers with `AppearanceMessage`. */
  | { readonly type: 'appearance' }
  | { readonly type: 'action'; readonly action: OutputAction };

/** A message that is answered. */
export type RendererQuestion = Extract<
  RendererMessage,
  { type: 'page' | 'summary' | 'values' | 'portfolios' }
>;

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
  | { readonly type: 'values'; readonly requestId: number; readonly counts: ValueCounts }
  | { readonly type: 'portfolios'; readonly requestId: number; readonly names: readonly string[] }
  | { readonly type: 'failed'; readonly requestId: number; readonly message: string };

/** The results of a notebook's run, independent of the report's format. */

import type { Connection } from '../core/client/serviceClient';
import type { NotebookCell } from '../core/notebook/notebookFile';
import type { CellOutcome } from '../core/protocol/outcome';

export interface Report {
  readonly file: string;
  readonly connection: Connection;
  readonly ran: readonly RanCell[];
}

/** One cell and its outcome; none if it is Markdown or was not reached. */
export interface RanCell {
  readonly cell: NotebookCell;
  readonly outcome: CellOutcome | null;
}

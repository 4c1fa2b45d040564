/** The report of a run as the notebook with its results, in one of its formats. */

import path from 'node:path';
import { uncancellable } from '../core/base/cancellation';
import type { FrontMatterContents } from '../core/notebook/frontMatter';
import type { NotebookCell } from '../core/notebook/notebookFile';
import type { PageCell } from '../core/page/pageCells';
import { palettes } from '../core/protocol/appearance';
import { cellOutputs } from '../core/protocol/cellOutputs';
import type { ErrorOutput, ResultOutput } from '../core/protocol/output';
import type { NotebookFormatName } from '../core/page/notebookFormats';
import type { Variable } from '../core/protocol/kernelRpc';
import type { Portfolios } from '../core/portfolios/portfolios';
import type { KernelHandle } from '../io/kernelProcess';
import { heldRows, writtenNotebook, type WrittenNotebook } from '../io/writtenNotebook';
import type { RanCell, Report } from './report';

export interface NotebookReport {
  /** Reads the rows that the file holds. Must be called when the cell ends: the kernel keeps those of the last cells. */
  ended(ran: RanCell): Promise<void>;
  /** @param target The file that is written; null: standard output. */
  written(report: Report, target: string | null): Promise<WrittenNotebook>;
}

interface CellOutputs {
  readonly results: readonly ResultOutput[];
  readonly errors: readonly ErrorOutput[];
}

/** @param maxRows The most rows of each result; null: as many as a file of the format holds. */
export function startNotebookReport(
  { format, maxRows }: { readonly format: NotebookFormatName; readonly maxRows: number | null },
  kernel: Pick<KernelHandle, 'ask'>,
  {
    front: { title, description },
    ...given
  }: {
    readonly front: FrontMatterContents;
    readonly frontMatter: string;
    readonly variables: readonly Variable[];
    readonly portfolios: Portfolios;
  },
): NotebookReport {
  const held = heldRows(format, params => kernel.ask('page', params, uncancellable), maxRows);
  const outputs = new Map<NotebookCell, CellOutputs>();
  return {
    ended: async ({ cell, outcome }) => {
      const results: ResultOutput[] = [];
      const errors: ErrorOutput[] = [];
      for (const output of outcome ? cellOutputs(outcome, true) : []) {
        if (output.kind === 'result') {
          results.push(await held(output.value));
        } else {
          errors.push(output.value);
        }
      }
      outputs.set(cell, { results, errors });
    },
    written: async ({ file, cells }, target) => {
      const pageCells = cells.map(({ cell, outcome }): PageCell => {
        const { results = [], errors = [] } = outputs.get(cell) ?? {};
        const hasRun = outcome !== null && outcome.status !== 'cancelled';
        const { kind, language, text } = cell;
        return { kind, language, text, results, errors, hasRun };
      });
      const fileName = path.basename(file);
      const source = { title, description, fileName, cells: pageCells, ...given };
      return writtenNotebook(format, source, {
        ...{ folder: __dirname, palette: palettes[0] },
        target: target && path.basename(target),
      });
    },
  };
}

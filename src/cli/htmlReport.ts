/** The report of a run as a page that a browser shows. */

import path from 'node:path';
import { uncancellable } from '../core/base/cancellation';
import type { FrontMatterContents } from '../core/notebook/frontMatter';
import type { NotebookCell } from '../core/notebook/notebookFile';
import type { PageCell } from '../core/page/pageCells';
import { palettes } from '../core/protocol/appearance';
import { cellOutputs } from '../core/protocol/cellOutputs';
import type { ErrorOutput, ResultOutput } from '../core/protocol/output';
import { readPageProgram } from '../io/pageProgram';
import type { KernelHandle } from '../io/kernelProcess';
import type { RanCell, Report } from './report';

export interface HtmlReport {
  /** Reads the rows that the page holds. Must be called when the cell ends: the kernel keeps those of the last cells. */
  ended(ran: RanCell): Promise<void>;
  text(report: Report): Promise<string>;
}

interface CellOutputs {
  readonly results: readonly ResultOutput[];
  readonly errors: readonly ErrorOutput[];
}

export async function startHtmlReport(
  kernel: Pick<KernelHandle, 'ask'>,
  { title, description }: FrontMatterContents,
): Promise<HtmlReport> {
  const { HeldRows, makePage } = await import('../core/page/makePage');
  const rows = new HeldRows(params => kernel.ask('page', params, uncancellable));
  const outputs = new Map<NotebookCell, CellOutputs>();
  return {
    ended: async ({ cell, outcome }) => {
      const results: ResultOutput[] = [];
      const errors: ErrorOutput[] = [];
      for (const output of outcome ? cellOutputs(outcome, true) : []) {
        if (output.kind === 'result') {
          results.push(await rows.of(output.value));
        } else {
          errors.push(output.value);
        }
      }
      outputs.set(cell, { results, errors });
    },
    text: async ({ file, cells }) => {
      const pageCells = cells.map(({ cell, outcome }): PageCell => {
        const { results = [], errors = [] } = outputs.get(cell) ?? {};
        const hasRun = outcome !== null && outcome.status !== 'cancelled';
        const { kind, language, text } = cell;
        return { kind, language, text, results, errors, hasRun };
      });
      const page = { title, description, fileName: path.basename(file), cells: pageCells };
      return makePage(page, palettes[0], await readPageProgram(__dirname));
    },
  };
}

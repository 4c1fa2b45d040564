/** The report of a run as a page that a browser shows. */

import path from 'node:path';
import { uncancellable } from '../core/base/cancellation';
import type { FrontMatterContents } from '../core/notebook/frontMatter';
import type { PageCell } from '../core/page/pageCells';
import { palettes } from '../core/protocol/appearance';
import { cellOutputs } from '../core/protocol/cellOutputs';
import type { ErrorOutput, ResultOutput } from '../core/protocol/output';
import { readPageProgram } from '../io/pageProgram';
import type { KernelHandle } from '../io/kernelProcess';
import type { RanCell } from './report';

export interface HtmlReport {
  /** Reads the rows that the page holds. Must be called when the cell ends: the kernel keeps those of the last cells. */
  add(ran: RanCell): Promise<void>;
  text(file: string, front: FrontMatterContents): Promise<string>;
}

export async function startHtmlReport(kernel: Pick<KernelHandle, 'ask'>): Promise<HtmlReport> {
  const { HeldRows, makePage } = await import('../core/page/makePage');
  const rows = new HeldRows(params => kernel.ask('page', params, uncancellable));
  const cells: PageCell[] = [];
  return {
    add: async ({ cell, outcome }) => {
      const results: ResultOutput[] = [];
      const errors: ErrorOutput[] = [];
      for (const output of outcome ? cellOutputs(outcome, true) : []) {
        if (output.kind === 'result') {
          results.push(await rows.of(output.value));
        } else {
          errors.push(output.value);
        }
      }
      const { kind, language, text } = cell;
      const hasRun = outcome !== null && outcome.status !== 'cancelled';
      cells.push({ kind, language, text, results, errors, hasRun });
    },
    text: async (file, { title, description }) =>
      makePage(
        { title, description, fileName: path.basename(file), cells },
        palettes[0],
        await readPageProgram(__dirname),
      ),
  };
}

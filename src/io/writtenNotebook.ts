/** Writes a notebook in each of its formats, which are loaded when they are needed. */

import path from 'node:path';
import type { JupyterSource } from '../core/jupyter/jupyterNotebook';
import { HeldRows, heldTables, type AskPage } from '../core/page/heldRows';
import type { NotebookFormatName } from '../core/page/notebookFormats';
import { withChangesNote } from '../core/protocol/changesSummary';
import type { Palette } from '../core/protocol/appearance';
import type { ResultOutput } from '../core/protocol/output';
import { drawnCharts } from './drawnCharts';
import { readPageProgram } from './pageProgram';

/**
 * @param ask Asks the kernel of the results; rejects if it has the rows no more.
 * @param maxRows The most rows of each table; null: as many as a file of the format holds.
 * @returns Adds the rows that a file of this format holds to a result. Must be called while the kernel keeps them.
 */
export function heldRows(
  format: NotebookFormatName,
  ask: AskPage,
  maxRows: number | null = null,
): (output: ResultOutput) => Promise<ResultOutput> {
  if (format === 'ipynb') {
    return output => Promise.resolve(output);
  }
  const tables = heldTables[format];
  const mostRows = Math.min(tables.mostRows, maxRows ?? tables.mostRows);
  const rows = new HeldRows(ask, { ...tables, mostRows });
  return output => rows.of(withChangesNote(output));
}

export interface WrittenNotebook {
  readonly text: string;
  /** Other files of the notebook, in the folder that `picturesFolder` names. */
  readonly pictures: readonly { readonly name: string; readonly text: string }[];
}

export interface WritingOptions {
  /** The program's folder, absolute: it holds the script and the style of pages, and what draws charts. */
  readonly folder: string;
  readonly palette: Palette;
  /** The name of the file that is written; null: it has none, so that no other files are beside it. */
  readonly target: string | null;
}

export async function writtenNotebook(
  format: NotebookFormatName,
  source: JupyterSource,
  { folder, palette, target }: WritingOptions,
): Promise<WrittenNotebook> {
  switch (format) {
    case 'html': {
      const { makePage } = await import('../core/page/makePage');
      return { text: makePage(source, palette, await readPageProgram(folder)), pictures: [] };
    }
    case 'ipynb': {
      const { jupyterNotebook } = await import('../core/jupyter/jupyterNotebook');
      return { text: jupyterNotebook(source), pictures: [] };
    }
    case 'md': {
      const { chartsOf, makeMarkdown } = await import('../core/page/makeMarkdown');
      if (target === null) {
        return { text: makeMarkdown(source, { address: null, drawn: [] }), pictures: [] };
      }
      const drawn = await drawnCharts({ palette, charts: chartsOf(source) }, folder);
      const inFolder = encodedSegment(picturesFolder(target));
      const address = (chart: number): string => `${inFolder}/${pictureName(chart)}`;
      const pictures = drawn.flatMap((picture, chart) =>
        'svg' in picture ? [{ name: pictureName(chart), text: picture.svg }] : [],
      );
      return { text: makeMarkdown(source, { address, drawn }), pictures };
    }
  }
}

/** @returns The name of the folder beside a file that holds its pictures. */
export function picturesFolder(target: string): string {
  return `${path.parse(target).name}_files`;
}

function pictureName(chart: number): string {
  return `chart-${chart + 1}.svg`;
}

/** @returns Whether a file in the folder of pictures would be replaced that is not a picture of an earlier export. */
export function isForeignPicture(name: string, text: string): boolean {
  return (
    /^chart-\d+\.svg$/.test(name) &&
    !(text.startsWith('<svg ') && text.includes('<metadata>{"marketSignals":'))
  );
}

function encodedSegment(name: string): string {
  return encodeURIComponent(name).replace(/[()]/g, each => `%${each.charCodeAt(0).toString(16)}`);
}

/** Writes a notebook in each of its formats, which are loaded when they are needed. */

import type { JupyterSource } from '../core/jupyter/jupyterNotebook';
import type { NotebookFormatName } from '../core/page/notebookFormats';
import type { Palette } from '../core/protocol/appearance';
import { readPageProgram } from './pageProgram';

/** @param folder The program's, absolute: it holds the script and the style of pages. */
export async function writtenNotebook(
  format: NotebookFormatName,
  source: JupyterSource,
  { folder, palette }: { readonly folder: string; readonly palette: Palette },
): Promise<string> {
  switch (format) {
    case 'html': {
      const { makePage } = await import('../core/page/makePage');
      return makePage(source, palette, await readPageProgram(folder));
    }
    case 'ipynb': {
      const { jupyterNotebook } = await import('../core/jupyter/jupyterNotebook');
      return jupyterNotebook(source);
    }
  }
}

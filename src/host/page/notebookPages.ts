/** The commands about notebooks as pages. */

import { exportNotebook } from './exportNotebook';
import { PagePanels, type PageParts } from './pagePanels';

export interface NotebookPages {
  export(argument: unknown): Promise<void>;
  open(argument: unknown): void;
}

export function notebookPages(parts: PageParts): NotebookPages {
  const panels = new PagePanels(parts);
  return {
    export: argument => exportNotebook(argument, parts),
    open: argument => panels.open(argument),
  };
}

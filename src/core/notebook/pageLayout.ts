/** How a page shows a cell: the options `--| column: half` and `--| echo: false`, which are Quarto's. */

import { cellOptions } from './cellOptions';

export interface PageLayout {
  /** Whether the cell is beside the next one of half the width, where the page is wide enough. */
  readonly isHalf: boolean;
  readonly showsCode: boolean;
}

/** Of several options of one name the last one counts. */
export function pageLayout(language: string, text: string): PageLayout {
  const options = new Map(
    cellOptions(language, text).map(({ name, value }) => [name, value.toLowerCase()]),
  );
  return { isHalf: options.get('column') === 'half', showsCode: options.get('echo') !== 'false' };
}

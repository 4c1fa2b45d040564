/** What an exported Jupyter notebook keeps of the cells that it was made of, in the metadata of its own cells. */

import * as v from 'valibot';
import { read, type Described } from '../protocol/shape';

const written = v.string();

const exportedCell = v.variant('kind', [
  /** The first cell: the notebook's front matter. */
  v.object({ kind: v.literal('notebook'), frontMatter: written }),
  /** A cell of Python that no cell of the notebook was made to. */
  v.object({ kind: v.literal('setup') }),
  v.object({
    kind: v.literal('cell'),
    language: v.picklist(['signals-sql', 'vega-lite']),
    text: written,
    /** `checksum` of the Python that it was made to. */
    python: written,
  }),
]);

export type ExportedCell = Described<typeof exportedCell>;

const metadata = v.object({ market_signals: exportedCell });

/** @returns The metadata of a cell of nbformat. */
export function withExported(market_signals: ExportedCell): Described<typeof metadata> {
  return { market_signals };
}

/** @returns Null for a cell that is not of an export. */
export function readExported(value: unknown): ExportedCell | null {
  return read(metadata, value)?.market_signals ?? null;
}

/** @returns A few letters that change with the text: that of code which somebody edited differs. */
export function checksum(text: string): string {
  // FNV-1a, of 32 bits.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** What an exported Jupyter notebook keeps of the cells that it was made of, in the metadata of its own cells. */

import * as v from 'valibot';
import { read, type Described } from '../protocol/shape';

const text = v.string();

const exportedCell = v.variant('kind', [
  /** The first cell: the notebook's front matter. `made` is the `checksum` of the prose. */
  v.object({ kind: v.literal('notebook'), frontMatter: text, made: text }),
  /** A cell of Python that no cell of the notebook was made to, and its `checksum`. */
  v.object({ kind: v.literal('setup'), made: text }),
  v.object({
    kind: v.literal('cell'),
    language: v.picklist(['signals-sql', 'vega-lite']),
    text,
    /** `checksum` of the Python that it was made to. */
    made: text,
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

/** @returns A few letters that change with the text, whatever its line breaks are: that of an edited cell differs. */
export function checksum(written: string): string {
  const text = written.replace(/\r\n?/g, '\n');
  // FNV-1a, of 32 bits.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/**
 * A notebook as cells, and the layout of its file.
 *
 * Everything here is plain JSON, so an editor can carry it as metadata. Layouts are hints: the writer uses one
 * only where the file it makes still reads back as the same cells.
 */

import type { Json } from '../base/json';

export type LineEnding = '\n' | '\r\n';

/** Languages of the cells that a file can hold. */
export type NotebookLanguage = 'signals-sql' | 'vega-lite' | 'markdown';

export interface NotebookCell {
  readonly kind: 'code' | 'markdown';
  /** A `NotebookLanguage`; a code cell of another language is written so that it reads back as Markdown. */
  readonly language: string;
  /** Exactly the cell's characters, its own line endings included. */
  readonly text: string;
  /** Results that the author chose to keep in the file; absent if there are none. */
  readonly outputs?: EmbeddedOutputs;
  readonly layout?: CellLayout;
}

/** Results of one code cell, kept in the file together with the rights notice of their data. */
export interface EmbeddedOutputs {
  /** One object an output, in order: MIME type to its JSON value. */
  readonly outputs: readonly { readonly [mimeType: string]: Json }[];
  /** The notice of the service, as it came; null if the data carry none. */
  readonly copyright: Json;
}

/** The YAML head of a file. */
export interface FrontMatter {
  /** The unchanged lines between the delimiters; empty if there is no front matter. */
  readonly raw: string;
  /** The delimiting lines with their line endings, if read from a file. */
  readonly open?: string;
  readonly close?: string;
}

/** `leading + open + text + close` are the characters that a cell had in its file. */
export interface CellLayout {
  /** Blank lines and `+++` lines before it; absent for the first cell, whose gap belongs to the file. */
  readonly leading?: string;
  /** The opening fence's line, or nothing. */
  readonly open: string;
  /** From the end of the text to the end of the cell's last line. */
  readonly close: string;
  /** The same for the fence of its outputs, `json` being what it held. */
  readonly outputs?: {
    readonly leading: string;
    readonly open: string;
    readonly json: string;
    readonly close: string;
  };
}

export interface FileLayout {
  /** Whether the file begins with U+FEFF. */
  readonly byteOrderMark: boolean;
  /** The first line ending of the file: what new lines get. */
  readonly lineEnding: LineEnding;
  /** The gap before the first cell and the gap after the last. */
  readonly leading: string;
  readonly trailing: string;
}

export interface Notebook {
  readonly frontMatter: FrontMatter;
  readonly cells: readonly NotebookCell[];
  readonly layout?: FileLayout;
}

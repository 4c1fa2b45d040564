/**
 * The `.signals` file: text ↔ notebook.
 *
 * A file that was read and not changed is written with the same characters. New or changed cells are written so that
 * they read back unchanged, whatever they contain. Reading only rejects a newer format; what it does not understand
 * becomes Markdown. Text here is JavaScript's: a lone surrogate is kept as it is, and becomes U+FFFD only when the
 * caller encodes the text as UTF-8.
 */

import { t } from '../base/translations';
import { frontMatterBlock, statedVersion, formatVersion } from './frontMatterBlock';
import type { FrontMatter, LineEnding, Notebook, NotebookCell } from './notebook';
import { NotebookFileError } from './notebookFileError';
import { readCells } from './readCells';
import { writeCells } from './writeCells';

export type { EmbeddedOutputs, FrontMatter, Notebook, NotebookCell } from './notebook';
export { NotebookFileError } from './notebookFileError';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Decodes and reads a file.
 *
 * @param decode Strict UTF-8 that keeps a byte order mark, `new TextDecoder('utf-8', { fatal: true,
 *   ignoreBOM: true })`; throws where the bytes are not UTF-8.
 * @throws {NotebookFileError} If the bytes are not UTF-8, or the file is in a newer format.
 */
export function openNotebook(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): Notebook {
  let text: string;
  try {
    text = decode(bytes);
  } catch (cause) {
    const message = t(
      'This file is not UTF-8 text, so it was not opened as a notebook and is left as it is.',
    );
    throw new NotebookFileError('notText', message, { cause });
  }
  return readNotebook(text);
}

/**
 * Reads a file.
 *
 * @param text The whole file, its byte order mark included.
 * @throws {NotebookFileError} If the file is in a newer format.
 */
export function readNotebook(text: string): Notebook {
  const byteOrderMark = text.startsWith(BYTE_ORDER_MARK);
  const { frontMatter, end } = frontMatterBlock(text, byteOrderMark ? 1 : 0);
  refuseNewer(frontMatter);
  const { cells, trailing } = readCells(text.slice(end));
  return {
    frontMatter,
    cells: cells.map((cell, index) => (index === 0 ? withoutLeading(cell) : cell)),
    layout: {
      byteOrderMark,
      lineEnding: /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n',
      leading: cells[0]?.layout.leading ?? '',
      trailing,
    },
  };
}

/** Writes a file. Reading it returns every cell and the front matter, character for character. */
export function writeNotebook(notebook: Notebook): string {
  const { cells, layout } = notebook;
  const lineEnding = layout?.lineEnding ?? lineEndingOf(cells);
  const head = writeFrontMatter(notebook.frontMatter, lineEnding);
  const options = {
    lineEnding,
    leading: layout?.leading ?? (head === '' ? '' : lineEnding),
    trailing: layout?.trailing ?? '',
  };
  const mark = layout?.byteOrderMark ? BYTE_ORDER_MARK : '';
  const body = writeCells(cells, { ...options, fenceFirst: false });
  if (head === '' && beginsLikeHead(body, mark)) {
    return mark + writeCells(cells, { ...options, fenceFirst: true });
  }
  const join = body === '' || head === '' || head.endsWith('\n') ? '' : lineEnding;
  return mark + head + join + body;
}

function refuseNewer({ raw }: FrontMatter): void {
  const version = statedVersion(raw);
  if (version !== null && version > formatVersion) {
    throw new NotebookFileError(
      'newerVersion',
      t(
        'This notebook is in version {0} of the format; this extension reads version {1}. Update Market Signals to open it. The file is left as it is.',
        version,
        formatVersion,
      ),
    );
  }
}

function withoutLeading<T extends NotebookCell>(cell: T): NotebookCell {
  if (!cell.layout) {
    return cell;
  }
  const { open, close, outputs } = cell.layout;
  return { ...cell, layout: outputs ? { open, close, outputs } : { open, close } };
}

function writeFrontMatter({ raw, open, close }: FrontMatter, lineEnding: LineEnding): string {
  if (raw === '') {
    return '';
  }
  const delimiter = `---${lineEnding}`;
  const closing = close ?? delimiter;
  return (open ?? delimiter) + raw + (raw.endsWith('\n') ? '' : lineEnding) + closing;
}

/** Whether the first cell's own text would be read as front matter or as the byte order mark. */
function beginsLikeHead(body: string, mark: string): boolean {
  const isMark = mark === '' && body.startsWith(BYTE_ORDER_MARK);
  return isMark || frontMatterBlock(body, 0).end > 0;
}

/** CRLF where every line of every cell ends so, as in a notebook made on Windows. */
function lineEndingOf(cells: readonly NotebookCell[]): LineEnding {
  const text = cells.map(cell => cell.text).join('');
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
}

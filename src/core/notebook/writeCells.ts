/**
 * Cells → text after the front matter.
 *
 * Each cell is tried in the forms that it may have, the one it had in its file first, and the first form that
 * reads back as that cell between its neighbours is taken. The last form, a fence of its own, always does.
 */

import { formatOutputs, parseOutputs, sameJson } from './embeddedOutputs';
import { fenceAround } from './fences';
import type { EmbeddedOutputs, LineEnding, NotebookCell } from './notebook';
import { readCells } from './readCells';

/** The text before a cell, as far as it affects how the cell is read. */
type Before = 'nothing' | 'code' | 'prose' | 'other';

/** The least text that leaves a reader in that state. */
const stubs: Readonly<Record<Before, string>> = {
  nothing: '',
  code: '```{sql}\n```\n',
  prose: 'prose\n',
  other: '```{markdown}\n```\n',
};

export interface WriteOptions {
  readonly lineEnding: LineEnding;
  /** The gap before the first cell. */
  readonly leading: string;
  /** The gap after the last cell, as the file had it. */
  readonly trailing: string;
  /** Whether the first cell needs a fence, since its text would be taken for something else there. */
  readonly fenceFirst: boolean;
}

interface Form {
  readonly leading: string;
  readonly open: string;
  readonly close: string;
}

export function writeCells(cells: readonly NotebookCell[], options: WriteOptions): string {
  const parts: string[] = [];
  let before: Before = 'nothing';
  for (const [index, cell] of cells.map(writable).entries()) {
    const isLast = index === cells.length - 1;
    const end = isLast ? options.trailing : stubs.code;
    const outputs = cell.outputs ? writeOutputs(cell, cell.outputs, { ...options, end }) : '';
    const after = outputs + end;
    const place = { before, after, count: isLast ? 1 : 2 };
    const fenced = options.fenceFirst && index === 0;
    const form = formsOf(cell, before, options).find(
      each => !(fenced && each.open === '') && readsBack(cell, each, place),
    );
    const { leading, open, close } = form ?? fence(cell, options);
    parts.push(leading, open, cell.text, close, outputs);
    before = stateAfter(cell, open);
  }
  return parts.join('') + options.trailing;
}

/** A cell of a language that files do not know becomes the Markdown that shows it. */
function writable(cell: NotebookCell): NotebookCell {
  const { kind, language, text, layout } = cell;
  const kept = layout ? { layout } : {};
  if (kind === 'markdown' || language === 'markdown') {
    return { kind: 'markdown', language: 'markdown', text, ...kept };
  }
  if (language === 'signals-sql' || language === 'vega-lite') {
    return cell;
  }
  const marks = fenceAround(text);
  const source = `${marks}${language}\n${text}\n${marks}`;
  return { kind: 'markdown', language: 'markdown', text: source };
}

/** Forms in the order of preference. */
function formsOf(cell: NotebookCell, before: Before, options: WriteOptions): Form[] {
  const { lineEnding } = options;
  const gap = before === 'nothing' ? options.leading : lineEnding;
  const separator = `${lineEnding}+++${lineEnding}${lineEnding}`;
  const frames = [fence(cell, options)];
  if (cell.kind === 'markdown') {
    frames.unshift({ leading: gap, open: '', close: lineEndingAfter(cell.text, lineEnding) });
  }
  if (cell.layout) {
    frames.unshift({ leading: gap, open: cell.layout.open, close: cell.layout.close });
  }
  return frames.flatMap(frame => {
    const own = before === 'nothing' ? undefined : cell.layout?.leading;
    const apart = before === 'prose' && cell.kind === 'markdown' && frame.open === '';
    return [...(own === undefined ? [] : [own]), apart ? separator : gap].map(leading => ({
      ...frame,
      leading,
    }));
  });
}

function fence(cell: NotebookCell, { lineEnding }: WriteOptions): Form {
  const marks = fenceAround(cell.text);
  const end = cell.text === '' ? '' : lineEndingAfter(cell.text, lineEnding);
  return {
    leading: lineEnding,
    open: `${marks}{${fenceName(cell)}}${lineEnding}`,
    close: `${end}${marks}${lineEnding}`,
  };
}

/** After a text that ends in CR a lone LF would be read as the second half of a CRLF. */
function lineEndingAfter(text: string, lineEnding: LineEnding): LineEnding {
  return text.endsWith('\r') ? '\r\n' : lineEnding;
}

function fenceName({ language }: NotebookCell): string {
  return language === 'signals-sql' ? 'sql' : language;
}

function readsBack(
  cell: NotebookCell,
  { leading, open, close }: Form,
  place: { before: Before; after: string; count: number },
): boolean {
  const stub = stubs[place.before];
  const { cells } = readCells(stub + leading + open + cell.text + close + place.after);
  const index = stub === '' ? 0 : 1;
  const found = cells[index];
  return (
    cells.length === index + place.count &&
    found?.kind === cell.kind &&
    found.language === cell.language &&
    found.text === cell.text &&
    (found.outputs === undefined) === (cell.outputs === undefined)
  );
}

function stateAfter(cell: NotebookCell, open: string): Before {
  if (cell.kind === 'markdown') {
    return open === '' ? 'prose' : 'other';
  }
  return cell.outputs ? 'other' : 'code';
}

/** The fence of a cell's outputs: as the file had it where they are still the same. */
function writeOutputs(
  { layout }: NotebookCell,
  outputs: EmbeddedOutputs,
  { lineEnding, end }: WriteOptions & { end: string },
): string {
  const kept = layout?.outputs;
  const before = kept && parseOutputs(kept.json);
  if (kept && before && isSame(before, outputs)) {
    const close = kept.close.endsWith('\n') || end === '' ? kept.close : kept.close + lineEnding;
    return kept.leading + kept.open + kept.json + close;
  }
  const json = formatOutputs(outputs).replaceAll('\n', lineEnding);
  return ['', '```{output}', json, '```', ''].join(lineEnding);
}

function isSame(a: EmbeddedOutputs, b: EmbeddedOutputs): boolean {
  return sameJson([...a.outputs, a.copyright], [...b.outputs, b.copyright]);
}

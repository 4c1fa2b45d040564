/**
 * Text after the front matter → cells.
 *
 * One pass over the lines, which cannot fail: everything that is no code cell is prose. Every character belongs to
 * exactly one of a cell's text, its layout and the gap at the end.
 */

import { parseOutputs } from './embeddedOutputs';
import { closesFence, fenceOpening } from './fences';
import type { FenceName, FenceOpening } from './fences';
import { linesOf } from './lines';
import type { Line } from './lines';
import type { CellLayout, EmbeddedOutputs, NotebookCell } from './notebook';

/** A cell as it was read; `leading` is here for the first cell too. */
export interface ReadCell extends NotebookCell {
  readonly layout: CellLayout & { readonly leading: string };
}

export interface ReadCells {
  readonly cells: readonly ReadCell[];
  /** What follows the last cell: blank lines and `+++` lines. */
  readonly trailing: string;
}

/** A stretch of lines with a fence around it. */
interface Block {
  readonly open: string;
  readonly text: string;
  readonly close: string;
  readonly closed: boolean;
  /** Index of the line after it. */
  readonly next: number;
}

const GAP = /^(?:[ \t]*|\+\+\+[ \t]*)$/;
const BLANK = /^[ \t]*$/;
const languages: Readonly<Record<Exclude<FenceName, 'output'>, NotebookCell['language']>> = {
  sql: 'signals-sql',
  'vega-lite': 'vega-lite',
  markdown: 'markdown',
};

/** @param text Everything after the front matter. */
export function readCells(text: string): ReadCells {
  return new CellReader(text).read();
}

class CellReader {
  private readonly lines: readonly Line[];
  private readonly cells: ReadCell[] = [];
  private index = 0;
  /** Where the gap before the next cell begins. */
  private gapFrom = 0;

  constructor(private readonly text: string) {
    this.lines = linesOf(text);
  }

  read(): ReadCells {
    while (this.index < this.lines.length) {
      const line = this.content(this.index);
      if (GAP.test(line)) {
        this.index++;
        continue;
      }
      const opening = fenceOpening(line);
      if (opening?.name === 'output' && this.readOutputs(opening)) {
        continue;
      }
      if (opening && isCell(opening)) {
        this.readFenced(opening);
      } else {
        this.readProse();
      }
    }
    return { cells: this.cells, trailing: this.text.slice(this.gapFrom) };
  }

  private readFenced({ fence, name }: FenceOpening & { name: keyof typeof languages }): void {
    const { open, text, close, next } = this.block(fence);
    const leading = this.leading();
    const kind = name === 'markdown' ? 'markdown' : 'code';
    this.cells.push({ kind, language: languages[name], text, layout: { leading, open, close } });
    this.moveTo(next);
  }

  /** @returns Whether the fence here holds the outputs of the code cell right before it. */
  private readOutputs({ fence }: FenceOpening): boolean {
    const cell = this.cells.at(-1);
    const leading = this.leading();
    if (cell?.kind !== 'code' || cell.outputs || leading.includes('+')) {
      return false;
    }
    const { open, text: json, close, closed, next } = this.block(fence);
    const outputs: EmbeddedOutputs | undefined = closed ? parseOutputs(json) : undefined;
    if (!outputs) {
      return false;
    }
    const layout = { ...cell.layout, outputs: { leading, open, json, close } };
    this.cells.splice(-1, 1, { ...cell, outputs, layout });
    this.moveTo(next);
    return true;
  }

  private readProse(): void {
    const first = this.index;
    let last = first;
    let next = first;
    while (next < this.lines.length) {
      const line = this.content(next);
      const opening = fenceOpening(line);
      if (opening && isCell(opening)) {
        break;
      }
      if (opening) {
        next = this.lineAfterFence(next, opening.fence);
        last = next - 1;
      } else if (!GAP.test(line)) {
        last = next++;
      } else if (BLANK.test(line)) {
        next++;
      } else {
        break;
      }
    }
    const { from } = this.line(first);
    const { to, next: end } = this.line(last);
    const layout = { leading: this.leading(), open: '', close: this.text.slice(to, end) };
    const text = this.text.slice(from, to);
    this.cells.push({ kind: 'markdown', language: 'markdown', text, layout });
    this.moveTo(last + 1);
  }

  /** The fenced block whose opening line is the current one; it ends with the text where nothing closes it. */
  private block(fence: string): Block {
    const opening = this.line(this.index);
    const next = this.lineAfterFence(this.index, fence);
    const last = this.line(next - 1);
    const closed = next - 1 > this.index && closesFence(this.content(next - 1), fence);
    const lastOfText = closed ? next - 2 : next - 1;
    const to = lastOfText > this.index ? this.line(lastOfText).to : opening.next;
    return {
      open: this.text.slice(opening.from, opening.next),
      text: this.text.slice(opening.next, to),
      close: this.text.slice(to, last.next),
      closed,
      next,
    };
  }

  /** @returns Index of the line after the one that closes the fence opened at line `from`. */
  private lineAfterFence(from: number, fence: string): number {
    let index = from + 1;
    while (index < this.lines.length && !closesFence(this.content(index), fence)) {
      index++;
    }
    return Math.min(index + 1, this.lines.length);
  }

  private leading(): string {
    return this.text.slice(this.gapFrom, this.line(this.index).from);
  }

  private moveTo(index: number): void {
    this.index = index;
    this.gapFrom = this.line(index - 1).next;
  }

  private content(index: number): string {
    const { from, to } = this.line(index);
    return this.text.slice(from, to);
  }

  private line(index: number): Line {
    const line = this.lines[index];
    if (!line) {
      throw new RangeError(`no line ${index}`);
    }
    return line;
  }
}

function isCell(opening: FenceOpening): opening is FenceOpening & { name: keyof typeof languages } {
  return opening.name !== null && opening.name !== 'output';
}

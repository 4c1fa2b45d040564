/** How far a run is: one line that is rewritten on a terminal, a line for each ended cell otherwise. */

import path from 'node:path';
import { grouped } from '../core/base/text';
import type { RunProgress } from '../core/protocol/kernelRpc';
import { titleOf, type RanCell } from './report';
import { terminalText } from './terminalText';

export interface Progress {
  /** @param done Cells that ended before it. */
  started(cell: RanCell, done: number, total: number): void;
  progressed(progress: RunProgress): void;
  ended(cell: RanCell, done: number, total: number): void;
  /** Removes what is to be rewritten: before other output, and at the end. */
  clear(): void;
}

export interface ProgressOptions {
  /** Whether the report itself says when a cell ended. */
  readonly isReported: boolean;
  /** One of several notebooks, which lines name; null: it is the only one. */
  readonly file: string | null;
}

export function progressOn(
  stream: NodeJS.WriteStream,
  { isReported, file }: ProgressOptions,
): Progress {
  const before = (name: string): string => (file === null ? '' : `${terminalText(name)} `);
  return stream.isTTY
    ? new RewrittenLine(stream, before(path.basename(file ?? '')))
    : { ...silent, ...(isReported ? {} : { ended: plainLines(stream, before(file ?? '')) }) };
}

const silent: Progress = {
  started: () => undefined,
  progressed: () => undefined,
  ended: () => undefined,
  clear: () => undefined,
};

function plainLines(stream: NodeJS.WriteStream, name: string): Progress['ended'] {
  return (cell, done, total) => {
    const seconds = ((cell.outcome?.provenance.elapsedMs ?? 0) / 1000).toFixed(2);
    const result = cell.failure ? `failed (${cell.failure.code})` : 'ok';
    stream.write(
      `${name}${done}/${total} ${result} ${seconds} s [${cell.number ?? ''}] ${titleOf(cell.cell)}\n`,
    );
  };
}

class RewrittenLine implements Progress {
  private head = '';

  /** @param name What every line begins with. */
  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly name: string,
  ) {}

  started(cell: RanCell, done: number, total: number): void {
    this.head = `${done + 1}/${total} [${cell.number ?? ''}] ${titleOf(cell.cell)}`;
    this.show(this.head);
  }

  progressed({ what, done, total, percentage }: RunProgress): void {
    const share = percentage === undefined ? '' : ` ${percentage}%`;
    const requests = total > 0 ? ` ${grouped(done)} of ${grouped(total)}` : '';
    this.show(`${this.head.slice(0, 40)} · ${what}${requests}${share}`);
  }

  ended(): void {
    this.clear();
  }

  clear(): void {
    this.stream.write('\r\u001b[2K');
  }

  /** A longer line would be continued on the next, which cannot be rewritten. Some terminals do not state their width. */
  private show(line: string): void {
    const shown = [...`${this.name}${line}`].slice(0, (this.stream.columns || 80) - 1);
    this.stream.write(`\r\u001b[2K${shown.join('')}`);
  }
}

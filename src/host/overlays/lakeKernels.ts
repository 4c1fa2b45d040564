/**
 * Reads the ranked lists in lakes where no cell runs. DuckDB reads their files, so that takes a kernel: it sees the lake alone,
 * and ends when nothing has been read for a while.
 */

import type { Lake } from '../../core/lake/lakeFile';
import type { LakeLists } from '../../core/overlays/mergedSnapshots';
import type { KernelHandle } from '../../io/kernelProcess';

/** After that the kernel's memory is worth more than the half second of its next start. */
const idleMs = 60_000;

interface Reading {
  readonly kernel: Promise<KernelHandle>;
  /** Questions that have no answer yet. */
  waiting: number;
  idle: NodeJS.Timeout | undefined;
}

export class LakeKernels {
  /** By the folder of the lake. */
  private readonly readings = new Map<string, Reading>();

  /** @param start Starts a kernel that may read files in the folder. */
  constructor(private readonly start: (directory: string) => Promise<KernelHandle>) {}

  /** @returns Lists that reject if the kernel does not start or ends. */
  listsOf(lake: Lake): LakeLists {
    return {
      list: () => this.ask(lake, lists => lists.list()),
      read: id => this.ask(lake, lists => lists.read(id)),
    };
  }

  /** Ends its kernels. */
  async close(): Promise<void> {
    await Promise.all([...this.readings.keys()].map(directory => this.end(directory)));
  }

  private async ask<Answer>(
    lake: Lake,
    question: (lists: LakeLists) => Promise<Answer>,
  ): Promise<Answer> {
    const { directory } = lake;
    const reading = this.readings.get(directory) ?? {
      kernel: this.start(directory),
      waiting: 0,
      idle: undefined,
    };
    this.readings.set(directory, reading);
    reading.waiting++;
    clearTimeout(reading.idle);
    try {
      return await question((await reading.kernel).lakeLists(lake));
    } catch (error) {
      // A kernel that did not start or has ended is not asked again.
      const isAlive = await reading.kernel.then(({ alive }) => alive).catch(() => false);
      if (!isAlive && this.readings.get(directory) === reading) {
        await this.end(directory);
      }
      throw error;
    } finally {
      reading.waiting--;
      if (reading.waiting === 0 && this.readings.get(directory) === reading) {
        reading.idle = setTimeout(() => void this.end(directory), idleMs);
      }
    }
  }

  private async end(directory: string): Promise<void> {
    const reading = this.readings.get(directory);
    this.readings.delete(directory);
    clearTimeout(reading?.idle);
    // A kernel that did not start is gone.
    const kernel = await reading?.kernel.catch(() => null);
    await kernel?.dispose();
  }
}

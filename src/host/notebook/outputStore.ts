/**
 * Outputs stored only on this computer, so that a reopened notebook shows them while its file stays free of data.
 *
 * One file per content of a notebook, named by the SHA-256 of the notebook's bytes on disk: a notebook that was changed
 * elsewhere shows none. The store is limited; the least recently used ones are removed first. It never makes a notebook
 * fail: what cannot be stored or read counts as missing.
 */

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRecord, type Json } from '../../core/base/json';
import { staleEntries, type StoreEntry } from '../../core/notebook/storeBudget';
import type { OutputBundle } from '../../core/protocol/outputBundle';
import type { Log } from '../log';

/** Bundles of each cell, by its index in the notebook; none for prose. */
export type CellBundles = readonly (readonly OutputBundle[])[];

const extension = '.json';

export class OutputStore {
  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  /** @returns The stored outputs of a notebook with these bytes, or an empty list. */
  async read(content: Uint8Array): Promise<CellBundles> {
    const file = this.fileOf(content);
    try {
      const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
      const now = new Date();
      await utimes(file, now, now);
      return readBundles(kept);
    } catch (error) {
      if (!isMissing(error)) {
        this.log.error('Kept outputs could not be read', error);
      }
      return [];
    }
  }

  /** Stores the outputs of a notebook with these bytes; removes them if there are none. */
  async write(content: Uint8Array, bundles: CellBundles): Promise<void> {
    const file = this.fileOf(content);
    try {
      if (bundles.every(cell => cell.length === 0)) {
        await rm(file, { force: true });
        return;
      }
      await mkdir(this.folder, { recursive: true });
      const draft = `${file}.${randomUUID()}`;
      await writeFile(draft, JSON.stringify(bundles), { mode: 0o600 });
      await rename(draft, file);
      await this.trim();
    } catch (error) {
      this.log.error('Outputs could not be kept', error);
    }
  }

  private async trim(): Promise<void> {
    const names = await readdir(this.folder);
    const entries = await Promise.all(names.map(name => this.entry(name)));
    const stale = staleEntries(entries.filter(entry => entry !== null));
    await Promise.all(stale.map(({ name }) => rm(path.join(this.folder, name), { force: true })));
  }

  private async entry(name: string): Promise<StoreEntry | null> {
    try {
      const { size, mtimeMs } = await stat(path.join(this.folder, name));
      return { name, byteLength: size, usedMs: mtimeMs };
    } catch (error) {
      if (isMissing(error)) {
        return null;
      }
      throw error;
    }
  }

  private fileOf(content: Uint8Array): string {
    const name = createHash('sha256').update(content).digest('hex');
    return path.join(this.folder, name + extension);
  }
}

function readBundles(kept: unknown): CellBundles {
  if (!Array.isArray(kept)) {
    return [];
  }
  return kept.map((cell: unknown) => (Array.isArray(cell) ? cell.filter(isBundle) : []));
}

function isBundle(value: unknown): value is Readonly<Record<string, Json>> {
  return isRecord(value);
}

function isMissing(error: unknown): boolean {
  return isRecord(error) && error['code'] === 'ENOENT';
}

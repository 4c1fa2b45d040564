/**
 * Stores the companies in a service's answers in a folder of this computer: one file per connection.
 *
 * It holds names, tickers and the like, so that they can be offered in other notebooks, but no rows of an answer.
 */

import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../core/base/json';
import { factNames, type EntityFact } from '../core/service/entityFact';
import { replaceWithBytes } from './replaceFile';

const extension = '.json';
const placePattern = /^[a-z0-9]{1,64}$/;
/** The longest file that is read; a longer one is not ours. */
const maxFileBytes = 10_000_000;
/** A company with a longer text is not stored. */
const maxTextLength = 1000;

export class CompanyStore {
  constructor(private readonly folder: string) {}

  /**
   * @param place As `snapshotPlace` names it.
   * @returns The stored companies; none if there is no file, or one that cannot be read.
   */
  async read(place: string): Promise<readonly EntityFact[]> {
    const file = this.fileOf(place);
    try {
      const { size } = await stat(file);
      const kept: unknown = size <= maxFileBytes ? JSON.parse(await readFile(file, 'utf8')) : [];
      return Array.isArray(kept) ? kept.filter(isFact) : [];
    } catch {
      // The file only saves requests: the next answers contain its names again.
      return [];
    }
  }

  async write(place: string, companies: readonly EntityFact[]): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await replaceWithBytes(this.fileOf(place), JSON.stringify(companies.filter(isFact)));
  }

  /** Removes the companies of all other places. */
  async keep(places: readonly string[]): Promise<void> {
    const kept = places.map(place => path.basename(this.fileOf(place)));
    const files = await readdir(this.folder).catch(() => []);
    const removed = files.filter(file => file.endsWith(extension) && !kept.includes(file));
    await Promise.all(removed.map(file => rm(path.join(this.folder, file), { force: true })));
  }

  async isEmpty(): Promise<boolean> {
    try {
      return (await readdir(this.folder)).length === 0;
    } catch {
      return true;
    }
  }

  clear(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  private fileOf(place: string): string {
    if (!placePattern.test(place)) {
      throw new Error('There is no such place of companies.');
    }
    return path.join(this.folder, `${place}${extension}`);
  }
}

/** A file is untrusted text, and so is an answer. */
function isFact(value: unknown): value is EntityFact {
  return (
    isRecord(value) &&
    typeof value['entity'] === 'string' &&
    factNames.every(name => value[name] === null || isShortText(value[name]))
  );
}

function isShortText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= maxTextLength;
}

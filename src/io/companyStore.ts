/**
 * Stores the companies and the names of event types in a service's answers in a folder of this computer: one file per
 * connection.
 *
 * It holds names, tickers and the like, so that they can be offered in other notebooks, but no rows of an answer.
 */

import { t } from '../core/base/translations';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../core/base/json';
import { keptEventNames } from '../core/service/eventTypes';
import { factNames, type EntityFact } from '../core/service/entityFact';
import { replaceWithBytes } from './replaceFile';

const extension = '.json';
const placePattern = /^[a-z0-9]{1,64}$/;
/** The longest file that is read; a longer one is not ours. */
const maxFileBytes = 10_000_000;
/** A company with a longer text is not stored. */
const maxTextLength = 1000;

/** What is known of a connection from its answers. */
export interface StoredNames {
  readonly companies: readonly EntityFact[];
  readonly eventNames: readonly (readonly [id: string, name: string])[];
}

const nothing: StoredNames = { companies: [], eventNames: [] };

export class CompanyStore {
  constructor(private readonly folder: string) {}

  /**
   * @param place As `snapshotPlace` names it.
   * @returns What is stored; nothing if there is no file, or one that cannot be read.
   */
  async read(place: string): Promise<StoredNames> {
    const file = this.fileOf(place);
    try {
      const { size } = await stat(file);
      return size <= maxFileBytes ? namesOf(JSON.parse(await readFile(file, 'utf8'))) : nothing;
    } catch {
      // The file only saves requests: the next answers contain its names again.
      return nothing;
    }
  }

  async write(place: string, names: StoredNames): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await replaceWithBytes(this.fileOf(place), JSON.stringify(namesOf(names)));
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
      throw new Error(t('This is not the name of a folder of companies.'));
    }
    return path.join(this.folder, `${place}${extension}`);
  }
}

/** A file is untrusted text, and so is an answer. A list is what earlier versions wrote: companies alone. */
function namesOf(kept: unknown): StoredNames {
  const { companies, eventNames } = Array.isArray(kept)
    ? { companies: kept, eventNames: [] }
    : isRecord(kept)
      ? kept
      : nothing;
  return {
    companies: Array.isArray(companies) ? companies.filter(isFact) : [],
    eventNames: Array.isArray(eventNames) ? keptEventNames(eventNames) : [],
  };
}

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

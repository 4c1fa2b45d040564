/**
 * The database of stored relations: results of cells and what is derived from them, but for small orders of rows.
 *
 * It is a file in the spill folder rather than memory, since DuckDB compresses the rows of a file while it writes them:
 * ten million rows of 17 columns are 170 MB instead of 3.2 GB, and only the parts that a query reads are in memory. Texts
 * with few values are stored as a dictionary for each block of rows, and DuckDB groups by them and evaluates functions of
 * them on the dictionary alone. Nothing survives the session, so that no write-ahead log is kept.
 */

import { t } from '../../core/base/translations';
import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { CancellationSource } from '../../core/base/cancellation';
import { textLiteral } from '../../core/base/quoted';
import { CellFailure } from './cellFailure';
import { interruptible } from './interruptible';
import type { Queries } from './serialConnection';

/** Its name in SQL; names of tables have it as their first part. */
export const relationDatabase = 'signals_results';

/** How often the size of the file is read while rows are stored. */
const POLL_MS = 250;

export class RelationFile {
  private constructor(
    private readonly file: string,
    private readonly mostBytes: number,
  ) {}

  /** Attaches a new file in the folder, which may become as large as the spilled data may. */
  static async attach(connection: Queries, folder: string): Promise<RelationFile> {
    const file = path.join(folder, `results-${randomUUID()}.duckdb`);
    await connection.run(
      `ATTACH ${textLiteral(file)} AS ${relationDatabase} (RECOVERY_MODE no_wal_writes, STORAGE_VERSION 'latest')`,
    );
    const setting = "SELECT current_setting('max_temp_directory_size')";
    const limit = (await connection.runAndReadAll(setting)).getRows()[0]?.[0];
    return new RelationFile(file, bytesOf(String(limit)));
  }

  /**
   * Does work that stores rows, and interrupts it if they become more than the file may hold.
   *
   * @throws {CellFailure} If they do.
   */
  async bounded<Answer>(
    connection: { interrupt(): void },
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const begun = this.size();
    const full = new CancellationSource();
    const poll = setInterval(() => {
      const size = this.size();
      // The space of dropped rows is used again.
      if (size > this.mostBytes && size > begun) {
        full.cancel();
      }
    }, POLL_MS);
    try {
      return await interruptible(full, [connection], work);
    } catch (error) {
      if (full.isCancellationRequested) {
        const message = t(
          'The results of this notebook need more disk space than signals.kernel.spillLimit allows. Ask for less, raise the setting, or free space on the disk: without the setting, half of what is free is used.',
        );
        throw new CellFailure('sql', message, null, { cause: error });
      }
      throw error;
    } finally {
      clearInterval(poll);
    }
  }

  /** Whether more than half of what it may hold was needed at a time. */
  get isFilling(): boolean {
    return this.size() > this.mostBytes / 2;
  }

  /** Removes the file, after the database is closed. */
  remove(): void {
    rmSync(this.file, { force: true });
  }

  private size(): number {
    return statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
  }
}

const unitBytes: Readonly<Partial<Record<string, number>>> = {
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

/** @param size As DuckDB writes it: `18.6 GiB`, `512 bytes`. */
function bytesOf(size: string): number {
  const [number, unit = ''] = size.split(' ');
  return Number(number) * (unitBytes[unit] ?? 1);
}

/** The part of a call that a lake answers: rows of its files instead of requests. */

import { t } from '../../core/base/translations';
import { readdir, stat } from 'node:fs/promises';
import { isRecord } from '../../core/base/json';
import { parsePlainDate } from '../../core/base/plainDate';
import { quotedName, textLiteral } from '../../core/base/quoted';
import { divide, monthsOf, type Part } from '../../core/lake/coverage';
import {
  historyFunctions,
  LakeError,
  lakeFiles,
  monthOfFile,
  readFiles,
  rowOrder,
  type FileReader,
  type KnownFiles,
  type Lake,
  type LakeFile,
} from '../../core/lake/lakeFile';
import { recordKey } from '../../core/protocol/exportRecord';
import type { Copyright } from '../../core/protocol/outcome';
import type { Column } from '../../core/service/columns';
import { FactCollector, type EntityFact } from '../../core/service/entityFact';
import type { FunctionName } from '../../core/service/operations';
import type { CheckedCall } from '../../core/sql/arguments';
import type { SerialConnection } from '../engine/serialConnection';

export interface HeldPart {
  readonly parts: readonly Part[];
  /** The calls for the rest. */
  readonly missing: readonly CheckedCall[];
  /** By month, `YYYY-mm`. */
  readonly files: ReadonlyMap<string, string>;
  readonly copyright: Copyright | null;
}

/** The end of a range without an end: the lake has no such day, so the service states the end. */
const openEnd = parsePlainDate('9999-12-31');

/** The files of lakes, for one session: what they say of themselves is read when it is first needed, and when they change. */
export class LakeReader {
  private readonly known: KnownFiles = { files: new Map(), versionOf };

  constructor(readonly connection: SerialConnection) {}

  /**
   * @param skip See `lakeFiles`.
   * @returns The files of a function.
   * @throws {LakeError} If there is no such folder, or a file cannot be used.
   */
  async files(
    lake: Lake,
    name: FunctionName,
    skip?: (problem: LakeError) => void,
  ): Promise<readonly LakeFile[]> {
    const found = await stat(lake.directory).catch(() => null);
    if (!found?.isDirectory()) {
      throw new LakeError(
        t(
          'The lake {0} does not exist. Correct the folder, leave it out, or fill it with signals sync.',
          lake.directory,
        ),
      );
    }
    const reader: FileReader = {
      recordKey,
      known: this.known,
      list: folder => readdir(folder, { recursive: true }),
      query: async sql =>
        (await this.connection.runAndReadAll(sql)).getRows().map(row => row.map(String)),
    };
    return lakeFiles(lake, name, reader, skip);
  }
}

/** A file that replaces another has a number of its own, also within a tick of the file system's clock. */
async function versionOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && [found.ino, found.mtimeNs, found.size].join(' ');
}

/** @returns The names of event ids in a lake: `company_events` has names alone. */
export async function heldEventNames(
  lakes: LakeReader,
  lake: Lake,
): Promise<{ id: string; name: string }[]> {
  const { connection } = lakes;
  const files = (await lakes.files(lake, 'events_ts')).map(({ file }) => file);
  const select = (some: readonly string[]) =>
    `SELECT DISTINCT event_id, event_name FROM ${parquetOf(some)} WHERE event_id IS NOT NULL AND event_name IS NOT NULL`;
  const read =
    files.length === 0
      ? null
      : await readFiles(files, some => connection.runAndReadAll(select(some)));
  return (read?.getRows() ?? []).map(([id, name]) => ({ id: String(id), name: String(name) }));
}

/** @returns What the latest events in a lake say of these companies, as far as they have the service's own id of the company. */
export async function heldCompanies(
  lakes: LakeReader,
  lake: Lake,
  entities: readonly string[],
): Promise<readonly EntityFact[]> {
  const { connection } = lakes;
  const files = (await lakes.files(lake, 'company_events')).map(({ file }) => file);
  const select = (some: readonly string[]) =>
    `SELECT entity, arg_max(vendor_id, date), arg_max(company, date), arg_max(isin, date), arg_max(country, date)
     FROM ${parquetOf(some)} WHERE vendor_id IS NOT NULL AND entity IN (SELECT unnest([${entities.map(textLiteral).join(', ')}])) GROUP BY entity`;
  const read =
    files.length === 0
      ? null
      : await readFiles(files, some => connection.runAndReadAll(select(some)));
  const facts = new FactCollector();
  for (const [entity, vendor_id, name, isin, country] of read?.getRows() ?? []) {
    facts.learn(String(entity), { vendor_id, name, isin, country });
  }
  return facts.facts();
}

/** @returns What reads the rows of files, as FROM writes it. */
export function parquetOf(files: readonly string[]): string {
  return `read_parquet([${files.map(textLiteral).join(', ')}], hive_partitioning = false)`;
}

/**
 * Only calls with a first day and without other arguments are answered: a lake holds the defaults of the others.
 *
 * @throws {LakeError} If the lake cannot be used.
 */
export async function heldPart(
  call: CheckedCall,
  { lakes, lake }: { lakes: LakeReader; lake: Lake | null },
  nowMs: number,
): Promise<HeldPart> {
  const wanted = lake && wantedOf(call);
  const files = lake && wanted ? await lakes.files(lake, call.function.name) : [];
  if (!wanted || files.length === 0) {
    return { parts: [], missing: [call], files: new Map(), copyright: null };
  }
  const months = files.map(({ file }) => [monthOfFile(file) ?? '', file] as const);
  const covered = files.flatMap(({ record }) => record.covered);
  const { held, missing } = divide(wanted, covered, nowMs);
  return {
    parts: held,
    files: new Map(months),
    copyright: files.map(({ metadata }) => rightsOf(metadata['rights'])).find(Boolean) ?? null,
    missing: held.length === 0 ? [call] : missing.map(part => callFor(call, part)),
  };
}

/**
 * Adds the rows of the files to the table of a call, and sorts it.
 *
 * @returns How many they are.
 * @throws {LakeError} If a file is damaged.
 */
export async function addHeldRows(
  connection: SerialConnection,
  { schema, name, columns }: { schema: string; name: string; columns: readonly Column[] },
  { parts, files }: HeldPart,
): Promise<number> {
  const table = `${quotedName(schema)}.${quotedName(name)}`;
  const list = columns.map(column => quotedName(column.name)).join(', ');
  let rowCount = 0;
  for (const part of parts) {
    const own = monthsOf(part).flatMap(({ month }) => files.get(month) ?? []);
    const insert = (files: readonly string[]) =>
      `INSERT INTO ${table} SELECT ${list} FROM ${parquetOf(files)}
       WHERE date >= DATE '${part.from}' AND date < DATE '${part.to}'
         AND entity IN (SELECT unnest([${part.entities.map(textLiteral).join(', ')}]))`;
    if (own.length > 0) {
      const inserted = await readFiles(own, some => connection.runAndReadAll(insert(some)));
      rowCount += Number(inserted.getRows()[0]?.[0] ?? 0);
    }
  }
  const latest = columns.some(column => column.name === 'score_ts_last_score')
    ? `REPLACE (max(date) OVER of_entity AS score_ts_last_score_date, max_by(score, date) OVER of_entity AS score_ts_last_score)`
    : '';
  const window = latest === '' ? '' : 'WINDOW of_entity AS (PARTITION BY entity)';
  await connection.run(
    `CREATE OR REPLACE TABLE ${table} AS SELECT * ${latest} FROM ${table} ${window} ORDER BY ${rowOrder(columns)}`,
  );
  return rowCount;
}

function wantedOf(call: CheckedCall): Part | null {
  const { date_from: first, date_to: end, ...others } = call.parameters;
  const from = typeof first === 'string' ? parsePlainDate(first) : undefined;
  const to = typeof end === 'string' ? parsePlainDate(end) : openEnd;
  const isHistory = historyFunctions.some(name => name === call.function.name);
  return isHistory && call.entities !== null && from && to && Object.keys(others).length === 0
    ? { entities: [...new Set([call.entities].flat())], from, to }
    : null;
}

function callFor(call: CheckedCall, { entities, from, to }: Part): CheckedCall {
  const [only = ''] = entities;
  return {
    ...call,
    entities: typeof call.entities === 'string' ? only : entities,
    parameters: { date_from: from, ...(to === openEnd ? {} : { date_to: to }) },
  };
}

function rightsOf(value: unknown): Copyright | null {
  const textOr = (each: unknown) => (typeof each === 'string' ? each : null);
  return isRecord(value)
    ? {
        contact_email: textOr(value['contact_email']),
        copyright_info: textOr(value['copyright_info']),
      }
    : null;
}

/** The part of a call that a lake answers: rows of its files instead of requests. */

import { isRecord } from '../../core/base/json';
import { parsePlainDate } from '../../core/base/plainDate';
import { quotedName, textLiteral } from '../../core/base/quoted';
import { divide, monthsOf, type Coverage, type Part } from '../../core/lake/coverage';
import {
  filesQuery,
  historyFunctions,
  monthOfFile,
  readLakeRecord,
  recordsQuery,
  type Lake,
} from '../../core/lake/lakeFile';
import { recordKey } from '../../core/protocol/exportRecord';
import type { Copyright } from '../../core/protocol/outcome';
import type { Column } from '../../core/service/columns';
import type { CheckedCall } from '../../core/sql/arguments';
import type { SerialConnection } from '../engine/serialConnection';

export interface HeldPart {
  readonly parts: readonly Part[];
  /** The calls for the rest. */
  readonly missing: readonly CheckedCall[];
  /** By month, `YYYY-mm`. */
  readonly files: ReadonlyMap<string, string>;
  readonly copyright: Copyright | null;
  readonly notes: readonly string[];
}

/** The end of a range without an end: the lake has no such day, so the service states the end. */
const openEnd = parsePlainDate('9999-12-31');

/** Only calls with a first day and without other arguments are answered: a lake holds the defaults of the others. */
export async function heldPart(
  call: CheckedCall,
  connection: SerialConnection,
  lake: Lake | null,
): Promise<HeldPart> {
  const none = { parts: [], missing: [call], files: new Map(), copyright: null, notes: [] };
  const wanted = lake && wantedOf(call);
  if (!lake || !wanted) {
    return none;
  }
  const found = await connection.runAndReadAll(filesQuery(lake.directory, call.function.name));
  const files = found.getRows().map(([file]) => String(file));
  if (files.length === 0) {
    return none;
  }
  const read = await connection.runAndReadAll(recordsQuery(files, recordKey));
  const byMonth = new Map<string, string>();
  const covered: Coverage[] = [];
  let copyright: Copyright | null = null;
  for (const [file, text] of read.getRows()) {
    const value = parsed(String(text));
    const record = readLakeRecord(value['lake']);
    const month = monthOfFile(String(file));
    if (record?.place !== lake.place || month === undefined) {
      const note = `The lake ${lake.directory} is not of this connection and was not used.`;
      return { ...none, notes: [note] };
    }
    byMonth.set(month, String(file));
    covered.push(...record.covered);
    copyright ??= rightsOf(value['rights']);
  }
  const { held, missing } = divide(wanted, covered);
  return {
    ...{ parts: held, files: byMonth, copyright, notes: [] },
    missing: held.length === 0 ? [call] : missing.map(part => callFor(call, part)),
  };
}

/**
 * Adds the rows of the files to the table of a call, and sorts it.
 *
 * @returns How many they are.
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
    const inserted = await connection.runAndReadAll(
      `INSERT INTO ${table} SELECT ${list} FROM read_parquet([${own.map(textLiteral).join(', ')}], hive_partitioning = false)
       WHERE date >= DATE '${part.from}' AND date < DATE '${part.to}'
         AND entity IN (SELECT unnest([${part.entities.map(textLiteral).join(', ')}]))`,
    );
    rowCount += Number(inserted.getRows()[0]?.[0] ?? 0);
  }
  const latest = columns.some(column => column.name === 'score_ts_last_score')
    ? `REPLACE (max(date) OVER of_entity AS score_ts_last_score_date, max_by(score, date) OVER of_entity AS score_ts_last_score)`
    : '';
  const within = ['news_publish_time', 'event_id'].filter(each =>
    columns.some(column => column.name === each),
  );
  const order = ['entity', 'date', ...within].join(', ');
  const window = latest === '' ? '' : 'WINDOW of_entity AS (PARTITION BY entity)';
  await connection.run(
    `CREATE OR REPLACE TABLE ${table} AS SELECT * ${latest} FROM ${table} ${window} ORDER BY ${order}`,
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

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {}; // No record of ours: the caller reports the file.
  }
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

/**
 * Reads what an output holds.
 *
 * A saved output is somebody else's text: nothing is drawn before its shape and its sizes are known to be ours.
 */

import * as v from 'valibot';
import { isRecord, type Json, type JsonObject } from '../core/base/json';
import { mostValues } from '../core/protocol/columnSummary';
import type { ErrorOutput, HostMessage, ResultOutput } from '../core/protocol/output';

const MAX_COLUMNS = 5_000;
const MAX_ROWS = 50_000;
const MAX_ITEMS = 1_000;
const MAX_TEXT = 200_000;
const MAX_DEPTH = 40;

/** @returns The result, or undefined where `payload` is not one or is too large to be ours. */
export function readResultOutput(payload: unknown): ResultOutput | undefined {
  const read = v.safeParse(resultOutput, payload);
  return read.success ? read.output : undefined;
}

/** @returns The error, or undefined where `payload` is not one. */
export function readErrorOutput(payload: unknown): ErrorOutput | undefined {
  const read = v.safeParse(errorOutput, payload);
  return read.success ? read.output : undefined;
}

/** @returns The host's message, or undefined where it is another renderer's or another version's. */
export function readHostMessage(payload: unknown): HostMessage | undefined {
  const read = v.safeParse(hostMessage, payload);
  return read.success ? read.output : undefined;
}

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') {
    return true;
  }
  if (typeof value === 'string') {
    return value.length <= MAX_TEXT;
  }
  if (depth >= MAX_DEPTH) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.every(item => isJson(item, depth + 1));
  }
  return isRecord(value) && Object.values(value).every(item => isJson(item, depth + 1));
}

const text = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const name = v.pipe(v.string(), v.maxLength(1_000));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const json = v.custom<Json>(value => isJson(value, 0));
const jsonObject = v.custom<JsonObject>(value => isRecord(value) && isJson(value, 0));
const rows = v.pipe(
  v.array(v.pipe(v.array(json), v.maxLength(MAX_COLUMNS))),
  v.maxLength(MAX_ROWS),
);
const columns = v.pipe(v.array(v.object({ name, type: name })), v.maxLength(MAX_COLUMNS));
const notes = v.pipe(v.array(text), v.maxLength(MAX_ITEMS));

const table = v.object({ id: name, columns, rowCount: count, rows });

const chart = v.object({
  spec: jsonObject,
  datasets: v.pipe(
    v.array(v.object({ name, resultId: name, columns, rowCount: count, rows: v.nullable(rows) })),
    v.maxLength(100),
  ),
  description: text,
});

const provenance = v.object({
  connection: name,
  synthetic: v.boolean(),
  calls: v.pipe(
    v.array(
      v.object({
        function: name,
        from: v.nullable(name),
        to: v.nullable(name),
        back: v.nullable(name),
        entityCount: v.nullable(count),
        rowCount: count,
        cached: v.boolean(),
      }),
    ),
    v.maxLength(MAX_ITEMS),
  ),
  fetchedAt: name,
  elapsedMs: v.pipe(v.number(), v.minValue(0)),
});

const changes = v.object({
  query: v.object({
    operation: v.picklist(['bullish_stocks', 'bearish_stocks']),
    parameters: v.record(name, name),
  }),
  counts: v.nullable(
    v.object({ since: name, entered: count, left: count, moved: count, flipped: count }),
  ),
});

const resultOutput = v.object({
  version: v.literal(1),
  table: v.nullable(table),
  chart: v.nullable(chart),
  notes,
  copyright: v.nullable(
    v.object({ contact_email: v.nullable(text), copyright_info: v.nullable(text) }),
  ),
  changes: v.optional(changes),
  provenance,
  restored: v.boolean(),
});

const errorOutput = v.object({
  version: v.literal(1),
  error: v.object({
    code: v.picklist([
      'syntax',
      'sql',
      'argument',
      'lateral',
      'visualise',
      'specification',
      'refused',
      'kernel',
      'request',
    ]),
    message: text,
    at: v.nullable(v.object({ line: count, column: count })),
    request: v.nullable(
      v.object({
        kind: name,
        status: v.nullable(count),
        url: v.nullable(text),
        operation: name,
        parameter: v.nullable(name),
        retryAfterMs: v.nullable(v.number()),
      }),
    ),
  }),
  notes,
  provenance,
  actions: v.pipe(
    v.array(
      v.picklist([
        'setToken',
        'selectConnection',
        'runAgain',
        'restartKernel',
        'manageTrust',
        'allowWriting',
        'showLog',
      ]),
    ),
    v.maxLength(20),
  ),
});

const columnSummary = v.object({
  name,
  type: name,
  rowCount: count,
  nullCount: count,
  distinctCount: count,
  isDistinctApproximate: v.boolean(),
  least: v.nullable(text),
  greatest: v.nullable(text),
  histogram: v.pipe(v.array(count), v.maxLength(100)),
});

const valueCounts = v.object({
  values: v.pipe(v.array(v.object({ text: v.nullable(text), count })), v.maxLength(mostValues)),
  hasMore: v.boolean(),
});

const hostMessage = v.variant('type', [
  v.object({
    type: v.literal('page'),
    requestId: count,
    offset: count,
    rows,
    rowCount: v.optional(count),
  }),
  v.object({ type: v.literal('summary'), requestId: count, summary: columnSummary }),
  v.object({ type: v.literal('values'), requestId: count, counts: valueCounts }),
  v.object({
    type: v.literal('portfolios'),
    requestId: count,
    names: v.pipe(v.array(text), v.maxLength(MAX_ITEMS)),
  }),
  v.object({ type: v.literal('failed'), requestId: count, message: text }),
]);

/** Outputs as they are kept between sessions: MIME type to JSON value, as in the `.signals` file. */

import { isRecord, type Json, type JsonObject } from '../base/json';
import { mimeTypes } from './mimeTypes';
import type { RunSummary } from './runSummary';

export type OutputBundle = Readonly<Record<string, Json>>;

/**
 * Marks restored outputs as from an earlier session, so that no kernel is asked for their further pages.
 *
 * @returns The bundle, only with our own MIME types: other types in a file are not drawn.
 */
export function restoredBundle(bundle: OutputBundle): OutputBundle {
  const result = bundle[mimeTypes.result];
  const error = bundle[mimeTypes.error];
  return {
    ...(isObject(result) ? { [mimeTypes.result]: { ...result, restored: true } } : {}),
    ...(isObject(error) ? { [mimeTypes.error]: error } : {}),
  };
}

/** @returns The status bar summary of a bundle without one; null if nothing is known. */
export function summaryOfBundle(bundle: OutputBundle): RunSummary | null {
  const result = bundle[mimeTypes.result];
  const output = result ?? bundle[mimeTypes.error];
  const provenance = isObject(output) ? output['provenance'] : undefined;
  if (!isObject(output) || !isObject(provenance)) {
    return null;
  }
  const { connection, synthetic } = provenance;
  const table = output['table'];
  const rowCount = isObject(table) ? table['rowCount'] : null;
  return {
    status: result === undefined ? 'error' : 'ok',
    rowCount: typeof rowCount === 'number' ? rowCount : null,
    requestCount: 0,
    cachedCount: 0,
    connection: typeof connection === 'string' ? connection : '',
    synthetic: synthetic === true,
  };
}

/** @returns The rights notice that an output's data carry, or null. */
export function copyrightOf(bundles: readonly OutputBundle[]): Json {
  for (const bundle of bundles) {
    const result = bundle[mimeTypes.result];
    const copyright = isObject(result) ? result['copyright'] : undefined;
    if (copyright !== undefined && copyright !== null) {
      return copyright;
    }
  }
  return null;
}

function isObject(value: Json | undefined): value is JsonObject {
  return isRecord(value);
}

/** The JSON inside an output fence. */

import { isRecord } from '../base/json';
import type { Json } from '../base/json';
import type { EmbeddedOutputs } from './notebook';

const WIDTH = 100;
const MAX_DEPTH = 100;

/** @returns The outputs that `json` holds, or `undefined` if it is not what an output fence holds. */
export function parseOutputs(json: string): EmbeddedOutputs | undefined {
  const value = parseJson(json);
  if (
    !isShallow(value, MAX_DEPTH) ||
    !isRecord(value) ||
    !Array.isArray(value['outputs']) ||
    !value['outputs'].every(isBundle)
  ) {
    return undefined;
  }
  const copyright = value['copyright'];
  return { outputs: value['outputs'], copyright: isJson(copyright) ? copyright : null };
}

/** @returns JSON whose short values stay on one line, so that one row of a table is one line of a diff. */
export function formatOutputs(outputs: EmbeddedOutputs): string {
  const { outputs: bundles, copyright } = outputs;
  return formatJson({ outputs: bundles, copyright }, '');
}

/** @returns Whether both are equal; the order of an object's keys is ignored. */
export function sameJson(a: Json, b: Json): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function formatJson(value: Json, indent: string): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || flat.length + indent.length <= WIDTH) {
    return flat;
  }
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((item: Json) => formatJson(item, inner))
    : Object.entries(value).map(
        ([key, item]: [string, Json]) => `${JSON.stringify(key)}: ${formatJson(item, inner)}`,
      );
  return `${open}\n${members.map(member => inner + member).join(',\n')}\n${indent}${close}`;
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries: [string, Json][] = Object.entries(value);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]),
  );
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** Deep nesting would overflow the stack of recursive readers; our own outputs are shallow. */
function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  return depth > 0 && Object.values(value).every(item => isShallow(item, depth - 1));
}

function isBundle(value: unknown): value is { readonly [mimeType: string]: Json } {
  return isRecord(value);
}

/** What `JSON.parse` returned is JSON; only an absent member is not. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}

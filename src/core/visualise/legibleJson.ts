/** Readable JSON: one indentation per level, and short values on one line. */

import { isRecord } from '../base/json';
import type { Json } from '../base/json';

/** Characters of a line that an object or an array may take without being broken. */
const LINE = 72;

/** @returns Text that parses to `value`; `step`: what each level is indented with. */
export function legibleJson(value: Json, step = '  '): string {
  return written(value, '', step);
}

function written(value: Json, indent: string, step: string): string {
  const short = inline(value);
  const isLeaf = typeof value !== 'object' || value === null;
  if (isLeaf || (indent !== '' && indent.length + short.length <= LINE)) {
    return short;
  }
  const deeper = `${indent}${step}`;
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => `${deeper}${written(item, deeper, step)}`);
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).map(
    ([key, item]) => `${deeper}${JSON.stringify(key)}: ${written(item, deeper, step)}`,
  );
  return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
}

function inline(value: Json): string {
  if (Array.isArray(value)) {
    return `[${value.map((item: Json) => inline(item)).join(', ')}]`;
  }
  if (!isRecord(value)) {
    return JSON.stringify(value);
  }
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${inline(item)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

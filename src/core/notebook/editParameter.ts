/** Writes the default of one parameter into front matter and leaves every other character as it is. */

import { isMap, isScalar, isSeq, stringify, type Pair, type YAMLMap } from 'yaml';
import { isRecord, type Json } from '../base/json';
import { withFrontMatter } from './editFrontMatter';
import { parseYaml, readFrontMatter } from './frontMatter';
import type { NotebookParameter, NotebookParameterValue } from './parameters';

/**
 * @param raw Front matter as in `FrontMatter.raw`.
 * @param value Of the parameter's type.
 * @returns The new `raw`; the same where no parameter has that name.
 * @throws {NotebookFileError} If `raw` is not YAML with keys.
 */
export function withParameterDefault(
  raw: string,
  name: string,
  value: NotebookParameterValue,
): string {
  const before = readFrontMatter(raw).parameters;
  const type = before.find(parameter => parameter.name === name)?.type;
  if (!type) {
    return raw;
  }
  const expected = before.map(one => (one.name === name ? { ...one, default: value } : one));
  const item = parameterItem(raw, name);
  const candidates = item
    ? [edited(raw, item, { default: value }), edited(raw, item, { default: value, type })]
    : [];
  const found = candidates.find(text => hasParameters(text, expected));
  // An alias, or an order that cannot be spliced: the values are then kept rather than their spelling.
  return (
    found ?? withFrontMatter(raw, { parameters: rewritten(raw, name, { default: value, type }) })
  );
}

function hasParameters(raw: string, expected: readonly NotebookParameter[]): boolean {
  return JSON.stringify(readFrontMatter(raw).parameters) === JSON.stringify(expected);
}

/** The items as they are, keys that are not understood included, with the new default in its place. */
function rewritten(raw: string, name: string, values: Readonly<Record<string, Json>>): Json {
  const list: unknown = parseYaml(raw).toJS();
  const items: unknown = isRecord(list) ? list['parameters'] : [];
  return (Array.isArray(items) ? items : []).map((item: Json) =>
    isRecord(item) && item['name'] === name ? { ...item, ...values } : item,
  );
}

/** The first mapping of that name in the list of parameters. */
function parameterItem(raw: string, name: string): YAMLMap | undefined {
  const list = parseYaml(raw).get('parameters');
  const items = isSeq(list) ? list.items.filter(item => isMap(item)) : [];
  return items.find(item => item.get('name') === name);
}

/** Existing keys get their value in place; others are inserted after the name. */
function edited(
  raw: string,
  item: YAMLMap,
  values: Readonly<Record<string, NotebookParameterValue>>,
): string {
  const splices = Object.entries(values).flatMap(([key, value]) => {
    const pair = pairOf(item, key);
    const text = scalarText(value, item.flow === true);
    const range = isScalar(pair?.value) ? pair.value.range : undefined;
    const nameRange = rangeOfName(item);
    return range
      ? [{ from: range[0], to: range[1], text: range[0] === range[1] ? ` ${text}` : text }]
      : nameRange
        ? [{ from: nameRange.to, to: nameRange.to, text: added(raw, item, `${key}: ${text}`) }]
        : [];
  });
  return splices
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: part }) => text.slice(0, from) + part + text.slice(to), raw);
}

function added(raw: string, item: YAMLMap, entry: string): string {
  if (item.flow) {
    return `, ${entry}`;
  }
  const start = rangeOfName(item)?.from ?? 0;
  const column = start - (raw.lastIndexOf('\n', start - 1) + 1);
  return `${raw.includes('\r\n') ? '\r\n' : '\n'}${' '.repeat(column)}${entry}`;
}

/** From the key `name` to the end of its value. */
function rangeOfName(item: YAMLMap): { from: number; to: number } | undefined {
  const pair = pairOf(item, 'name');
  const from = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
  const to = isScalar(pair?.value) ? pair.value.range?.[1] : undefined;
  return from === undefined || to === undefined ? undefined : { from, to };
}

function pairOf(item: YAMLMap, key: string): Pair | undefined {
  return item.items.find(pair => isScalar(pair.key) && pair.key.value === key);
}

/** Double quotes hold any text, also between braces and on one line. */
function scalarText(value: NotebookParameterValue, isFlow: boolean): string {
  const isPlain = typeof value !== 'string' || /^[\w.:-]+$/.test(value);
  return isFlow && !isPlain
    ? JSON.stringify(value)
    : stringify(value, { lineWidth: 0, blockQuote: false }).trimEnd();
}

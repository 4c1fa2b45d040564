/** Changes to the front matter that leave the other keys, comments and spellings as they are. */

import { t } from '../base/translations';
import { stringify } from 'yaml';
import type { Document } from 'yaml';
import { isRecord } from '../base/json';
import type { Json } from '../base/json';
import type { Span } from '../base/span';
import { formatVersion } from './frontMatterBlock';
import { maxFrontMatterLength, parseYaml, plainValue } from './frontMatter';
import { NotebookFileError } from './notebookFileError';

/** Top-level keys with their new values; null removes a key. */
export type FrontMatterChanges = Readonly<Record<string, Json>>;

/**
 * Changes top-level keys.
 *
 * @param raw Front matter as in `FrontMatter.raw`; empty for none.
 * @returns The new `raw`.
 * @throws {NotebookFileError} If `raw` is not YAML with keys: it is left to its author.
 */
export function withFrontMatter(raw: string, changes: FrontMatterChanges): string {
  let text = raw;
  for (const [key, value] of Object.entries(changes)) {
    text = withKey(text, key, value);
  }
  const isWithoutKeys = text.trim() !== '' && entriesOf(readMapping(text)).length === 0;
  return isWithoutKeys ? `signals: ${formatVersion}\n${text.trim() === '{}' ? '' : text}` : text;
}

function withKey(raw: string, key: string, value: Json): string {
  const document = readMapping(raw);
  const lineEnding = raw.includes('\r\n') ? '\r\n' : '\n';
  const expected = new Map(mappingOf(document));
  if (value === null) {
    expected.delete(key);
  } else {
    expected.set(key, value);
  }
  const text = value === null ? '' : stringify({ [key]: value }, { lineWidth: 0 });
  const entry = entriesOf(document).find(each => each.key === key);
  const spliced = splice(raw, entry, text.replaceAll('\n', lineEnding));
  // A mapping in braces, or an anchor used elsewhere: the values are then kept rather than their spelling.
  return hasEntries(spliced, expected)
    ? spliced
    : stringify(expected, { lineWidth: 0 }).replaceAll('\n', lineEnding);
}

/** @param text The key with its new value and a line ending, or nothing to remove the key. */
function splice(raw: string, entry: Entry | undefined, text: string): string {
  if (!entry) {
    const join = raw === '' || raw.endsWith('\n') ? '' : text.includes('\r\n') ? '\r\n' : '\n';
    return text === '' ? raw : raw + join + text;
  }
  const { from, to, lineEnd } = entry;
  if (text === '') {
    return raw.slice(0, from) + raw.slice(lineEnd);
  }
  const isWholeLines = raw.slice(0, to).endsWith('\n');
  return raw.slice(0, from) + (isWholeLines ? text : text.trimEnd()) + raw.slice(to);
}

/** A key with its value; `lineEnd` is after what else its last line holds. */
interface Entry extends Span {
  readonly key: unknown;
  readonly lineEnd: number;
}

function entriesOf(document: Document.Parsed): Entry[] {
  const { contents } = document;
  const items = contents && 'items' in contents ? contents.items : [];
  return items.flatMap(item => {
    if (!('key' in item) || !('value' in item.key)) {
      return [];
    }
    const [from] = item.key.range;
    const [, to, lineEnd] = item.value?.range ?? item.key.range;
    return [{ key: item.key.value, from, to, lineEnd }];
  });
}

function readMapping(raw: string): Document.Parsed {
  const document = raw.length > maxFrontMatterLength ? undefined : parseYaml(raw);
  if (!document || document.errors.length > 0 || !mappingOf(document)) {
    throw new NotebookFileError(
      'frontMatter',
      t(
        'The front matter of this notebook cannot be changed because it is not YAML with keys. Correct it in the text editor first.',
      ),
    );
  }
  return document;
}

function mappingOf(document: Document.Parsed): ReadonlyMap<unknown, unknown> | undefined {
  const value = plainValue(document);
  return value instanceof Map ? value : value === null ? new Map() : undefined;
}

function hasEntries(raw: string, expected: ReadonlyMap<unknown, unknown>): boolean {
  const document = parseYaml(raw);
  const mapping = document.errors.length === 0 ? mappingOf(document) : undefined;
  return mapping !== undefined && entriesText(mapping) === entriesText(expected);
}

/** Text that is equal where the values are equal, whether mappings are `Map`s or objects. */
function entriesText(mapping: ReadonlyMap<unknown, unknown>): string {
  return JSON.stringify(mapping, (_key, value: unknown) => {
    if (value instanceof Map) {
      return [...(value as ReadonlyMap<unknown, unknown>)];
    }
    return isRecord(value) ? Object.entries(value) : value;
  });
}

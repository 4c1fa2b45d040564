/**
 * Reads the faults from the answer to a rejected request.
 *
 * The specification does not show the body of a 422, so the shapes that frameworks commonly send are read:
 * lists with `loc` and `msg`, a text under `detail`, `errors`, problem details of RFC 9457, plain text, a web
 * page, nothing.
 */

import { t } from '../base/translations';
import { isRecord } from '../base/json';
import type { ServiceFault } from './serviceError';
import { textOrNull } from './wireValues';

/** The longest message of one fault, in UTF-16 units; the most faults that are read, and how deep. */
const longestMessage = 300;
const mostFaults = 50;
const deepest = 8;
const places = new Set(['query', 'body', 'path', 'header', 'cookie']);

/** The location of a fault, from an address such as `["body", 3]`. */
type FaultPlace = Pick<ServiceFault, 'parameter' | 'entity'>;

/**
 * @param contentType The header's value; empty if there was none.
 * @param entities What the request was about, in the order of its body.
 * @param redact Removes credentials before a message is cut.
 * @returns The faults in the order of the body; none if it has none.
 */
export function parseFaults(
  bodyText: string,
  contentType: string,
  entities: readonly string[],
  redact = (text: string): string => text,
): readonly ServiceFault[] {
  const text = bodyText.replace(/^\uFEFF/, '').trim();
  if (text === '') {
    return [];
  }
  if (/html/i.test(contentType) || /^<(!doctype|html)/i.test(text)) {
    return [shown(fault(pageTitle(text)), redact)];
  }
  const value = parsed(text);
  const faults = value === undefined ? [fault(text)] : readFaults(value, entities);
  return faults.slice(0, mostFaults).map(each => shown(each, redact));
}

function readFaults(value: unknown, entities: readonly string[], depth = 0): ServiceFault[] {
  if (depth > deepest) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.flatMap(each => readFaults(each, entities, depth + 1));
  }
  if (typeof value === 'string') {
    return [fault(value)];
  }
  if (!isRecord(value)) {
    return [];
  }
  const nested = listsOf(value).flatMap(list => readFaults(list, entities, depth + 1));
  if (nested.length > 0) {
    return nested;
  }
  const message = messageOf(value);
  return message === null ? readNamed(value, entities) : [fault(message, placeOf(value, entities))];
}

/** The lists of faults under the keys that frameworks use, the most specific key first. */
function listsOf(value: Readonly<Record<string, unknown>>): unknown[] {
  for (const name of ['detail', 'errors', 'invalid-params', 'invalid_params', 'error']) {
    const list = value[name];
    if (Array.isArray(list) && list.length > 0) {
      return [list];
    }
    if (isRecord(list)) {
      return [name === 'errors' ? Object.entries(list).map(namedFault) : list];
    }
  }
  return [];
}

/** `{"date_to": ["is before date_from"]}`: a parameter's name and what is wrong with it. */
function namedFault([name, messages]: [string, unknown]): unknown {
  const list: unknown[] = Array.isArray(messages) ? messages : [messages];
  return list.map(message =>
    typeof message === 'string' ? { loc: name.split('.'), msg: message } : message,
  );
}

/** An object without a message is shown as JSON. */
function readNamed(
  value: Readonly<Record<string, unknown>>,
  entities: readonly string[],
): ServiceFault[] {
  return Object.keys(value).length === 0
    ? []
    : [fault(JSON.stringify(value), placeOf(value, entities))];
}

function messageOf(value: Readonly<Record<string, unknown>>): string | null {
  for (const name of ['msg', 'message', 'detail', 'reason', 'description', 'error', 'title']) {
    const text = textOrNull(value[name]);
    if (text !== null) {
      return text;
    }
  }
  return null;
}

function placeOf(
  value: Readonly<Record<string, unknown>>,
  entities: readonly string[],
): FaultPlace {
  const source = isRecord(value['source']) ? value['source'] : value;
  const parameter = textOrNull(source['parameter']) ?? textOrNull(source['param']);
  if (parameter !== null) {
    return placeOfPath([parameter], entities);
  }
  const address =
    value['loc'] ?? source['pointer'] ?? value['field'] ?? value['name'] ?? value['path'];
  return placeOfPath(pathOf(address), entities);
}

/** `["query", "date_to"]`, `query.date_to`, `#/body/3` or `/3`, as its parts. */
function pathOf(address: unknown): string[] {
  if (Array.isArray(address)) {
    return address.map(String);
  }
  if (typeof address !== 'string') {
    return [];
  }
  const parts = address.replace(/^#/, '').split(address.includes('/') ? '/' : '.');
  return parts.filter(part => part !== '');
}

function placeOfPath(path: readonly string[], entities: readonly string[]): FaultPlace {
  const [first, ...others] = path;
  if (first === undefined) {
    return { parameter: null, entity: null };
  }
  const place = places.has(first) ? first : null;
  const [name] = place === null ? path : others;
  if (place === 'header' || place === 'cookie') {
    return { parameter: null, entity: null };
  }
  if (place === 'path') {
    return { parameter: 'entities', entity: entities[0] ?? null };
  }
  if (place === 'body' || (place === null && /^\d+$/.test(first))) {
    return { parameter: 'entities', entity: entityAt(place === null ? path : others, entities) };
  }
  return { parameter: name ?? null, entity: null };
}

function entityAt(path: readonly string[], entities: readonly string[]): string | null {
  const index = path.find(part => /^\d+$/.test(part));
  return index === undefined ? null : (entities[Number(index)] ?? null);
}

function fault(
  message: string,
  place: FaultPlace = { parameter: null, entity: null },
): ServiceFault {
  return { ...place, message };
}

function shown(
  { message, parameter, entity }: ServiceFault,
  redact: (text: string) => string,
): ServiceFault {
  const line = redact(message).replace(/\s+/g, ' ').trim();
  return {
    message: line.length > longestMessage ? `${line.slice(0, longestMessage - 1)}…` : line,
    parameter: parameter === null ? null : redact(parameter),
    entity,
  };
}

function pageTitle(text: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim();
  return title
    ? t('The service answered with a web page: {0}', title)
    : t('The service answered with a web page');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

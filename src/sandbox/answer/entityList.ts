/** The entities of a request (S6, assumptions A7 to A10, A15, A17, A19). */

import { hashText } from '../../core/base/hash';
import type { Company } from '../world/universe';
import type { World } from '../world/world';
import type { SandboxRequest } from './exchange';
import { Rejection } from './rejection';
import type { Problem } from './rejection';

/** One element of a request's list, or the entity of its path. */
export interface Asked {
  readonly type: string;
  readonly id: string;
  /** `undefined` if the sandbox does not know it. */
  readonly company: Company | undefined;
}

/** How ids are looked up: operation 9 takes the service's own ids. */
export type IdScheme = 'entity' | 'vendor';

/** @throws {Rejection} By the switch for an unknown entity in the path. */
export function askedInPath(entity: { type: string; id: string }, world: World): Asked {
  const asked = { ...entity, company: find(world, entity.type, entity.id, 'entity') };
  if (asked.company === undefined && world.switches.unknownSingle !== 'empty') {
    const status = world.switches.unknownSingle === '404' ? 404 : 422;
    throw unknown(status, ['path', 'entity_id'], asked);
  }
  return asked;
}

/**
 * Reads the body: a JSON array of keys `<type>:<id>`.
 *
 * @throws {Rejection} 422 if the body is not that; otherwise by the switches.
 */
export function askedInBody(request: SandboxRequest, world: World, scheme: IdScheme): Asked[] {
  const { switches } = world;
  const keys = keysOf(request);
  if (keys.length === 0 && switches.emptyList === '422') {
    throw invalid(['body'], 'too_short', 'List should have at least 1 item', []);
  }
  if (switches.maxListLength !== null && keys.length > switches.maxListLength) {
    const most = `List should have at most ${switches.maxListLength} items`;
    throw invalid(['body'], 'too_long', most, keys.length);
  }
  const wanted = switches.duplicates === 'once' ? [...new Set(keys)] : keys;
  const asked = wanted.map(key => askedOfKey(world, key, scheme));
  const kept = withoutUnknown(asked, world);
  return switches.itemOrder === 'request' ? kept : shuffled(kept);
}

function withoutUnknown(asked: Asked[], { switches }: World): Asked[] {
  const place = asked.findIndex(({ company }) => company === undefined);
  const first = asked[place];
  if (first === undefined) {
    return asked;
  }
  switch (switches.unknownInList) {
    case 'omitted':
      return asked.filter(({ company }) => company !== undefined);
    case 'empty':
    case 'null':
      return asked;
    case '404':
      throw unknown(404, ['body', place], first);
    case '422':
      throw unknown(422, ['body', place], first);
  }
}

function askedOfKey(world: World, key: string, scheme: IdScheme): Asked {
  const colon = key.indexOf(':');
  const type = colon < 0 ? '' : key.slice(0, colon);
  const id = key.slice(colon + 1);
  return { type, id, company: find(world, type, id, scheme) };
}

function find(world: World, type: string, id: string, scheme: IdScheme): Company | undefined {
  const { universe, switches } = world;
  const isLoose = switches.idCase === 'insensitive';
  const sought = isLoose ? id.toLowerCase() : id;
  if ((isLoose ? type.toLowerCase() : type) !== 'company') {
    return undefined;
  }
  return scheme === 'entity' ? universe.find(sought) : universe.findByVendorId(sought);
}

function keysOf({ headers, body }: SandboxRequest): string[] {
  const contentType = headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw invalid(
      ['header', 'content-type'],
      'missing',
      'Body should be application/json',
      contentType,
    );
  }
  if (body === null || body === '') {
    throw invalid(['body'], 'missing', 'Field required', null);
  }
  const value = parsed(body);
  if (!Array.isArray(value)) {
    throw invalid(['body'], 'list_type', 'Input should be a valid list', value);
  }
  const items: readonly unknown[] = value;
  const problems = items.flatMap((item, place) =>
    typeof item === 'string'
      ? []
      : [problem(['body', place], 'string_type', 'Input should be a valid string', item)],
  );
  if (problems.length > 0) {
    throw new Rejection(422, problems);
  }
  return items.filter(item => typeof item === 'string');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalid(['body'], 'json_invalid', 'JSON decode error', body.slice(0, 80));
  }
}

function shuffled(asked: readonly Asked[]): Asked[] {
  const order = new Map(asked.map((item, place) => [item, hashText(`${place} ${item.id}`)]));
  return [...asked].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

function unknown(status: 404 | 422, location: (string | number)[], { type, id }: Asked): Rejection {
  const key = `${type}:${id}`;
  const fault = problem(location, 'entity_unknown', 'Entity is not known', key);
  return new Rejection(status, [fault], `Entity ${key} is not known`);
}

function invalid(
  location: (string | number)[],
  type: string,
  message: string,
  input: unknown,
): Rejection {
  return new Rejection(422, [problem(location, type, message, input)]);
}

function problem(
  location: (string | number)[],
  type: string,
  message: string,
  input: unknown,
): Problem {
  return { location, type: [type, `value_error.${type}`], message, input };
}

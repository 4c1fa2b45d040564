/**
 * The elements of a time-series answer: one for a single entity, one per requested entity for a list.
 *
 * The specification defines no order of a list's elements and no handling of unknown entities, so elements are matched
 * by their `entity_info`, never by place, and may be missing, null, empty or repeated.
 */

import { t } from '../base/translations';
import { isRecord } from '../base/json';
import { plural } from '../base/text';
import type { DecodeContext } from './decodedAnswer';
import { canonicalKey, canonicalKeyOf, splitKey } from './entityKey';
import type { RawEntityInfo } from './entityKey';
import { rawEntityInfo } from './listing';
import { malformed } from './serviceError';
import { someOf } from './notes';
import { operationNamed } from './operations';
import type { FunctionName, Operation } from './operations';
import type { ServiceRequest } from './request';

export interface SeriesElement {
  /** Canonical key; null if neither the element nor the request identifies the entity. */
  readonly entity: string | null;
  /** As on the wire; where the answer has none, that of the request. */
  readonly info: RawEntityInfo;
  readonly record: Readonly<Record<string, unknown>>;
  readonly points: readonly unknown[];
}

export interface SeriesNames {
  /** Field of an element that holds its points. */
  readonly series: string;
  /** Field of a list answer that holds its elements. */
  readonly itemized: string;
}

export interface SeriesElements {
  /** In the order of the request, unexpected ones last. */
  readonly elements: readonly SeriesElement[];
  /** Fields of the answer itself, of a list answer too. */
  readonly top: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** @throws {ServiceError} `malformed` if the answer lacks its array, or its elements are not objects. */
export function readElements(
  request: ServiceRequest,
  body: unknown,
  names: SeriesNames,
  context: DecodeContext,
): SeriesElements {
  const operation = operationNamed(request.operation);
  if (!isRecord(body)) {
    throw malformed(operation.function, t('it is not a JSON object'));
  }
  const requested = requestedKeys(request, context);
  const raw = rawElements(operation, body, names);
  const records = raw.filter(isRecord);
  const elements = records.map(record => readElement(record, names, requested));
  const { kept, notes } = withoutRepeats(elements);
  const place = new Map(requested.map((entity, index) => [entity, index]));
  const placeOf = ({ entity }: SeriesElement): number =>
    place.get(entity ?? '') ?? requested.length;
  return {
    elements: kept.sort((a, b) => placeOf(a) - placeOf(b)),
    top: body,
    notes: [...elementNotes(raw.length - records.length, kept, names), ...notes],
  };
}

/** @returns The requested canonical keys, each once. */
export function requestedKeys(request: ServiceRequest, context: DecodeContext): string[] {
  const keys = request.entities.map(sent => context.entityOfSent.get(sent) ?? canonicalKeyOf(sent));
  return [...new Set(keys)];
}

function rawElements(
  operation: Operation,
  body: Record<string, unknown>,
  names: SeriesNames,
): readonly unknown[] {
  const isList = operation.subject === 'list';
  const field = isList ? names.itemized : names.series;
  const items = body[field];
  if (items !== null && !Array.isArray(items)) {
    throw malformed(operation.function, t('it has no array {0}', field));
  }
  const elements = isList ? (items ?? []) : [body];
  checkElements(operation.function, field, elements);
  return elements;
}

/** Null elements can mean unknown entities; other values are another format. */
function checkElements(operation: FunctionName, field: string, elements: readonly unknown[]): void {
  const isForeign = (each: unknown): boolean => each !== null && !isRecord(each);
  const foreign = elements.filter(isForeign).length;
  if (foreign > elements.length / 20) {
    const first = `${field}[${elements.findIndex(isForeign)}]`;
    throw malformed(
      operation,
      t(
        '{0} of its {1} elements are not objects, for example {2}',
        foreign,
        elements.length,
        first,
      ),
    );
  }
}

function readElement(
  record: Record<string, unknown>,
  names: SeriesNames,
  requested: readonly string[],
): SeriesElement {
  const points = record[names.series];
  const info = rawEntityInfo(record['entity_info']);
  const entity = canonicalKey(info);
  const only = requested.length === 1 ? (requested[0] ?? null) : null;
  return {
    entity: entity ?? only,
    info: entity === null && only !== null ? infoOfKey(only) : info,
    record,
    points: Array.isArray(points) ? points : [],
  };
}

function infoOfKey(key: string): RawEntityInfo {
  const { type, id } = splitKey(key);
  return { type, alpha_id: id, compound_key: key };
}

/** An exact duplicate of an element is dropped; two that differ are both kept. */
function withoutRepeats(elements: readonly SeriesElement[]): {
  kept: SeriesElement[];
  notes: string[];
} {
  const first = new Map<string, SeriesElement>();
  const [same, different] = [new Set<string>(), new Set<string>()];
  const kept = elements.filter(element => {
    const earlier = element.entity === null ? undefined : first.get(element.entity);
    if (element.entity === null || !earlier) {
      first.set(element.entity ?? '', element);
      return true;
    }
    const repeats = JSON.stringify(earlier.record) === JSON.stringify(element.record);
    (repeats ? same : different).add(element.entity);
    return !repeats;
  });
  const notes = [
    same.size > 0 ? t('Returned more than once and kept once: {0}.', someOf([...same])) : '',
    different.size > 0
      ? t(
          'Returned more than once with different data, all of which is kept: {0}.',
          someOf([...different]),
        )
      : '',
  ];
  return { kept, notes: notes.filter(note => note !== '') };
}

function elementNotes(
  skipped: number,
  elements: readonly SeriesElement[],
  names: SeriesNames,
): string[] {
  const foreign = elements.filter(({ record }) => {
    const points = record[names.series];
    return points !== null && points !== undefined && !Array.isArray(points);
  });
  const nameless = elements.filter(({ entity }) => entity === null);
  return [
    skipped > 0
      ? plural(
          skipped,
          '{0} element of the answer had no content.',
          '{0} elements of the answer had no content.',
        )
      : '',
    foreign.length > 0
      ? t(
          '{0} was not an array and is read as empty for {1}.',
          names.series,
          someOf(foreign.map(nameOf)),
        )
      : '',
    nameless.length > 0
      ? plural(
          nameless.length,
          '{0} element had no entity_info: entity is null in its rows.',
          '{0} elements had no entity_info: entity is null in their rows.',
        )
      : '',
  ].filter(note => note !== '');
}

function nameOf({ entity }: SeriesElement): string {
  return entity ?? t('an element without entity_info');
}

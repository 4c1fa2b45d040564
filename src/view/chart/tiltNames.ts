/** Tilts the names of categories below a chart that would be omitted for lack of room. */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';

const tilted = { labelAngle: -45, labelOverlap: false, labelLimit: 120 } as const;

/**
 * @returns The specification with tilted names on its discrete x axes; the same object if no names may be omitted:
 * dates, and axes with another angle, stay unchanged.
 */
export function tiltNames(spec: JsonObject): JsonObject {
  const changed = Object.entries(spec).flatMap(([key, value]): [string, Json][] => {
    const after = key === 'encoding' ? tiltX(value) : key === 'data' ? value : tiltBelow(value);
    return after === value ? [] : [[key, after]];
  });
  return changed.length === 0 ? spec : { ...spec, ...Object.fromEntries(changed) };
}

function tiltBelow(value: Json | undefined): Json {
  if (Array.isArray(value)) {
    const before: readonly Json[] = value;
    const after = before.map(tiltBelow);
    return after.some((part, index) => part !== before[index]) ? after : before;
  }
  return isRecord(value) && ('encoding' in value || 'layer' in value || 'spec' in value)
    ? tiltNames(value)
    : (value ?? null);
}

function tiltX(encoding: Json | undefined): Json {
  const x = isRecord(encoding) ? encoding['x'] : undefined;
  const axis = isRecord(x) ? x['axis'] : undefined;
  const mayTilt =
    isRecord(x) &&
    isRecord(axis) &&
    (x['type'] === 'nominal' || x['type'] === 'ordinal') &&
    axis['labelAngle'] === 0 &&
    axis['labelOverlap'] === 'parity' &&
    !('format' in axis);
  return mayTilt && isRecord(encoding)
    ? { ...encoding, x: { ...x, axis: { ...axis, ...tilted } } }
    : (encoding ?? null);
}

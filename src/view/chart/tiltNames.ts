/** Tilts the names of categories below a chart that would be omitted for lack of room. */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';

const tilted = { labelAngle: -45, labelOverlap: false, labelLimit: 120 } as const;

/**
 * @param spec Of VISUALISE, or one of the reader's own, whose names have no angle unless it states one.
 * @returns The specification with tilted names on its discrete x axes; the same object if no names may be omitted:
 * dates, and axes with another angle, stay unchanged.
 */
export function tiltNames(spec: JsonObject): JsonObject {
  return tiltView(spec, JSON.stringify(spec['config'] ?? {}).includes('"labelAngle"'));
}

/** @param statesAngle Whether the specification's configuration has an angle for axes that state none. */
function tiltView(spec: JsonObject, statesAngle: boolean): JsonObject {
  const changed = Object.entries(spec).flatMap(([key, value]): [string, Json][] => {
    const after =
      key === 'encoding'
        ? tiltX(value, statesAngle)
        : key === 'data'
          ? value
          : tiltBelow(value, statesAngle);
    return after === value ? [] : [[key, after]];
  });
  return changed.length === 0 ? spec : { ...spec, ...Object.fromEntries(changed) };
}

function tiltBelow(value: Json | undefined, statesAngle: boolean): Json {
  if (Array.isArray(value)) {
    const before: readonly Json[] = value;
    const after = before.map(part => tiltBelow(part, statesAngle));
    return after.some((part, index) => part !== before[index]) ? after : before;
  }
  return isRecord(value) && ('encoding' in value || 'layer' in value || 'spec' in value)
    ? tiltView(value, statesAngle)
    : (value ?? null);
}

function tiltX(encoding: Json | undefined, statesAngle: boolean): Json {
  const x = isRecord(encoding) ? encoding['x'] : undefined;
  const { axis = {} } = isRecord(x) ? x : {};
  const { labelAngle, labelOverlap = 'parity' } = isRecord(axis) ? axis : {};
  const isOurs = isRecord(axis) && labelAngle === 0 && axis['labelOverlap'] === 'parity';
  const mayTilt =
    isRecord(x) &&
    isRecord(axis) &&
    (x['type'] === 'nominal' || x['type'] === 'ordinal') &&
    x['timeUnit'] === undefined &&
    (isOurs || (labelAngle === undefined && labelOverlap === 'parity' && !statesAngle)) &&
    !('format' in axis);
  return mayTilt && isRecord(encoding)
    ? { ...encoding, x: { ...x, axis: { ...axis, ...tilted } } }
    : (encoding ?? null);
}

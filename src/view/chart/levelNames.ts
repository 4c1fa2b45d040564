/** Writes the names of categories below a chart level where its author states no angle: Vega-Lite turns them upright. */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';

/** Keys of a definition whose axis has numbers or dates, or names that Vega-Lite writes level itself. */
const notNames = ['bin', 'timeUnit', 'aggregate'] as const;
/** Parts of a configuration for axes other than that below a chart. */
const otherAxes = /^axis(Y|Left|Right|Top|Temporal|Quantitative)/;

/** @returns The specification with level names; the same object if it has no names below it, or states their angle. */
export function levelNames(spec: JsonObject): JsonObject {
  const { config } = spec;
  const statesAngle = Object.entries(isRecord(config) ? config : {}).some(
    ([key, part]) =>
      key.startsWith('axis') &&
      !otherAxes.test(key) &&
      isRecord(part) &&
      part['labelAngle'] !== undefined,
  );
  return statesAngle ? spec : levelView(spec);
}

function levelView(spec: JsonObject): JsonObject {
  const { encoding, layer } = spec;
  const x = isRecord(encoding) ? encoding['x'] : undefined;
  const views: readonly Json[] = Array.isArray(layer) ? layer : [];
  const levelled = views.map(view => (isRecord(view) ? levelView(view) : view));
  const isChanged = levelled.some((view, at) => view !== views[at]);
  const isFree = isRecord(x) && hasFreeNames(x);
  if (!isChanged && !isFree) {
    return spec;
  }
  return {
    ...spec,
    ...(isChanged && { layer: levelled }),
    ...(isFree && { encoding: { ...(encoding as JsonObject), x: levelAxis(x) } }),
  };
}

function hasFreeNames(x: JsonObject): boolean {
  const { type = 'nominal', axis = {}, field } = x;
  const isOfNames = type === 'nominal' || type === 'ordinal';
  const isComputed = notNames.some(key => x[key] !== undefined);
  return (
    field !== undefined &&
    isOfNames &&
    !isComputed &&
    isRecord(axis) &&
    axis['labelAngle'] === undefined
  );
}

function levelAxis(x: JsonObject): JsonObject {
  const { axis } = x;
  return { ...x, axis: { ...(isRecord(axis) ? axis : {}), labelAngle: 0 } };
}

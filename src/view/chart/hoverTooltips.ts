/**
 * Tooltips of lines and areas for the row at the pointer, which the page finds itself (`drawnLines.ts`).
 *
 * Charts of a VISUALISE clause have invisible points over their lines, since elsewhere Vega treats a line as one mark.
 * Here they are left out, and the line has their tooltip.
 */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';
import { columnTitle } from '../../core/visualise/chartColumn';
import { isPathType } from './drawnLines';

/** The default tooltip of a line. */
const shownChannels = ['x', 'y', 'x2', 'y2', 'color', 'stroke', 'fill', 'strokeDash', 'detail'];
/** Keys of a view that contain other views. */
const parts = ['layer', 'concat', 'hconcat', 'vconcat'];

/** @returns The specification in which all lines and areas have a tooltip, unless their author wants none. */
export function withHoverTooltips(spec: JsonObject, outer: JsonObject = {}): JsonObject {
  const own: Json | undefined = spec['encoding'];
  const encoding = { ...outer, ...(isRecord(own) ? own : {}) };
  const inner: Json | undefined = spec['spec'];
  const changed = parts.flatMap((key): [string, Json][] => {
    const views: Json | undefined = spec[key];
    return Array.isArray(views) ? [[key, withoutPoints(views, encoding)]] : [];
  });
  const tooltip = hasPath(spec) && !saysItself(spec, encoding) ? shownValues(encoding) : [];
  return {
    ...spec,
    ...(isRecord(inner) ? { spec: withHoverTooltips(inner) } : {}),
    ...Object.fromEntries(changed),
    ...(tooltip.length > 0 ? { encoding: { ...(isRecord(own) ? own : {}), tooltip } } : {}),
  };
}

function withoutPoints(views: readonly Json[], outer: JsonObject): Json[] {
  return views.flatMap((view, at): Json[] => {
    if (!isRecord(view)) {
      return [view];
    }
    const tooltip = pointsTooltip(views[at + 1]);
    if (hasPath(view) && tooltip !== undefined) {
      const encoding: Json | undefined = view['encoding'];
      return [{ ...view, encoding: { ...(isRecord(encoding) ? encoding : {}), tooltip } }];
    }
    const isTaken = pointsTooltip(view) !== undefined && hasPath(views[at - 1]);
    return isTaken ? [] : [withHoverTooltips(view, outer)];
  });
}

function hasPath(view: Json | undefined): boolean {
  const mark: Json | undefined = isRecord(view) ? view['mark'] : undefined;
  return isPathType(isRecord(mark) ? mark['type'] : mark);
}

/** @returns The tooltip of a view without one of its own. */
function pointsTooltip(view: Json | undefined): Json | undefined {
  const { mark, encoding, ...rest } = isRecord(view) ? view : {};
  const isInvisible = isRecord(mark) && mark['type'] === 'point' && mark['opacity'] === 0;
  return isInvisible && isRecord(encoding) && Object.keys(rest).length === 0
    ? encoding['tooltip']
    : undefined;
}

/** Whether the author set or disabled the tooltip. */
function saysItself({ mark }: JsonObject, encoding: JsonObject): boolean {
  const ofMark: Json | undefined = isRecord(mark) ? mark['tooltip'] : undefined;
  return 'tooltip' in encoding || (ofMark !== undefined && ofMark !== true);
}

/** The columns that a view draws, each once, named as in charts of a clause. */
function shownValues(encoding: JsonObject): JsonObject[] {
  const definitions = shownChannels.flatMap((channel): Json[] => {
    const definition: Json | undefined = encoding[channel];
    const all: readonly (Json | undefined)[] = Array.isArray(definition)
      ? (definition as readonly Json[])
      : [definition];
    return all.filter(each => each !== undefined);
  });
  const shown = new Map<string, JsonObject>();
  for (const definition of definitions) {
    const field: Json | undefined = isRecord(definition) ? definition['field'] : undefined;
    if (isRecord(definition) && typeof field === 'string' && !shown.has(field)) {
      const { aggregate, bin, timeUnit, type } = definition;
      const isTime = type === 'temporal' || timeUnit !== undefined;
      shown.set(field, {
        field,
        title: columnTitle({ name: field }),
        ...(aggregate === undefined ? {} : { aggregate }),
        ...(bin === undefined ? {} : { bin }),
        ...(isTime
          ? timeText(definition)
          : { type: aggregate || bin ? 'quantitative' : 'nominal' }),
      });
    }
  }
  return [...shown.values()];
}

/** Times are written as in charts of a clause: days without a time of day, on UTC scales in UTC. */
function timeText({ timeUnit, scale }: JsonObject): JsonObject {
  const isDay = timeUnit === 'utcyearmonthdate';
  return timeUnit === undefined
    ? { type: 'temporal', format: '%Y-%m-%d %H:%M:%S', ...(scale === undefined ? {} : { scale }) }
    : { timeUnit, type: 'temporal', ...(isDay ? { format: '%Y-%m-%d' } : {}) };
}

/**
 * The marks of a drawing, and the rows that each was drawn from.
 *
 * Rows are numbered before they are drawn. Vega keeps the number in what it derives from a row, and a group of rows that
 * Vega aggregates lists them.
 */

import type { Spec, View } from 'vega';
import { isRecord, type JsonObject } from '../../core/base/json';
import { mostChartRows } from '../../core/visualise/chartSize';
import { isPathType } from './drawnLines';
import { isSceneItem, visitMarks, type SceneItem } from './sceneMarks';

/** The fields of a row's number, and of the rows of a group. */
const numberField = 'signals:row';
export const groupField = 'signals:rows';

/** Marks of one drawing that the keyboard can reach. */
const mostMarks = 2_000;
const mostDepth = 8;
/** Rows and groups that are looked at for one mark. */
const mostLooks = 4 * mostChartRows;

/** A mark and its place, px from the corner of the drawing. */
export interface PlacedMark {
  readonly item: SceneItem;
  readonly x: number;
  readonly y: number;
}

/** @returns The rows with their numbers. */
export function numberedRows(rows: readonly JsonObject[], first: number): JsonObject[] {
  return rows.map((row, at) => ({ ...row, [numberField]: first + at }));
}

/** @returns The field's name is one of those added here, which a tooltip does not show. */
export function isOwnField(name: string): boolean {
  return name === numberField || name === groupField;
}

/** @returns The specification of Vega in which groups list their rows. */
export function withGroupedRows<Part extends object>(part: Part): Part {
  const { data, marks } = part as Pick<Spec, 'data' | 'marks'>;
  return {
    ...part,
    ...(data && { data: data.map(source => withTransforms(source)) }),
    ...(marks && { marks: marks.map(mark => withGroupedRows(mark)) }),
  };
}

function withTransforms<Source extends object>(source: Source): Source {
  const { transform } = source as { readonly transform?: unknown };
  return Array.isArray(transform) ? { ...source, transform: transform.map(listing) } : source;
}

function listing(transform: unknown): unknown {
  if (!isRecord(transform) || transform['type'] !== 'aggregate') {
    return transform;
  }
  const { ops = ['count'], fields = [null], as = [] } = transform;
  if (![ops, fields, as].every(Array.isArray)) {
    return transform;
  }
  const [names, own] = [ops as unknown[], as as unknown[]];
  return {
    ...transform,
    ops: [...names, 'values'],
    // Vega wants a field, whichever the rows are listed by.
    fields: [...(fields as unknown[]), numberField],
    as: [...names.map((_, at) => own[at] ?? null), groupField],
  };
}

/** @returns Whether the item of the scenegraph is part of a mark, not of an axis, a legend or a panel. */
export function isMark(item: unknown): item is SceneItem {
  return (
    isSceneItem(item) &&
    Reflect.get(item.mark, 'role') === 'mark' &&
    Reflect.get(item.mark, 'marktype') !== 'group'
  );
}

/**
 * @param most How many are wanted.
 * @returns The numbers of the item's rows; none if it is no mark, or was not drawn from rows.
 */
export function rowsOfItem(item: unknown, most = mostChartRows): readonly number[] {
  if (!isMark(item)) {
    return [];
  }
  const search = { found: new Set<number>(), most, looks: mostLooks };
  collect(item.datum, search, 0);
  return [...search.found];
}

interface Search {
  readonly found: Set<number>;
  readonly most: number;
  looks: number;
}

/** A specification may have fields of these names too, with any values. */
function collect(datum: unknown, search: Search, depth: number): void {
  const isOver = search.looks-- <= 0 || search.found.size >= search.most;
  if (!isRecord(datum) || depth > mostDepth || isOver) {
    return;
  }
  const { [numberField]: number, [groupField]: group, datum: inner } = datum;
  if (typeof number === 'number') {
    search.found.add(number);
  } else if (Array.isArray(group)) {
    for (const row of group) {
      if (search.looks <= 0 || search.found.size >= search.most) {
        return;
      }
      collect(row, search, depth + 1);
    }
  } else if (isRecord(inner)) {
    // The cells around points that the pointer finds have the point as their datum.
    collect(inner, search, depth + 1);
  }
}

/** @returns The marks that were drawn from rows, panel by panel and from left to right. */
export function placedMarks(view: View): readonly PlacedMark[] {
  const found: (PlacedMark & { readonly panel: string })[] = [];
  visitMarks(view, ({ marktype, items }, { area }) => {
    for (const item of items) {
      const isSeen = item.opacity !== 0 && item.defined !== false;
      if (found.length >= mostMarks || !isSeen || rowsOfItem(item, 1).length === 0) {
        continue;
      }
      const { x = 0, y = 0, bounds } = item;
      const isBox = !isPathType(marktype) && bounds !== undefined;
      const place = isBox
        ? { x: (bounds.x1 + bounds.x2) / 2, y: (bounds.y1 + bounds.y2) / 2 }
        : { x, y };
      const panel = `${String(Math.round(area.top)).padStart(6)}${String(Math.round(area.left)).padStart(6)}`;
      found.push({ item, x: area.left + place.x, y: area.top + place.y, panel });
    }
  });
  return found.toSorted((a, b) => a.panel.localeCompare(b.panel) || a.x - b.x || a.y - b.y);
}

/** The marks of a drawing, axes and legends included, with their places. */

import type { View } from 'vega';
import { isRecord } from '../../core/base/json';

/** The part of an item of Vega's scenegraph that is used here; positions are px within its group. */
export interface SceneItem {
  readonly mark: object;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly defined?: boolean;
  readonly stroke?: unknown;
  readonly fill?: unknown;
  readonly opacity?: number;
  readonly fillOpacity?: number;
  readonly size?: number;
  readonly strokeOpacity?: number;
  readonly datum?: unknown;
  readonly bounds?: {
    readonly x1: number;
    readonly x2: number;
    readonly y1: number;
    readonly y2: number;
  };
  readonly items?: readonly SceneMark[];
}

export interface SceneMark {
  readonly marktype: string;
  readonly name?: string;
  readonly clip?: unknown;
  readonly items: readonly SceneItem[];
}

/** px from the corner of the drawing. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A group of marks: a panel, an axis, or the line of a series. */
export interface SceneGroup {
  readonly area: Area;
  /** For a series, the values that distinguish it. */
  readonly datum: unknown;
}

/** Calls `visit` for each mark that is not a group, with its group. */
export function visitMarks(view: View, visit: (mark: SceneMark, group: SceneGroup) => void): void {
  const { root } = view.scenegraph() as unknown as { readonly root: SceneMark };
  const [left, top] = view.origin();
  const padding = view.padding();
  const sides = typeof padding === 'number' ? { left: padding, top: padding } : padding;
  const waiting = [{ mark: root, left: left + (sides.left ?? 0), top: top + (sides.top ?? 0) }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const item of next.mark.items) {
      const { datum, width = 0, height = 0 } = item;
      const area = {
        left: next.left + (item.x ?? 0),
        top: next.top + (item.y ?? 0),
        width,
        height,
      };
      for (const mark of item.items ?? []) {
        if (mark.marktype === 'group') {
          waiting.push({ mark, left: area.left, top: area.top });
        } else {
          visit(mark, { area, datum });
        }
      }
    }
  }
}

/** Reads something from the scenegraph when it is needed, and again after the view was evaluated. */
export function sceneReading<Value>(view: View, read: (view: View) => Value): () => Value {
  let last: { readonly clock: unknown; readonly value: Value } | undefined;
  return () => {
    // Vega's counter of evaluations, which it does not declare.
    const clock: unknown = Reflect.get(view, '_clock');
    if (!last || last.clock !== clock) {
      last = { clock, value: read(view) };
    }
    return last.value;
  };
}

export function isSceneItem(item: unknown): item is SceneItem {
  return isRecord(item) && isRecord(item['mark']);
}

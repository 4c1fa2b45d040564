/**
 * Keeps the titles of panels beside each other at one height. Vega places each title above the marks of its own panel,
 * such as a label that is higher than the panel; a chart in which they differ is drawn again with the same room in all.
 */

import type { Mark, Scope, Spec, View } from 'vega';
import type { SceneItem, SceneMark } from './sceneMarks';

/** Positions that differ less are not noticed, px. */
const TOLERANCE_PX = 1;

/** @returns What the highest title has between itself and its panel, px; 0 if the titles are at one height. */
export function titleRoom(view: View): number {
  const { root } = view.scenegraph() as unknown as { readonly root: SceneMark };
  const rooms: number[] = [];
  const visit = (mark: SceneMark): void => {
    for (const item of mark.items) {
      for (const inner of item.items ?? []) {
        if (inner.marktype === 'group') {
          visit(inner);
        }
      }
      if (isPanel(mark) && item.items?.some(isTitle)) {
        rooms.push(roomAbove(item));
      }
    }
  };
  visit(root);
  const most = Math.max(0, ...rooms);
  return most - Math.min(most, ...rooms) > TOLERANCE_PX ? Math.ceil(most) : 0;
}

/** @returns The compiled chart whose panels with titles all have this room above them. */
export function withTitleRoom(spec: Spec, room: number): Spec {
  return room === 0 ? spec : { ...spec, ...roomyScope(spec, spacer(room)) };
}

function roomyScope({ marks = [] }: Scope, room: Mark): Pick<Scope, 'marks'> {
  return {
    marks: marks.map(mark => {
      if (mark.type !== 'group') {
        return mark;
      }
      const inner = roomyScope(mark, room).marks ?? [];
      const isTitled = mark.title !== undefined && mark.from !== undefined;
      return { ...mark, marks: isTitled ? [...inner, room] : inner };
    }),
  };
}

/** An empty mark, with a role of its own: it is none that a reader could choose. */
function spacer(room: number): Mark {
  const at = { x: { value: 0 }, y: { value: -room } };
  return {
    type: 'rect',
    role: 'panel-room',
    interactive: false,
    aria: false,
    encode: { enter: { ...at, width: { value: 0 }, height: { value: room } } },
  };
}

interface RoledMark extends SceneMark {
  readonly role?: string;
}

function isPanel({ role }: RoledMark): boolean {
  return role === 'scope';
}

function isTitle({ role }: RoledMark): boolean {
  return role === 'title';
}

function roomAbove({ items = [] }: SceneItem): number {
  const tops = items.filter(mark => !isTitle(mark)).map(topOf);
  return Math.max(0, -Math.min(0, ...tops));
}

function topOf(mark: SceneMark & { readonly bounds?: SceneItem['bounds'] }): number {
  // The bounds of a mark that drew nothing are infinite, and inverted.
  const { y1 = 0, y2 = 0 } = mark.bounds ?? {};
  return y1 <= y2 ? y1 : 0;
}

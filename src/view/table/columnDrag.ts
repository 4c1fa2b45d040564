/** Dragging in the header: an edge for a column's width, a header for its place. */

import { element } from '../dom';
import type { Lifetime } from '../lifetime';
import { HEADER_HEIGHT, type TableModel } from './tableModel';
import type { TableScroller } from './tableScroller';

/** A press that moves less, in px, is a click. */
const LEAST_DRAG = 5;

/** Changes the width of the column whose edge is pressed, as long as it is pressed. */
export function dragEdge(
  { model, onResize }: { readonly model: TableModel; readonly onResize: () => void },
  column: number,
  start: PointerEvent,
  lifetime: Lifetime,
): void {
  const startWidth = model.widthOf(column);
  followPointer(lifetime, {
    onMove: ({ clientX }) => {
      model.resize(column, startWidth + clientX - start.clientX);
      onResize();
    },
    onEnd: () => undefined,
  });
}

interface HeaderDrag {
  readonly header: HTMLElement;
  readonly scroller: TableScroller;
  /** Called when the press has become a drag. */
  readonly onBegin: () => void;
  /** Called with the new place, where it is another one. */
  readonly onMove: (to: number) => void;
}

/** Shows where the pressed column would stand, and moves it there when it is let go. Escape leaves it. */
export function dragHeader(
  { header, scroller, onBegin, onMove }: HeaderDrag,
  column: number,
  start: PointerEvent,
  lifetime: Lifetime,
): void {
  const mark = element('div', { class: 'ms-drop', attributes: { 'aria-hidden': 'true' } });
  mark.style.height = `${HEADER_HEIGHT}px`;
  let gap: number | undefined;
  followPointer(lifetime, {
    onMove: ({ clientX }) => {
      if (gap === undefined && Math.abs(clientX - start.clientX) < LEAST_DRAG) {
        return;
      }
      if (gap === undefined) {
        onBegin();
        header.append(mark);
      }
      gap = nearestGap(scroller.model.edges, scroller.placeAt(clientX));
      mark.style.left = `${scroller.leftOf(gap) + scroller.node.scrollLeft - 1}px`;
    },
    onEnd: isLetGo => {
      mark.remove();
      const to = gap === undefined || gap <= column ? gap : gap - 1;
      if (isLetGo && to !== undefined && to !== column) {
        onMove(to);
      }
    },
  });
}

/** @returns The edge between columns that is nearest to a place, px. */
function nearestGap(edges: readonly number[], x: number): number {
  let nearest = 0;
  edges.forEach((edge, index) => {
    if (Math.abs(edge - x) < Math.abs((edges[nearest] ?? 0) - x)) {
      nearest = index;
    }
  });
  return nearest;
}

/** Until it is let go, or Escape breaks it off. */
export function followPointer(
  lifetime: Lifetime,
  {
    onMove,
    onEnd,
  }: {
    readonly onMove: (event: PointerEvent) => void;
    /** @param isLetGo False where the drag was broken off. */
    readonly onEnd: (isLetGo: boolean) => void;
  },
): void {
  const ending = new AbortController();
  const { signal } = ending;
  const end = (isLetGo: boolean): void => {
    if (!signal.aborted) {
      ending.abort();
      onEnd(isLetGo);
    }
  };
  document.addEventListener('pointermove', onMove, { signal });
  document.addEventListener('pointerup', () => end(true), { signal });
  document.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), {
    signal,
    capture: true,
  });
  lifetime.add(() => end(false));
}

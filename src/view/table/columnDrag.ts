/** Dragging in the header: an edge changes a column's width, a header its position. */

import { element } from '../dom';
import type { Lifetime } from '../lifetime';
import { HEADER_HEIGHT, type TableModel } from './tableModel';
import type { TableScroller } from './tableScroller';

/** A press that moves less, in px, is a click. */
const LEAST_DRAG = 5;

/** Changes the width of the column whose edge is dragged. */
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
  /** Called when the press becomes a drag. */
  readonly onBegin: () => void;
  /** Called with the new position, if it changed. */
  readonly onMove: (to: number) => void;
}

/** Shows the target of the dragged column, and moves it there on release. Escape cancels. */
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

/** @returns The edge between columns nearest to a position, px. */
function nearestGap(edges: readonly number[], x: number): number {
  let nearest = 0;
  edges.forEach((edge, index) => {
    if (Math.abs(edge - x) < Math.abs((edges[nearest] ?? 0) - x)) {
      nearest = index;
    }
  });
  return nearest;
}

/** Runs until release, or until Escape cancels it. */
export function followPointer(
  lifetime: Lifetime,
  {
    onMove,
    onEnd,
  }: {
    readonly onMove: (event: PointerEvent) => void;
    /** @param isLetGo False if the drag was cancelled. */
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

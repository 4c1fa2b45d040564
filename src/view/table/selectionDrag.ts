/** Selects cells by dragging over them, and scrolls when the pointer is outside of the grid. */

import type { Lifetime } from '../lifetime';
import { followPointer } from './columnDrag';
import type { CellPlace } from './gridKeys';
import { ROW_HEIGHT } from './tableModel';
import type { TableView } from './tableView';

/** The time between two steps of scrolling. */
const stepMs = 50;

/** Called when the pointer is pressed on a cell, where the selection begins. */
export function dragSelection(table: TableView, lifetime: Lifetime): void {
  let pointer: PointerEvent | undefined;
  const extend = (): void => {
    if (pointer && !lifetime.ended) {
      const { row, column } = placeUnder(table, pointer);
      const { active } = table.model;
      if (row !== active.row || column !== active.column) {
        table.moveTo({ row, column }, true);
      }
    }
  };
  const scrolling = setInterval(() => {
    if (pointer && beyond(table, pointer).isBeyond) {
      extend();
    }
  }, stepMs);
  followPointer(lifetime, {
    onMove: event => {
      pointer = event;
      extend();
    },
    onEnd: () => clearInterval(scrolling),
  });
}

/** The distance of the pointer beyond each edge of the rows, px. */
function beyond(
  { node, model }: TableView,
  { clientX, clientY }: PointerEvent,
): { readonly across: number; readonly down: number; readonly isBeyond: boolean } {
  const { left, top } = node.getBoundingClientRect();
  const across = outside(clientX, left, left + node.clientWidth);
  const down = outside(clientY, top + model.headHeight, top + node.clientHeight);
  return { across, down, isBeyond: across !== 0 || down !== 0 };
}

function outside(value: number, least: number, most: number): number {
  return value < least ? value - least : Math.max(0, value - most);
}

/** The cell under the pointer; beyond an edge, the farther the pointer, the farther the cell. */
function placeUnder(table: TableView, pointer: PointerEvent): CellPlace {
  const { model, node } = table;
  const { row, column } = model.active;
  const { across, down } = beyond(table, pointer);
  const { top } = node.getBoundingClientRect();
  const steps = Math.sign(down) * Math.ceil(Math.abs(down) / ROW_HEIGHT);
  return {
    row: clamp(down === 0 ? table.rowAt(pointer.clientY - top) : row + steps, model.rowCount),
    column: clamp(
      across === 0 ? table.columnAt(pointer.clientX) : column + Math.sign(across),
      model.columns.length,
    ),
  };
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}

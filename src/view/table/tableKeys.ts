/** Keyboard, pointer and clipboard of a grid. */

import { isForEditor } from '../editorKeys';
import type { Lifetime } from '../lifetime';
import { copySelection } from './copySelection';
import { cellPlaceOf, placeAfterKey } from './gridKeys';
import { dragSelection } from './selectionDrag';
import type { TableView } from './tableView';

export function listenToKeys(table: TableView, lifetime: Lifetime): void {
  lifetime.listen(table.node, 'keydown', event => {
    if (press(table, event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (cellPlaceOf(event.target) && !isForEditor(event)) {
      // The notebook would edit, move or delete a cell.
      event.stopPropagation();
    }
  });
  lifetime.listen(table.node, 'mousedown', event => {
    const place = cellPlaceOf(event.target);
    if (place?.row === -1 && event.button === 0) {
      event.preventDefault();
      table.moveTo(place, false);
    } else if (place && event.button === 0) {
      // Otherwise the browser selects text.
      event.preventDefault();
      table.moveTo(place, event.shiftKey);
      dragSelection(table, lifetime);
    }
  });
  lifetime.listen(table.node, 'click', event => openCell(table, event));
  lifetime.listen(table.node, 'dblclick', ({ target }) => {
    const place = cellPlaceOf(target);
    if (place && place.row >= 0) {
      table.openRow(place.row);
    }
  });
  lifetime.listen(table.node, 'contextmenu', event => openCell(table, event));
  // The editor's copy command is only enabled if an event handler reports that there is something to copy.
  lifetime.listen(table.node, 'beforecopy' as 'copy', event => event.preventDefault());
  lifetime.listen(table.node, 'copy', event => copySelection(table, event));
}

function press(table: TableView, event: KeyboardEvent): boolean {
  const { model } = table;
  const far = event.ctrlKey || event.metaKey;
  if (far && event.key.toLowerCase() === 'a') {
    model.selectAll();
    table.paint();
    return true;
  }
  if (event.key === 'Escape') {
    // The next Escape is the notebook's, which leaves the output.
    return table.forgetSelection();
  }
  if (model.active.row === -1 ? pressHeader(table, event) : pressCell(table, event)) {
    return true;
  }
  if (event.key === ' ' && event.shiftKey) {
    model.selectRow();
    table.showActive();
    return true;
  }
  const size = {
    rowCount: model.rowCount,
    columnCount: model.columns.length,
    rowsInView: table.rowsInView,
  };
  const place = placeAfterKey(model.active, { key: event.key, far }, size);
  if (place === undefined) {
    return false;
  }
  if (event.altKey) {
    // The browser would scroll the rows away from the cell that has the keyboard.
    return true;
  }
  table.moveTo(place, event.shiftKey);
  return true;
}

/** On a header, Enter and Space work like a click, and Alt+ArrowDown opens its menu. */
function pressHeader(table: TableView, event: KeyboardEvent): boolean {
  const { column } = table.model.active;
  const { columns, menus } = table;
  const isCommand = event.ctrlKey || event.metaKey;
  if ((event.key === 'Enter' || event.key === ' ') && !isCommand) {
    table.sortBy(column, event.shiftKey);
    return true;
  }
  if (event.key === 'Delete') {
    columns.hide(column);
    return true;
  }
  if (!event.altKey) {
    return false;
  }
  switch (event.key) {
    case 'ArrowDown':
      menus.openHeader(column);
      return true;
    case 'ArrowLeft':
      columns.move(column, Math.max(0, column - 1));
      return true;
    case 'ArrowRight':
      columns.move(column, column + 1);
      return true;
    default:
      return false;
  }
}

/** On a cell with a company, Enter opens its menu, elsewhere the row; Space does everywhere. The menu key is a separate event. */
function pressCell(table: TableView, event: KeyboardEvent): boolean {
  const { row, column } = table.model.active;
  if (event.key === ' ' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
    return table.openRow(row);
  }
  return event.key === 'Enter' && (table.menus.openCell(row, column) || table.openRow(row));
}

/** Opens the menu of a cell after a click on its text, or a request for its menu; not after the second one of a double click on a menu. */
function openCell(table: TableView, event: MouseEvent): void {
  const place = cellPlaceOf(event.target);
  const isAsked = event.type === 'contextmenu';
  const isText =
    event.detail < 2 &&
    event.target instanceof Element &&
    event.target.classList.contains('ms-key');
  if (place === undefined || place.row === -1 || !(isAsked || (isText && !event.shiftKey))) {
    return;
  }
  table.moveTo(place, false);
  if (table.menus.openCell(place.row, place.column)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

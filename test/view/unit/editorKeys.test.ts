import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForEditor, isForWindow } from '../../../src/view/editorKeys';

/** `check('Ctrl+Shift+p', isForWindow, true)` */
function check(press: string, leaves: typeof isForEditor, expected: boolean): void {
  const parts = press.split('+');
  const event = {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: false,
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  };
  assert.equal(leaves(event as KeyboardEvent), expected, press);
}

test('commands that change no cell leave a grid, and others do not', () => {
  for (const press of [
    ...['F1', 'F6', 'Shift+F6', 'F11', 'Ctrl+F4', 'Ctrl+Shift+p', 'Ctrl+s', 'Ctrl+Enter', 'Ctrl+c'],
    ...['Escape', 'Tab'],
  ]) {
    check(press, isForEditor, true);
  }
  // They debug, rename what the cursor of the cell is on, or go to its next problem.
  for (const press of ['F2', 'F5', 'F8', 'F9', 'F12', 'Shift+F5', 'Ctrl+F5', 'Ctrl+F2']) {
    check(press, isForEditor, false);
  }
  for (const press of ['Enter', 'a', 'Alt+ArrowDown', 'Ctrl+/', 'Shift+Enter']) {
    check(press, isForEditor, false);
  }
  for (const press of ['Ctrl+z', 'Ctrl+y', 'Ctrl+Shift+Z']) {
    check(press, isForEditor, false);
  }
});

test('commands of the window leave menus, dialogs and suggested charts, which keep their own keys', () => {
  for (const press of ['F1', 'F6', 'Ctrl+Shift+p', 'Ctrl+p', 'Ctrl+b', 'Ctrl+s']) {
    check(press, isForWindow, true);
  }
  for (const press of [
    'Enter',
    'Ctrl+Enter',
    'Escape',
    'Tab',
    'a',
    'ArrowDown',
    'Ctrl+c',
    'Ctrl+z',
  ]) {
    check(press, isForWindow, false);
  }
});

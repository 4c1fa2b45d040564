/** Which keys leave a part of an output: VS Code receives those that no part of the page stops. */

/** With Ctrl or Cmd, and with Shift too: commands of the window, of files and of search. */
const windowKeys = [...'bcefgjkmnopqrstw0123456789,`=+-_\\', 'tab', 'pageup', 'pagedown'];
/** The palette, the next part of the window, the full screen. Others debug, or act on the focused cell's code. */
const functionKeys = ['F1', 'F6', 'F11'];
/** With Ctrl or Cmd: closing and changing editors. */
const tabKeys = ['F4', 'F6'];
const shiftedKeys = [...'defgmnpstuvwx`+_', 'tab', 'pageup', 'pagedown'];

/**
 * Whether a key leaves the grid: Tab and the like, and commands that change no code and no cells. Others, as that which
 * makes the code of the focused cell a comment, and undo and redo, would edit a query that the reader does not look at.
 */
export function isForEditor({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (!ctrlKey && !metaKey) {
    return key === 'Escape' || key === 'Tab' || functionKeys.includes(key);
  }
  // Ctrl+Enter runs the cell; with Shift or Alt it inserts one.
  const isRun = key === 'Enter' && !shiftKey && !altKey;
  const isModifier = ['Control', 'Meta', 'Shift', 'Alt'].includes(key);
  const known = altKey ? [] : shiftKey ? shiftedKeys : windowKeys;
  return isRun || isModifier || tabKeys.includes(key) || known.includes(key.toLowerCase());
}

/** Whether a key is undo or redo, on every system. */
export function isUndoOrRedo({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && ['y', 'z'].includes(key.toLowerCase());
}

/**
 * Whether a key leaves a menu, a dialog or the suggested charts: commands of the window, such as the palette. Enter, Tab and
 * Escape belong to these parts, and copying to their fields.
 */
export function isForWindow(event: KeyboardEvent): boolean {
  const own = ['Enter', 'Escape', 'Tab', 'c'];
  return isForEditor(event) && (event.shiftKey || !own.includes(event.key));
}

/** Which keys leave a part of an output: VS Code receives those that no part of the page stops. */

/** The palette, the next match of a search, the next part of the window, the full screen. Others debug, or change code. */
const functionKeys = ['f1', 'f3', 'f6', 'f11'];

/** With Ctrl or Cmd, and with Shift too: commands of the window, of files and of search. */
const windowKeys = [
  ...[...'bcefgjkmnopqrstw0123456789,`=+-_\\', 'tab', 'pageup', 'pagedown'],
  ...['f4', 'f6'],
];
const shiftedKeys = [...'defgmnpstuvwx`+_', 'tab', 'pageup', 'pagedown', 'f6'];

/**
 * Whether a key leaves the grid: Tab and the like, and commands that change no code and no cells. Others, as that which
 * makes the code of the focused cell a comment, and undo and redo, would edit a query that the reader does not look at.
 */
export function isForEditor({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (!ctrlKey && !metaKey) {
    return key === 'Escape' || key === 'Tab' || functionKeys.includes(key.toLowerCase());
  }
  // Ctrl+Enter runs the cell; with Shift or Alt it inserts one.
  const isRun = key === 'Enter' && !shiftKey && !altKey;
  const isModifier = ['Control', 'Meta', 'Shift', 'Alt'].includes(key);
  const known = altKey ? [] : shiftKey ? shiftedKeys : windowKeys;
  return isRun || isModifier || known.includes(key.toLowerCase());
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

/**
 * Stops keys of a chart and of the parts beside a grid, which VS Code would take for commands of the cell: Alt+Down would
 * move it. Undo and redo take back what a button did, Ctrl+A selects, and arrow keys lead to the cells above and below.
 */
export function keepKeys(output: HTMLElement): void {
  output.addEventListener('keydown', event => {
    const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    const leads = isArrow && !event.altKey && !event.shiftKey;
    const isSelectAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
    // With the focus on the output as a whole, as after the page replaced the focused part, see `KeyboardPlace`.
    const isKept = !isForEditor(event) && !isUndoOrRedo(event) && !leads && !isSelectAll;
    if (event.target !== output && isKept) {
      event.stopPropagation();
    }
  });
}

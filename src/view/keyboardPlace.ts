/**
 * Keeps the focus in an output.
 *
 * A run of its cell removes the focused element, and the browser passes the focus to the page, whose keys are the notebook's
 * commands. Until the new output has the focus, these keys are ignored.
 *
 * VS Code takes the focus for a dialog and gives it back to the first element of the output. It goes on to the button that
 * opened the dialog.
 */

import { isForEditor, isUndoOrRedo } from './editorKeys';
import { cellPlaceOf, type CellPlace } from './table/gridKeys';

/** Where the focus was last. */
interface FocusedOutput {
  /** The element with the outputs of the notebook's cell. */
  readonly owner: Element;
  readonly target: Element;
  /** The cell of a grid, if the focus was in one. */
  readonly place: CellPlace | undefined;
}

export class KeyboardPlace {
  private last: FocusedOutput | undefined;
  /** The button that opened a dialog, until the reader moves the focus or presses a key. */
  private opener: HTMLElement | undefined;

  constructor() {
    document.addEventListener('focusin', event => {
      if (!this.focusOpener(event)) {
        this.follow(event.target);
      }
    });
    window.addEventListener('mousedown', () => this.forget(), { capture: true });
    window.addEventListener('keydown', event => this.hold(event), { capture: true });
    window.addEventListener('click', ({ target }) => (this.opener = openerOf(target)), {
      capture: true,
    });
  }

  /** @returns The cell that had the focus in the grid of the output that `place` replaces. */
  gridPlace(place: Element): CellPlace | undefined {
    return this.isLostIn(place) ? this.last?.place : undefined;
  }

  /** Called after the output is drawn: focuses it if its predecessor had the focus and no grid took it. */
  take(place: Element, output: HTMLElement): void {
    if (this.isLostIn(place)) {
      output.tabIndex = -1;
      // Without this, a press on the output does not focus it.
      output.addEventListener('blur', () => output.removeAttribute('tabindex'), { once: true });
      output.focus({ preventScroll: true });
    }
  }

  private forget(): void {
    this.last = undefined;
    this.opener = undefined;
  }

  /** @returns Whether the focus, which came from nowhere into the output, goes on to the button that opened a dialog. */
  private focusOpener({ target, relatedTarget }: FocusEvent): boolean {
    const { opener } = this;
    const output = opener?.closest('.ms-output')?.parentElement;
    if (!output || !(target instanceof Element) || target === opener) {
      return false;
    }
    if (relatedTarget !== null) {
      // A screen reader moves the focus without a key.
      this.opener = undefined;
      return false;
    }
    if (!ownerOf(output).contains(target)) {
      return false;
    }
    opener?.focus({ preventScroll: true });
    return true;
  }

  private follow(target: EventTarget | null): void {
    const output = target instanceof Element ? target.closest('.ms-output') : null;
    if (!(target instanceof Element) || !output?.parentElement) {
      this.last = undefined;
      return;
    }
    const owner = ownerOf(output.parentElement);
    const isHeld = target === output && this.last?.owner === owner;
    const place = isHeld ? this.last?.place : placeInGrid(target);
    this.last = { owner, target, place };
  }

  private hold(event: KeyboardEvent): void {
    this.opener = undefined;
    if (!this.isLost()) {
      return;
    }
    // Undo takes back a chart that was just chosen, but a key pressed in a grid that is drawn anew takes back nothing.
    const isOfChart = isUndoOrRedo(event) && this.last?.place === undefined;
    if (!isForEditor(event) && !isOfChart) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      this.last = undefined;
    }
  }

  private isLostIn(place: Element): boolean {
    return this.last?.owner === ownerOf(place) && this.isLost() && document.hasFocus();
  }

  /** Whether the focused element is gone, and none has the focus but an output as a whole. */
  private isLost(): boolean {
    const { activeElement, body } = document;
    if (activeElement?.classList.contains('ms-output')) {
      return true;
    }
    const isNowhere = activeElement === null || activeElement === body;
    return isNowhere && this.last !== undefined && !this.last.target.isConnected;
  }
}

function openerOf(target: EventTarget | null): HTMLElement | undefined {
  const opener =
    target instanceof Element && target.closest<HTMLElement>('[aria-haspopup="dialog"]');
  return opener || undefined;
}

/** In a menu or dialog of the grid, it is the cell from which that was opened. */
function placeInGrid(target: Element): CellPlace | undefined {
  const active = target.closest('.ms-table-place')?.querySelector('[aria-colindex][tabindex="0"]');
  return cellPlaceOf(target) ?? cellPlaceOf(active ?? null);
}

/** VS Code draws a new output into the old one's element, or into another one of the same cell. */
export function ownerOf(place: Element): Element {
  return place.closest('.cell_container') ?? place;
}

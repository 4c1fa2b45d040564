/** A menu or a dialog above a grid, one at a time. */

import { isForWindow } from '../editorKeys';
import type { Lifetime } from '../lifetime';

/** px from the left and the top edge of its parent. */
export interface PopupPlace {
  readonly left: number;
  readonly top: number;
}

export class Popup {
  private node: HTMLElement | undefined;
  private onClosed: () => void = () => undefined;

  /**
   * @param place Its parent, which grows to its height while it is open, since an output is clipped at its edges.
   * @param giveBack Called when the focus has to return to where it was.
   */
  constructor(
    private readonly place: HTMLElement,
    lifetime: Lifetime,
    private readonly giveBack: () => void,
  ) {
    lifetime.listen(document, 'pointerdown' as 'click', event => {
      if (this.node && !event.composedPath().includes(this.node)) {
        this.close(false);
      }
    });
    lifetime.add(() => this.close(false));
  }

  /** Shows `node` instead of the shown one; `onClosed` is called when it closes. */
  open(node: HTMLElement, { left, top }: PopupPlace, onClosed = (): void => undefined): void {
    this.close(false);
    this.node = node;
    this.onClosed = onClosed;
    node.addEventListener('keydown', event => this.press(event));
    node.style.top = `${top}px`;
    this.place.append(node);
    const most = Math.max(0, this.place.clientWidth - node.offsetWidth);
    node.style.left = `${Math.max(0, Math.min(left, most))}px`;
    this.stretch();
  }

  /** @param giveBack Whether the focus returns to where it was. */
  close(giveBack: boolean): void {
    if (!this.node) {
      return;
    }
    this.node.remove();
    this.node = undefined;
    this.place.style.minHeight = '';
    this.onClosed();
    if (giveBack) {
      this.giveBack();
    }
  }

  /** Updates the height after the content has grown. */
  stretch(): void {
    if (this.node) {
      this.place.style.minHeight = `${this.node.offsetTop + this.node.offsetHeight + 4}px`;
    }
  }

  /** The notebook handles most keys itself. */
  private press(event: KeyboardEvent): void {
    if (!isForWindow(event)) {
      event.stopPropagation();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      this.close(true);
    }
  }
}

/** What stands above a grid while it is needed: a menu or a dialog, one at a time. */

import type { Lifetime } from '../lifetime';

/** px from the left and the top edge of the place it stands in. */
export interface PopupPlace {
  readonly left: number;
  readonly top: number;
}

export class Popup {
  private node: HTMLElement | undefined;
  private onClosed: () => void = () => undefined;

  /**
   * @param place Where it stands: as high as it needs while it is open, since an output is cut at its edges.
   * @param giveBack Called when the keyboard has to go back to where it was.
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

  /** Shows `node` instead of what was shown; `onClosed` is called when it goes. */
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

  /** @param giveBack Whether the keyboard goes back to where it was. */
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

  /** Makes room again after what is shown has grown. */
  stretch(): void {
    if (this.node) {
      this.place.style.minHeight = `${this.node.offsetTop + this.node.offsetHeight + 4}px`;
    }
  }

  /** The notebook has its own meaning for most keys. */
  private press(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      this.close(true);
    }
  }
}

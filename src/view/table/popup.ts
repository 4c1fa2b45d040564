/** A menu or a dialog above a grid, one at a time, within the part of the page that the reader sees. */

import { element } from '../dom';
import { isForWindow } from '../editorKeys';
import type { Lifetime } from '../lifetime';

/** px from the left and the top edge of its parent. */
export interface PopupPlace {
  readonly left: number;
  readonly top: number;
}

/** px from the top edge of the page. */
interface VisiblePart {
  readonly top: number;
  readonly bottom: number;
}

/** px between it and the edges of what can be seen. */
const EDGE = 4;
/** px that it takes even if less of its output can be seen: two items, or a field of a dialog. */
const LEAST_HEIGHT = 60;

export class Popup {
  private node: HTMLElement | undefined;
  private wantedTop = 0;
  private visible: VisiblePart = { top: 0, bottom: 0 };
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

  /**
   * Shows `node` instead of the shown one: at the position if it fits there, otherwise higher up, and scrolled inside if it
   * is higher than what can be seen. `onClosed` is called when it closes.
   */
  open(node: HTMLElement, { left, top }: PopupPlace, onClosed = (): void => undefined): void {
    this.close(false);
    this.node = node;
    this.onClosed = onClosed;
    this.wantedTop = top;
    this.visible = { top: 0, bottom: window.innerHeight };
    node.addEventListener('keydown', event => this.press(event));
    this.place.append(node);
    const most = Math.max(0, this.place.clientWidth - node.offsetWidth);
    node.style.left = `${Math.max(0, Math.min(left, most))}px`;
    this.fit();
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

  /** Updates position and height after the content has grown. */
  fit(): void {
    const { node } = this;
    if (!node) {
      return;
    }
    this.put(node);
    measureVisible(visible => {
      if (this.node === node) {
        this.visible = visible;
        this.put(node);
      }
    });
  }

  private put(node: HTMLElement): void {
    const { top: origin } = this.place.getBoundingClientRect();
    // A notebook cuts an output at its upper edge.
    const output = this.place.closest('.ms-output')?.getBoundingClientRect().top ?? origin;
    const least = Math.max(this.visible.top, output) - origin + EDGE;
    const bottom = Math.max(this.visible.bottom - origin - EDGE, least + LEAST_HEIGHT);
    node.style.maxHeight = `${bottom - least}px`;
    const top = Math.max(least, Math.min(this.wantedTop, bottom - node.offsetHeight));
    node.style.top = `${top}px`;
    this.place.style.minHeight = `${top + node.offsetHeight + EDGE}px`;
  }

  /** The notebook handles most keys itself. */
  private press(event: KeyboardEvent): void {
    if (!isForWindow(event)) {
      event.stopPropagation();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      this.close(true);
    } else if (event.key === 'Tab') {
      this.stayInside(event);
    }
  }

  /** From the last field, Tab leads to the first: outside, Escape would not close the dialog. */
  private stayInside(event: KeyboardEvent): void {
    const fields = [
      ...(this.node?.querySelectorAll<HTMLElement>('input,select,button') ?? []),
    ].filter(({ tabIndex, offsetParent }) => tabIndex >= 0 && offsetParent !== null);
    const [first, last] = [fields[0], fields.at(-1)];
    if (event.target === (event.shiftKey ? first : last)) {
      event.preventDefault();
      (event.shiftKey ? last : first)?.focus();
    }
  }
}

/**
 * Measures which part of the page can be seen. The page of a notebook's outputs is much higher than the window that VS Code
 * shows of it, and only an intersection is measured through the frames.
 */
function measureVisible(show: (visible: VisiblePart) => void): void {
  const probe = element('div');
  Object.assign(probe.style, { position: 'fixed', inset: '0', visibility: 'hidden' });
  document.body.append(probe);
  new IntersectionObserver(([entry], observer) => {
    observer.disconnect();
    probe.remove();
    if (entry?.isIntersecting) {
      show(entry.intersectionRect);
    }
  }).observe(probe);
}

/** A ring over a drawing, around the mark that the arrow keys reached. */

import { element } from '../dom';
import type { PlacedMark } from './chosenMarks';

export class MarkRing {
  private readonly node = element('div', {
    class: 'ms-mark-ring',
    attributes: { 'aria-hidden': 'true' },
  });

  /** @param place The drawing's own element. */
  show(place: HTMLElement, { x, y }: PlacedMark): void {
    this.node.style.left = `${x}px`;
    this.node.style.top = `${y}px`;
    place.append(this.node);
    this.node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  hide(): void {
    this.node.remove();
  }
}

/** A thin rule and points over a drawing, at the rows next to the pointer. They are not part of the drawing. */

import type { Crossing } from './drawnLines';
import { svgElement } from '../svg';
import type { ThemeColours } from './themeColours';
import { colourOf } from './tooltip';

const RADIUS_PX = 3.5;

export class Crosshair {
  private readonly node = svgElement('svg', { class: 'ms-crosshair', 'aria-hidden': 'true' });

  /** @param place The drawing's own element; positions are in px from its corner. */
  show(place: HTMLElement, { along, panel, points, nearest }: Crossing, theme: ThemeColours): void {
    const { left, top, width, height } = panel;
    const ends =
      along === 'y'
        ? { x1: left, x2: left + width, y1: nearest.y, y2: nearest.y }
        : { x1: nearest.x, x2: nearest.x, y1: top, y2: top + height };
    this.node.replaceChildren(
      svgElement('line', { ...ends, stroke: theme.muted }),
      ...points.flatMap(({ x, y, colour }) => {
        const fill = colourOf(colour);
        const look = { r: RADIUS_PX, stroke: theme.background };
        return fill === undefined ? [] : [svgElement('circle', { cx: x, cy: y, fill, ...look })];
      }),
    );
    if (this.node.parentElement !== place) {
      place.append(this.node);
    }
  }

  hide(): void {
    this.node.remove();
  }
}

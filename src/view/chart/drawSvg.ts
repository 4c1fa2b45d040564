/** Draws a chart off the screen, as SVG. */

import { t } from '../../core/base/translations';
import type { JsonObject } from '../../core/base/json';
import type { NamedPlaces } from '../../core/visualise/heldPlaces';
import { plainSvg } from '../../core/protocol/plainSvg';
import { element } from '../dom';
import { sizeIn } from './pictureText';
import type { ChartData } from './readChartData';
import type { ThemeColours } from './themeColours';

export interface OffScreenChart {
  /** From `guardSpec`. */
  readonly spec: JsonObject;
  readonly data: ChartData;
  /** px. */
  readonly width: number;
  readonly theme: ThemeColours;
  /** As in `DrawingTask`. */
  readonly places: NamedPlaces | undefined;
}

/**
 * @returns The text of an `<svg>` that only draws.
 * @param place The parent of the temporary drawing, whose fonts it uses.
 * @throws {Error} If the chart or a part of it cannot be drawn.
 */
export async function drawSvg(chart: OffScreenChart, place: HTMLElement): Promise<string> {
  const { draw } = await import('./drawing');
  const offscreen = element('div', {
    class: 'ms-offscreen',
    attributes: { 'aria-hidden': 'true' },
  });
  offscreen.style.width = `${chart.width}px`;
  place.append(offscreen);
  const problems: string[] = [];
  try {
    const drawing = await draw({
      ...chart,
      place: offscreen,
      renderer: 'svg',
      tooltip: () => undefined,
      onDenied: () => problems.push(t('It tried to load an address.')),
      onError: message => problems.push(message),
    });
    drawing.end();
    const drawn = offscreen.querySelector('svg');
    if (!drawn || problems.length > 0) {
      throw new Error(t('The chart cannot be saved as a picture. {0}', problems.join(' ')));
    }
    return plainSvg(new XMLSerializer().serializeToString(drawn));
  } finally {
    offscreen.remove();
  }
}

/** @returns The drawing as an element that can have another size than it was drawn in. */
export function svgElement(text: string): SVGElement {
  const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
  const drawing = document.importNode(documentElement, true);
  if (!(drawing instanceof SVGElement)) {
    throw new Error(t('The chart has no drawing.'));
  }
  const size = (['width', 'height'] as const).map(name => sizeIn(text, name) || 1);
  drawing.setAttribute('viewBox', `0 0 ${size.join(' ')}`);
  return drawing;
}

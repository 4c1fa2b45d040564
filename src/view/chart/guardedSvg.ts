/** Vega's SVG renderer, restricted to colours and its own gradients as a mark's paint. */

import { renderModule, SVGHandler, SVGRenderer, SVGStringRenderer } from 'vega';
import { isRecord } from '../../core/base/json';
import { isColourText } from './colourText';

const PAINTS = ['fill', 'stroke'] as const;

/** Replaces Vega's own renderer by the guarded one, for all views. */
export function guardSvg(): void {
  renderModule('svg', {
    renderer: GuardedSvgRenderer,
    headless: SVGStringRenderer,
    handler: SVGHandler,
  });
}

class GuardedSvgRenderer extends SVGRenderer {
  override style(target: SVGElement, item: Record<string, unknown> | null): void {
    for (const paint of PAINTS) {
      const value = item?.[paint];
      if (item && value !== null && value !== undefined && !isPaint(value)) {
        item[paint] = null;
      }
    }
    super.style(target, item);
  }
}

/** Vega turns objects with a gradient type into gradients, and everything else into text. */
function isPaint(value: unknown): boolean {
  return isRecord(value) && typeof value['gradient'] === 'string'
    ? true
    : typeof value === 'string' && isColourText(value);
}

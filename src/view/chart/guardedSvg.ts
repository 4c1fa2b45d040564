/** Vega's SVG renderer, which lets nothing but colours and its own gradients be a mark's paint. */

import { renderModule, SVGHandler, SVGRenderer, SVGStringRenderer } from 'vega';
import { isRecord } from '../../core/base/json';
import { isColourText } from './colourText';

const PAINTS = ['fill', 'stroke'] as const;

/** Puts the guarded renderer in the place of Vega's own, for every view. */
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

/** Vega makes gradients of objects that name their kind, and texts of everything else. */
function isPaint(value: unknown): boolean {
  return isRecord(value) && typeof value['gradient'] === 'string'
    ? true
    : typeof value === 'string' && isColourText(value);
}

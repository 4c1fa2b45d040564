/** Exports of Vega that its own declarations leave out. */

import type { Handler, Renderer } from 'vega';

declare module 'vega' {
  class SVGRenderer extends Renderer {
    /** Sets the presentation attributes of a mark's element. */
    style(target: SVGElement, item: Record<string, unknown> | null): void;
  }

  class SVGStringRenderer extends Renderer {}

  class SVGHandler extends Handler {}

  /** Sizes of drawn texts, px. */
  const textMetrics: { width(item: object, text: string): number };

  function renderModule(
    name: string,
    module: {
      readonly renderer: typeof Renderer;
      readonly headless: typeof Renderer;
      readonly handler: typeof Handler;
    },
  ): void;
}

/** Labels of axes, legends and panels that Vega truncates: their positions and full texts. */

import { textMetrics, type View } from 'vega';

import { sceneReading, visitMarks, type Area, type SceneItem } from './sceneMarks';

interface TextItem extends SceneItem {
  readonly limit?: number;
  readonly text?: unknown;
  /** The text that the SVG renderer drew. */
  readonly _svg?: SVGElement;
}

interface CutLabel {
  readonly area: Area;
  readonly text: string;
  readonly item: TextItem;
}

/**
 * @returns A function that finds the full text of a truncated label at a position, in px from the corner of the
 * drawing.
 */
export function cutLabelAt(view: View): (x: number, y: number) => string | undefined {
  const labels = sceneReading(view, cutLabels);
  return (x, y) =>
    labels().find(
      ({ area: { left, top, width, height } }) =>
        x >= left && x <= left + width && y >= top && y <= top + height,
    )?.text;
}

/** Adds the full text to truncated labels of an SVG, which browsers show as a tooltip. */
export function titleCutLabels(view: View): void {
  for (const { item, text } of cutLabels(view)) {
    const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
    title.textContent = text;
    item._svg?.append(title);
  }
}

function cutLabels(view: View): CutLabel[] {
  const found: CutLabel[] = [];
  visitMarks(view, ({ marktype, items }, { area }) => {
    if (marktype !== 'text') {
      return;
    }
    for (const item of items as readonly TextItem[]) {
      const { bounds, opacity, text } = item;
      if (bounds && opacity !== 0 && isCut(item)) {
        found.push({
          area: {
            left: area.left + bounds.x1,
            top: area.top + bounds.y1,
            width: bounds.x2 - bounds.x1,
            height: bounds.y2 - bounds.y1,
          },
          text: Array.isArray(text) ? text.map(String).join(' ') : String(text),
          item,
        });
      }
    }
  });
  return found;
}

function isCut(item: TextItem): boolean {
  const { limit = 0, text } = item;
  if (!(limit > 0) || text === null || text === undefined) {
    return false;
  }
  const whole = Object.create(item, { limit: { value: 0 } }) as TextItem;
  const lines: unknown[] = Array.isArray(text) ? text : [text];
  return lines.some(line => textMetrics.width(whole, String(line)) >= limit);
}

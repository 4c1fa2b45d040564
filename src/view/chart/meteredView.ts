/** Has a view count the work of its dataflow, and looks at what it made before that is drawn. */

import type { View } from 'vega';
import { boundFormats } from './boundedFormats';
import { meterTransforms } from './boundedTransforms';
import type { WorkMeter } from './workMeter';

/** Marks, ticks and words. With more than this an SVG is slow. */
const mostSvgItems = 20_000;
const mostItems = 400_000;
/** Of all marks together, each as far as it is inside the chart, in square px; a dash counts as `dashArea`. */
const mostPainted = 300_000_000;
const dashArea = 1_000;
/** What a chart is taken to be across at least, px. */
const leastBox = 300;
/** Marks that are filled; others are lines. */
const filledMarks = new Set(['rect', 'symbol', 'arc', 'text', 'image', 'shape', 'path']);
/** Of a canvas, in square px. */
const mostArea = 100_000_000;
/** Panels and series are made of operators, each of which is set up and connected. */
const operatorSteps = 600;

type Dataflow = Record<string, (...given: unknown[]) => unknown>;

/** @param meter Is charged for all that the view does from now on. */
export function meterView(view: View, meter: WorkMeter): void {
  meterTransforms(view, meter);
  boundFormats(view, meter);
  const dataflow = view as unknown as Dataflow;
  const { rank, evaluate, error } = dataflow;
  dataflow['rank'] = operator => {
    meter.charge(operatorSteps, 'Drawing its panels and series');
    return rank?.call(view, operator);
  };
  dataflow['error'] = (...given) => {
    if (meter.refusal) {
      skipDrawing(view);
    }
    return error?.apply(view, given);
  };
  dataflow['evaluate'] = async (...given) => {
    meter.begin();
    try {
      return await evaluate?.apply(view, given);
    } finally {
      meter.end();
    }
  };
}

interface SceneItem {
  readonly items?: readonly SceneItem[];
  readonly marktype?: string;
  readonly bounds?: Readonly<Record<'x1' | 'x2' | 'y1' | 'y2', number>>;
  readonly strokeDash?: unknown;
  readonly strokeWidth?: number;
}

/**
 * Before the first drawing.
 *
 * @param mayChoose Whether many items are drawn on a canvas.
 */
export async function checkScene(view: View, meter: WorkMeter, mayChoose: boolean): Promise<void> {
  const { root } = view.scenegraph() as unknown as { readonly root: SceneItem };
  const count = itemCount(root);
  if (count > mostItems) {
    return stop(
      view,
      meter,
      `A chart has at most ${mostItems.toLocaleString('en')} marks and words. Draw fewer rows.`,
    );
  }
  // Before its layout a view has no width.
  const box = {
    width: Math.max(view.width(), leastBox),
    height: Math.max(view.height(), leastBox),
  };
  if (paintedArea(root, box) > mostPainted) {
    return stop(
      view,
      meter,
      'Drawing its marks would keep the window waiting: they cover each other too often, or have too many dashes. Make them smaller, or draw fewer rows.',
    );
  }
  if (mayChoose && count > mostSvgItems) {
    view.renderer('canvas');
  }
  const isCanvas = mayChoose && String(Reflect.get(view, '_renderType')) === 'canvas';
  if (isCanvas && view.width() * view.height() > mostArea) {
    return stop(
      view,
      meter,
      'The chart is too large to be drawn. Give it a smaller width or height, or draw fewer rows.',
    );
  }
  await meter.rest();
}

/** Nothing is drawn of a scene that is refused: half of it may be too much. */
function skipDrawing(view: View): void {
  Reflect.set(view, '_redraw', false);
  Reflect.set(view, '_resize', 0);
}

function stop(view: View, meter: WorkMeter, sentence: string): void {
  // The layout may ask for another evaluation, which would draw what is refused here.
  Reflect.set(view, '_renderer', null);
  skipDrawing(view);
  try {
    meter.refuse(sentence);
  } catch {
    // The meter keeps it.
  }
}

function itemCount(root: SceneItem): number {
  let count = 0;
  const waiting: SceneItem[] = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const item of next.items ?? []) {
      count++;
      if (item.items) {
        waiting.push(item);
      }
    }
  }
  return count;
}

/** What is drawn outside of the chart costs little; a line costs as much as it is wide. */
function paintedArea(
  root: SceneItem,
  box: { readonly width: number; readonly height: number },
): number {
  let area = 0;
  const waiting: { readonly mark: SceneItem; readonly marktype: string }[] = [
    { mark: root, marktype: 'group' },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const marktype = next.mark.marktype ?? next.marktype;
    for (const item of next.mark.items ?? []) {
      if (item.items) {
        waiting.push({ mark: item, marktype });
      } else {
        area += itemArea(item, marktype, box);
      }
    }
  }
  return area;
}

function itemArea(
  { bounds, strokeDash, strokeWidth }: SceneItem,
  marktype: string,
  box: { readonly width: number; readonly height: number },
): number {
  if (!bounds) {
    return 0;
  }
  const across = Math.max(0, bounds.x2 - bounds.x1);
  const down = Math.max(0, bounds.y2 - bounds.y1);
  const [width, height] = [Math.min(across, box.width), Math.min(down, box.height)];
  const drawn = filledMarks.has(marktype)
    ? width * height
    : (width + height) * Math.min(Number(strokeWidth) || 1, box.height);
  return drawn + dashCount(strokeDash, across + down) * dashArea;
}

/** The browser walks along a line from its beginning, also outside of the chart. */
function dashCount(dash: unknown, length: number): number {
  const period = Array.isArray(dash)
    ? dash.reduce<number>((sum, part) => sum + Math.abs(Number(part)), 0)
    : 0;
  return period > 0 ? length / period : 0;
}

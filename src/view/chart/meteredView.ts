/** Makes a view count the work of its dataflow, and checks the scene before it is drawn. */

import { t } from '../../core/base/translations';
import type { View } from 'vega';
import { boundFormats } from './boundedFormats';
import { meterTransforms } from './boundedTransforms';
import { orderEvaluations } from './evaluationOrder';
import { meterPainting, type CanvasRenderer } from './meteredPainting';
import type { WorkMeter } from './workMeter';

/** The most marks, ticks and words in SVG, which is slow with more. */
const mostSvgItems = 5_000;
/** The most area that they cover together, in square px, since the time to paint SVG is not measured. */
const mostSvgCover = 100_000_000;
const mostItems = 400_000;
/** The largest canvas, in square px. */
const mostArea = 100_000_000;
/** Panels and series consist of operators, each of which is set up and connected. */
const operatorSteps = 600;

type Dataflow = Record<string, (...given: unknown[]) => unknown>;

/** @param meter Is charged for all further work of the view. */
export function meterView(view: View, meter: WorkMeter): void {
  meterTransforms(view, meter);
  boundFormats(view, meter);
  const dataflow = view as unknown as Dataflow;
  const { rank, error, initialize } = dataflow;
  orderEvaluations(view, meter);
  dataflow['rank'] = operator => {
    meter.charge(operatorSteps, 'panels');
    return rank?.call(view, operator);
  };
  dataflow['initialize'] = (...given) => {
    const initialized = initialize?.apply(view, given);
    if (String(Reflect.get(view, '_renderType')) === 'canvas') {
      meterPainting(Reflect.get(view, '_renderer') as CanvasRenderer, meter);
    }
    return initialized;
  };
  dataflow['error'] = (...given) => {
    if (meter.refusal) {
      skipDrawing(view);
    }
    return error?.apply(view, given);
  };
}

interface SceneItem {
  readonly items?: readonly SceneItem[];
  readonly bounds?: { width(): number; height(): number };
}

/**
 * Called before the first drawing.
 *
 * @param mayChoose Whether a canvas may be used for many items.
 */
export async function checkScene(view: View, meter: WorkMeter, mayChoose: boolean): Promise<void> {
  const { root } = view.scenegraph() as unknown as { readonly root: SceneItem };
  // Marks may exceed the frame, and the drawing includes them.
  const area = Math.max(view.width() * view.height(), areaOf(root));
  const { count, cover } = sizeOf(root, area);
  if (count > mostItems) {
    return stop(
      view,
      meter,
      t(
        'A chart has at most {0} marks and words. Draw fewer rows.',
        mostItems.toLocaleString('en'),
      ),
    );
  }
  if (mayChoose && !(count <= mostSvgItems && cover <= mostSvgCover)) {
    view.renderer('canvas');
  }
  const isCanvas = mayChoose && String(Reflect.get(view, '_renderType')) === 'canvas';
  if (isCanvas && area > mostArea) {
    return stop(
      view,
      meter,
      t(
        'The chart is too large to be drawn. Give it a smaller width or height, or draw fewer rows.',
      ),
    );
  }
  await meter.rest();
}

/** Nothing is drawn of a refused scene: half of it may be too much. */
function skipDrawing(view: View): void {
  Reflect.set(view, '_redraw', false);
  Reflect.set(view, '_resize', 0);
}

function stop(view: View, meter: WorkMeter, sentence: string): void {
  // The layout may request another evaluation, which would draw what is refused here.
  Reflect.set(view, '_renderer', null);
  skipDrawing(view);
  try {
    meter.refuse(sentence);
  } catch {
    // The meter stores the refusal.
  }
}

function areaOf({ bounds }: SceneItem): number {
  return bounds ? bounds.width() * bounds.height() : 0;
}

/** @param area The chart's area in square px: nothing beyond it is painted. */
function sizeOf(root: SceneItem, area: number): { count: number; cover: number } {
  let count = 0;
  let cover = 0;
  const waiting: SceneItem[] = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const item of next.items ?? []) {
      count++;
      cover += Math.min(area, areaOf(item));
      if (item.items) {
        waiting.push(item);
      }
    }
  }
  return { count, cover };
}

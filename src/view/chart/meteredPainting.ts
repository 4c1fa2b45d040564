/**
 * Paints a canvas a part at a time, so that the page has its turn between, and refuses what takes too long altogether.
 *
 * Whatever a mark is, it is painted by calls of the canvas: their cost is estimated here before each. A scene is gone through several
 * times, and each time what is next is painted.
 */

import { PathExtent, pathMethods, textCost, type Size } from './paintCost';
import type { WorkMeter } from './workMeter';

/** Painted before the page has its turn. */
const mostNsAtOnce = 200e6;
/** One path or text cannot be divided. */
const mostNsOfOne = 700e6;
const mostNs = 4e9;
/** How long a frame is waited for. */
const hiddenFrameMs = 200;
/** More marks, or points of a trail, are gone through in pieces of half as many. */
const mostMarks = 1_000;
/** Of a line. Shorter pieces are faster; at the edge of the line, pixels that several of them touch are a shade darker. */
const mostPoints = 4_000;

/** What a canvas has to paint with. */
type Context = CanvasRenderingContext2D;

/** A part of a drawing, and how much there is to paint. */
class Painting {
  private part = 0;
  /** Of what was gone through so far. */
  private cost = 0;
  /** What each piece of a scene costs, and where we are among them. */
  private readonly pieces: number[] = [];
  private at = 0;
  private readonly meter: WorkMeter;

  constructor(meter: WorkMeter) {
    this.meter = meter;
  }

  begin(part: number): void {
    this.part = part;
    this.cost = 0;
    this.at = 0;
  }

  /** Goes through a piece of the scene, unless it is known to belong to another part. */
  piece(draw: () => void): void {
    const known = this.part > 0 ? this.pieces[this.at] : undefined;
    const before = this.cost;
    if (known !== undefined && (this.isBefore(before + known) || this.isAfter(before))) {
      this.cost += known;
    } else {
      draw();
    }
    this.pieces[this.at] = this.cost - before;
    this.at++;
  }

  /**
   * @param cost In ns.
   * @returns Whether it belongs to this part.
   */
  isNow(cost: number): boolean {
    const before = this.cost;
    this.cost += cost <= mostNsOfOne ? cost : Infinity;
    return this.cost <= mostNs && !this.isBefore(before) && !this.isAfter(before);
  }

  /**
   * A part was gone through.
   *
   * @returns Whether it was the last.
   * @throws {WorkRefusal} Where all of them are more than a chart may have.
   */
  end(): boolean {
    if (this.cost > mostNs) {
      this.meter.refuse(
        'Painting its marks would keep the window waiting: they cover each other too often, or their outlines are too long. Make them smaller, or draw fewer rows.',
      );
    }
    return !this.isAfter(this.cost);
  }

  private isBefore(cost: number): boolean {
    return cost < this.part * mostNsAtOnce;
  }

  private isAfter(cost: number): boolean {
    return cost >= (this.part + 1) * mostNsAtOnce;
  }
}

/** What Vega's own has, and does not declare. */
export interface CanvasRenderer {
  _width: number;
  _height: number;
  _redraw: boolean;
  _dirty: { clone(): CanvasRenderer['_dirty'] };
  context: () => Context;
  clear: (...given: unknown[]) => void;
  draw: (context: Context, scene: Scene, ...given: unknown[]) => void;
  render: (scene: Scene, ...given: unknown[]) => void;
  renderAsync: (scene: Scene, ...given: unknown[]) => Promise<unknown>;
}

interface Item {
  readonly interpolate?: string | null;
  readonly zindex?: number;
  readonly opacity?: number;
  readonly strokeOpacity?: number;
  readonly fillOpacity?: number;
}

interface Scene {
  readonly marktype?: string;
  readonly items?: readonly Item[];
}

/** @param renderer Of a canvas, before it has drawn anything. */
export function meterPainting(renderer: CanvasRenderer, meter: WorkMeter): void {
  const context = renderer.context();
  const painting = new Painting(meter);
  const { clear, draw } = renderer;
  let part = 0;
  meterContext(context, painting, {
    get width() {
      return renderer._width;
    },
    get height() {
      return renderer._height;
    },
  });
  renderer.clear = (...given) => {
    if (part === 0) {
      clear.apply(renderer, given);
    }
  };
  renderer.draw = (target, scene, ...given) => {
    if (scene.marktype === 'group') {
      draw.call(renderer, target, scene, ...given);
      return;
    }
    for (const piece of piecesOf(scene)) {
      painting.piece(() => draw.call(renderer, target, piece, ...given));
    }
  };
  let latest = Promise.resolve();
  let calls = 0;
  let isUnfinished = false;
  const paint = async (scene: Scene, given: readonly unknown[]): Promise<void> => {
    const call = ++calls;
    // What an earlier call did not come to is drawn by the one that takes its place.
    const isWhole = isUnfinished || renderer._redraw;
    isUnfinished = true;
    // A layout asks again at once.
    await meter.rest();
    const changes = renderer._dirty.clone();
    for (let next = 0; call === calls; next++) {
      part = next;
      painting.begin(part);
      renderer._redraw = isWhole;
      renderer._dirty = changes.clone();
      renderer.render(scene, ...given);
      if (painting.end()) {
        isUnfinished = false;
        return;
      }
      await nextFrame();
      if (!context.canvas.isConnected) {
        return;
      }
    }
    await latest;
  };
  renderer.renderAsync = async (scene, ...given) => {
    latest = paint(scene, given);
    await latest;
    return renderer;
  };
}

/** What was painted is shown. A page that nobody sees has no frames. */
function nextFrame(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, hiddenFrameMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

/** Marks of a kind, some at a time; a long line in pieces, each of which begins where the last one ends. */
function piecesOf(scene: Scene): Scene[] {
  const { marktype = '', items = [] } = scene;
  const isPath = pathMarks.has(marktype);
  const most = marktype === 'line' ? mostPoints : mostMarks;
  if (items.length <= most || (isPath ? !isDivisible(scene) : items.some(isRaised))) {
    return [scene];
  }
  const pieces: Scene[] = [];
  const step = most / 2;
  const overlap = isPath ? 1 : 0;
  // The first corner of a piece has its join, unless what is drawn twice would be seen.
  const before = isPath && isOpaque(items[0]) ? 1 : 0;
  for (let from = 0; from < items.length - overlap; from += step) {
    const part = items.slice(Math.max(0, from - before), from + step + overlap);
    // What else a mark has, as its clip, is that of the whole.
    pieces.push(Object.assign(Object.create(scene) as Scene, { items: part }));
  }
  return pieces;
}

/** Their items are the points of one path. */
const pathMarks = new Set(['line', 'trail', 'area']);

/** Areas would show seams; curves that close themselves, or in which a far point has its part, would have another shape. */
function isDivisible({ marktype, items }: Scene): boolean {
  return (
    marktype === 'trail' ||
    (marktype === 'line' && /^(linear|step.*|monotone)$/.test(items?.[0]?.interpolate ?? 'linear'))
  );
}

function isOpaque(item: Item | undefined): boolean {
  return [item?.opacity, item?.strokeOpacity, item?.fillOpacity].every(part => (part ?? 1) === 1);
}

/** Such a mark is drawn after all others. */
function isRaised({ zindex }: Item): boolean {
  return Boolean(zindex);
}

/** Has a canvas do only what the painting lets it. */
function meterContext(context: Context, painting: Painting, size: Size): void {
  const own = Object.getPrototypeOf(context) as Record<string, (...given: unknown[]) => unknown>;
  const path = new PathExtent(size);
  let dash = 0;
  const replaced: Record<string, (...given: never[]) => void> = {
    beginPath: () => path.begin(placeOf(context)),
    setLineDash: (lengths: readonly number[]) => {
      dash = lengths.reduce((sum, length) => sum + Math.abs(length), 0);
    },
  };
  for (const name of pathMethods) {
    replaced[name] = path[name].bind(path);
  }
  for (const [name, follow] of Object.entries(replaced)) {
    Reflect.set(context, name, (...given: never[]) => {
      follow(...given);
      own[name]?.apply(context, given);
    });
  }
  const letterCost = (text: string): number =>
    textCost(text.length, Number(/([\d.]+)px/.exec(context.font)?.[1] ?? 10), size);
  const costs: Record<string, (...given: never[]) => number> = {
    fill: () => path.fillCost(isMixed(context, context.fillStyle)),
    stroke: () => path.strokeCost(context.lineWidth, dash),
    fillText: letterCost,
    strokeText: letterCost,
  };
  for (const [name, costOf] of Object.entries(costs)) {
    Reflect.set(context, name, (...given: never[]) => {
      if (painting.isNow(costOf(...given))) {
        own[name]?.apply(context, given);
      }
    });
  }
}

function isMixed(context: Context, paint: Context['fillStyle']): boolean {
  return typeof paint !== 'string' || context.globalCompositeOperation !== 'source-over';
}

/** In px of the page, whatever its pixels are on the screen. */
function placeOf(context: Context): DOMMatrixReadOnly {
  const ratio = Number(Reflect.get(context, 'pixelRatio')) || 1;
  const place = context.getTransform();
  return ratio === 1 ? place : new DOMMatrix().scale(1 / ratio).multiply(place);
}

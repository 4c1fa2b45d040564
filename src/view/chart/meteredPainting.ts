/**
 * Paints a canvas in parts, so that the page can handle events in between, and refuses what takes too long in total.
 *
 * Every mark is painted by calls to the canvas, whose cost is estimated before each call. A scene is traversed several
 * times, and each time the next part is painted. The time of a part determines the size of the next, since estimates
 * may be wrong.
 */

import { t } from '../../core/base/translations';
import { crossings, edgesCost, PathExtent, pathMethods, TextExtent } from './paintCost';
import type { WorkMeter } from './workMeter';

/** The cost painted before the page can handle events: the most, the least, and that of a chart's first part. */
const mostNsAtOnce = 200e6;
const leastNsAtOnce = 5e6;
const firstNs = 50e6;
/** The target time of a part, ms. */
const partMs = 100;
/** The most for one path or text, which cannot be divided. */
const mostNsOfOne = 700e6;
const mostNs = 4e9;
/** How long to wait for a frame. */
const hiddenFrameMs = 200;
/** A line, an area or a trail that takes longer is painted in pieces, although a seam between two may be visible. */
const mostNsOfWhole = 100e6;
/** More marks, or points of an area or a trail, are traversed in pieces of half as many. */
const mostMarks = 1_000;
/**
 * The most points in a piece of a line. Shorter pieces are faster; at the edge of the line, pixels that several of them
 * touch are slightly darker.
 */
const mostPoints = 4_000;

/** The painting methods of a canvas. */
type Context = CanvasRenderingContext2D;

/** A part of a drawing, and the total to paint. */
class Painting {
  /** The range of the part, in ns from the start of the drawing. */
  private from = 0;
  private to = 0;
  /** The size of the part, based on the parts before it. */
  private atOnce = firstNs;
  private began = 0;
  /** The cost of what was traversed so far. */
  private cost = 0;
  /** The cost of each piece of a scene, and the current position. */
  private readonly pieces: number[] = [];
  private at = 0;
  private readonly meter: WorkMeter;

  constructor(meter: WorkMeter) {
    this.meter = meter;
  }

  get isFirst(): boolean {
    return this.from === 0;
  }

  /** @param from The end of the part before it; 0 for the first. */
  begin(from: number): void {
    this.from = from;
    this.to = from + this.atOnce;
    this.began = performance.now();
    this.cost = 0;
    this.at = 0;
  }

  /** Traverses a piece of the scene, unless it is known to belong to another part. */
  piece(draw: () => void): void {
    const known = this.isFirst ? undefined : this.pieces[this.at];
    const before = this.cost;
    if (known !== undefined && (before + known < this.from || before >= this.to)) {
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
    return this.cost <= mostNs && before >= this.from && before < this.to;
  }

  /**
   * Ends the traversal of a part.
   *
   * @returns The end of the part; undefined if it was the last.
   * @throws {WorkRefusal} If all parts together exceed what a chart may have.
   */
  end(): number | undefined {
    if (this.cost > mostNs) {
      this.meter.refuse(
        t(
          'Painting its marks would block the window: they cover each other too often, or their outlines are too long. Make them smaller, or draw fewer rows.',
        ),
      );
    }
    return this.cost > this.to ? this.to : undefined;
  }

  /**
   * Records that a part is shown.
   *
   * @param isFull Whether it was as large as possible.
   */
  measure(isFull: boolean): void {
    const change = partMs / (performance.now() - this.began);
    const atOnce = this.atOnce * Math.min(isFull ? 2 : 1, Math.max(1 / 8, change));
    this.atOnce = Math.min(mostNsAtOnce, Math.max(leastNsAtOnce, atOnce));
  }
}

/** Members of Vega's own class that it does not declare. */
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
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly size?: number | undefined;
  readonly defined?: boolean | undefined;
  readonly fill?: unknown;
  readonly stroke?: unknown;
  readonly strokeWidth?: number;
  readonly zindex?: number;
  readonly opacity?: number;
  readonly strokeOpacity?: number;
  readonly fillOpacity?: number;
}

interface Scene {
  readonly marktype?: string;
  readonly items?: readonly Item[];
}

/** @param renderer The renderer of a canvas, before it has drawn anything. */
export function meterPainting(renderer: CanvasRenderer, meter: WorkMeter): void {
  const context = renderer.context();
  const painting = new Painting(meter);
  const { clear, draw } = renderer;
  const size = {
    get width() {
      return renderer._width;
    },
    get height() {
      return renderer._height;
    },
  };
  const texts = new TextExtent(size);
  meterContext(context, painting, new PathExtent(size), texts);
  renderer.clear = (...given) => {
    if (painting.isFirst) {
      clear.apply(renderer, given);
    }
  };
  renderer.draw = (target, scene, ...given) => {
    if (scene.marktype === 'group') {
      draw.call(renderer, target, scene, ...given);
      return;
    }
    for (const piece of piecesOf(scene)) {
      painting.piece(() => {
        texts.begin();
        draw.call(renderer, target, piece, ...given);
      });
    }
  };
  let latest = Promise.resolve();
  let calls = 0;
  let isUnfinished = false;
  const paint = async (scene: Scene, given: readonly unknown[]): Promise<void> => {
    const call = ++calls;
    // What an earlier call did not finish is drawn by the call that replaces it.
    const isWhole = isUnfinished || renderer._redraw;
    isUnfinished = true;
    // A layout requests another drawing at once.
    await meter.rest();
    const changes = renderer._dirty.clone();
    const paintPart = async (from: number): Promise<number | undefined> => {
      if (call !== calls) {
        return undefined;
      }
      painting.begin(from);
      renderer._redraw = isWhole;
      renderer._dirty = changes.clone();
      renderer.render(scene, ...given);
      const to = painting.end();
      if (to === undefined) {
        isUnfinished = false;
        void nextFrame().then(() => call === calls && painting.measure(false));
      } else {
        await nextFrame();
        painting.measure(true);
      }
      return to;
    };
    let to: number | undefined = 0;
    while (to !== undefined) {
      to = await inTurn<number | undefined>(paintPart.bind(undefined, to));
      if (to !== undefined && !context.canvas.isConnected) {
        return;
      }
    }
    if (call === calls) {
      return;
    }
    await latest;
  };
  renderer.renderAsync = async (scene, ...given) => {
    latest = paint(scene, given);
    await latest;
    return renderer;
  };
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Only one chart of the page paints at a time. */
function inTurn<Result>(paint: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(paint);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/** Waits until the painted part is shown. A hidden page has no frames. */
function nextFrame(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, hiddenFrameMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

/** Marks of one type, some at a time; a long path in pieces, each of which starts at the end of the last. */
function piecesOf(scene: Scene): Scene[] {
  const { marktype = '', items = [] } = scene;
  const [first] = items;
  const isPath = pathMarks.has(marktype);
  const most = marktype === 'line' ? mostPoints : mostMarks;
  if (!first || items.length <= most || (isPath ? !isDivided(scene) : items.some(isRaised))) {
    return [scene];
  }
  const pieces: Scene[] = [];
  const step = most / 2;
  const overlap = isPath ? 1 : 0;
  // The first corner of a piece has its join, unless overlapping parts would be visible.
  const before = isPath && isOpaque(first) ? 1 : 0;
  for (let from = 0; from < items.length - overlap; from += step) {
    const part = items.slice(Math.max(0, from - before), from + step + overlap);
    const [begin] = part;
    if (isPath && begin) {
      // The first point of a path determines its appearance.
      const { x, y, width, height, size, defined } = begin;
      part[0] = { ...first, x, y, width, height, size, defined };
    }
    // Other properties of a mark, such as its clip, are those of the whole path.
    pieces.push(Object.assign(Object.create(scene) as Scene, { items: part }));
  }
  return pieces;
}

/** Mark types whose items are the points of one path. */
const pathMarks = new Set(['line', 'trail', 'area']);

/**
 * Whether a path takes so long that it is painted in pieces. That would change the shape of closed curves and of curves
 * that depend on distant points, the fill of a line and the outline of an area.
 */
function isDivided({ marktype, items = [] }: Scene): boolean {
  const { interpolate, fill, stroke, strokeWidth = 1 } = items[0] ?? {};
  const isLocal = /^(linear|step.*|monotone)$/.test(interpolate ?? 'linear');
  const { steepness, height } = steepnessOf(items);
  switch (marktype) {
    case 'line':
      return isLocal && !fill && strokeWidth > 1 && crossings(steepness, height) > mostNsOfWhole;
    case 'area':
      return isLocal && !stroke && edgesCost(steepness, height) > mostNsOfWhole;
    default:
      return edgesCost(steepness, height) > mostNsOfWhole;
  }
}

/**
 * The total vertical movement of the two edges of a path, for a trail also around its points, and the height of the
 * path, px.
 */
function steepnessOf(items: readonly Item[]): { steepness: number; height: number } {
  let steepness = 0;
  let [least, most] = [Infinity, -Infinity];
  let { y: top = 0, height: depth = 0 } = items[0] ?? {};
  for (const { y = 0, height = 0, size = 0 } of items) {
    steepness += Math.abs(y - top) + Math.abs(y + height - top - depth) + 2 * size;
    top = y;
    depth = height;
    least = Math.min(least, y);
    most = Math.max(most, y + height + size);
  }
  return { steepness, height: most - least };
}

function isOpaque(item: Item | undefined): boolean {
  return [item?.opacity, item?.strokeOpacity, item?.fillOpacity].every(part => (part ?? 1) === 1);
}

/** Such marks are drawn after all others. */
function isRaised({ zindex }: Item): boolean {
  return Boolean(zindex);
}

/** Makes a canvas only execute calls of the current part. */
function meterContext(
  context: Context,
  painting: Painting,
  path: PathExtent,
  texts: TextExtent,
): void {
  const own = Object.getPrototypeOf(context) as Record<string, (...given: unknown[]) => unknown>;
  let dash = 0;
  const replaced: Record<string, (...given: never[]) => void> = {
    beginPath: () => path.begin(context.getTransform(), ratioOf(context)),
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
    texts.cost(text, context.font, context.getTransform());
  const costs: Record<string, (...given: never[]) => number> = {
    fill: () => path.fillCost(isMixed(context, context.fillStyle)),
    stroke: () => path.strokeCost(context.lineWidth, dash, isMixed(context, context.strokeStyle)),
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

/** How many pixels of the canvas a CSS pixel has. */
function ratioOf(context: Context): number {
  return Number(Reflect.get(context, 'pixelRatio')) || 1;
}

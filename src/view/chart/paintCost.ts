/**
 * Estimates the time to paint a path or a text on a canvas, in ns on a computer of 2025 without a graphics card.
 *
 * The figures are measured in Chromium, whose painter follows the edges of a path line by line of the picture, and
 * sorts them in each line. The outline of a wide line that crosses itself costs the square of its edges.
 */

export interface Size {
  readonly width: number;
  readonly height: number;
}

const fillNs = 3_000;
const strokeNs = 4_000;
const textNs = 10_000;
const letterNs = 130;
/** The cost of a letter that was not drawn in its size and angle before, per px of its size. */
const newLetterNs = 1_500;
/** The cost of a pixel in one colour, and in a gradient or blended with what is below it. */
const pixelNs = 0.6;
const mixedPixelNs = 5;
/** The cost per px of length of a line of one pixel, which has a painter of its own. */
const fineLineNs = 50;
const lineNs = 150;
const dashNs = 400;
const crossingNs = 0.07;
/**
 * The cost per px of an edge's height: in each line of the picture its position is searched among the other edges, up
 * to a number from which one more adds no cost.
 */
const edgeNs = 100;
const otherEdgeNs = 0.7;
const mostEdgeNs = 2_000;
/** Larger letters are painted as paths. */
const largestGlyph = 256;
const largeTextNs = 150_000;

/** The commands of a path, with the canvas's names. */
export const pathMethods = [
  'moveTo',
  'lineTo',
  'bezierCurveTo',
  'quadraticCurveTo',
  'arc',
  'rect',
  'closePath',
] as const;

/** The course of a path, as far as it is inside the canvas. */
export class PathExtent {
  private readonly size: Size;
  /** The canvas's transformation before the path began, as numbers: reading a matrix takes longer than a point does. */
  private a = 1;
  private b = 0;
  private c = 0;
  private d = 1;
  private e = 0;
  private f = 0;
  private x = 0;
  private y = 0;
  private startX = 0;
  private startY = 0;
  private left = Infinity;
  private right = -Infinity;
  private top = Infinity;
  private bottom = -Infinity;
  /** In px, also outside of the canvas: a dash is counted from the start of the path. */
  private wholeLength = 0;
  private length = 0;
  /** The sum over all edges, px. */
  private steepness = 0;

  constructor(size: Size) {
    this.size = size;
  }

  /** @param ratio How many pixels of the canvas a CSS pixel has, in which the extent is measured. */
  begin({ a, b, c, d, e, f }: DOMMatrixReadOnly, ratio: number): void {
    this.a = a / ratio;
    this.b = b / ratio;
    this.c = c / ratio;
    this.d = d / ratio;
    this.e = e / ratio;
    this.f = f / ratio;
    this.left = this.top = Infinity;
    this.right = this.bottom = -Infinity;
    this.wholeLength = this.length = this.steepness = 0;
  }

  moveTo(x: number, y: number): void {
    this.go(x, y);
    this.startX = this.x;
    this.startY = this.y;
  }

  lineTo(x: number, y: number): void {
    const { x: fromX, y: fromY } = this;
    this.go(x, y);
    this.edge(fromX, fromY);
  }

  closePath(): void {
    const { x: fromX, y: fromY } = this;
    this.x = this.startX;
    this.y = this.startY;
    this.edge(fromX, fromY);
  }

  rect(...[x, y, width, height]: [number, number, number, number]): void {
    this.moveTo(x, y);
    this.lineTo(x + width, y);
    this.lineTo(x + width, y + height);
    this.lineTo(x, y + height);
    this.closePath();
  }

  /** Estimated by the polygon of its control points. */
  bezierCurveTo(...points: number[]): void {
    for (let at = 0; at < points.length; at += 2) {
      this.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
    }
  }

  quadraticCurveTo(...points: number[]): void {
    this.bezierCurveTo(...points);
  }

  /** Estimated by a polygon. */
  arc(...[x, y, radius, from, to]: [number, number, number, number, number]): void {
    const corners = 8;
    for (let corner = 0; corner <= corners; corner++) {
      const angle = from + ((to - from) * corner) / corners;
      this.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    }
  }

  fillCost(isMixed: boolean): number {
    const height = Math.max(0, this.bottom - this.top);
    const pixels = Math.max(0, this.right - this.left) * height;
    // A convex shape has two edges in each line of the picture.
    const edges = Math.max(0, this.steepness - 2 * height);
    return fillNs + pixels * (isMixed ? mixedPixelNs : pixelNs) + edgesCost(edges, height);
  }

  /** @param dash The length of a dash and its gap together, px; 0 for a line without. */
  strokeCost(lineWidth: number, dash: number, isMixed: boolean): number {
    const height = Math.max(1, this.bottom - this.top);
    const along = this.length * (lineWidth > 1 ? lineNs : fineLineNs);
    // Each segment of the line has two sides.
    const across = lineWidth > 1 ? crossings(2 * this.steepness, height) : 0;
    const dashes = dash > 0 ? this.wholeLength / dash : 0;
    const pixels = this.length * Math.min(lineWidth, this.size.width + this.size.height);
    return (
      strokeNs + along + across + dashes * dashNs + pixels * (isMixed ? mixedPixelNs : pixelNs)
    );
  }

  private go(x: number, y: number): void {
    this.x = this.a * x + this.c * y + this.e;
    this.y = this.b * x + this.d * y + this.f;
  }

  private edge(fromX: number, fromY: number): void {
    const { width, height } = this.size;
    const { x, y } = this;
    this.wholeLength += Math.abs(x - fromX) + Math.abs(y - fromY);
    const left = Math.max(0, Math.min(x, fromX));
    const right = Math.min(width, Math.max(x, fromX));
    const top = Math.max(0, Math.min(y, fromY));
    const bottom = Math.min(height, Math.max(y, fromY));
    // Edges to the left and right of the picture are followed too, those above and below are not.
    if (bottom >= top) {
      this.steepness += bottom - top;
      this.left = Math.min(this.left, left, width);
      this.right = Math.max(this.right, right, 0);
      this.top = Math.min(this.top, top);
      this.bottom = Math.max(this.bottom, bottom);
      this.length += right >= left ? right - left + bottom - top : 0;
    }
  }
}

/** @param steepness The sum of the heights of all edges, px. */
export function edgesCost(steepness: number, height: number): number {
  const others = height > 0 ? steepness / height : 0;
  return steepness * Math.min(mostEdgeNs, edgeNs + otherEdgeNs * others);
}

/** @param steepness The sum of the heights of all edges, px. */
export function crossings(steepness: number, height: number): number {
  return height > 0 ? (crossingNs * steepness ** 2) / height : 0;
}

/** The cost of texts: letters of a size and an angle are drawn once, and then copied. */
export class TextExtent {
  private readonly size: Size;
  private readonly known = new Set<string>();

  constructor(size: Size) {
    this.size = size;
  }

  begin(): void {
    this.known.clear();
  }

  /**
   * @param font The canvas's font.
   * @param place The canvas's transformation.
   */
  cost(text: string, font: string, { a, b, c, d }: DOMMatrixReadOnly): number {
    const fontSize = Number(/([\d.]+)px/.exec(font)?.[1] ?? 10);
    const { width, height } = this.size;
    const pixels = Math.min(text.length * fontSize ** 2, width * height);
    return (
      textNs +
      text.length * letterNs +
      pixels * pixelNs +
      (fontSize > largestGlyph
        ? largeTextNs
        : newLetterNs * fontSize * this.lettersNew(text, [font, a, b, c, d].join()))
    );
  }

  private lettersNew(text: string, kind: string): number {
    const before = this.known.size;
    for (const letter of new Set(text)) {
      this.known.add(letter + kind);
    }
    return this.known.size - before;
  }
}

/**
 * How long it takes to paint a path or a text on a canvas, in ns on a machine of 2025 without a graphics card.
 *
 * The figures are measured in Chromium, whose painter goes along the edges of a path line by line of the picture, and sorts them in
 * each. The outline of a wide line that crosses itself costs the square of its edges.
 */

export interface Size {
  readonly width: number;
  readonly height: number;
}

const fillNs = 3_000;
const strokeNs = 4_000;
const textNs = 10_000;
const letterNs = 130;
/** Of a letter that was not drawn in its size and angle before, for each px of its size. */
const newLetterNs = 1_500;
/** Of a pixel in one colour, and in a gradient or mixed with what is below it. */
const pixelNs = 0.6;
const mixedPixelNs = 5;
/** Of a pixel's length: a line of one pixel has a painter of its own. */
const fineLineNs = 50;
const lineNs = 150;
const dashNs = 400;
const crossingNs = 0.07;
/**
 * Of a px of an edge's height: in each line of the picture its place is looked for, at most among so many others that one more is no
 * dearer.
 */
const edgeNs = 100;
const otherEdgeNs = 0.7;
const mostEdgeNs = 2_000;
/** Larger letters are painted as paths. */
const largestGlyph = 256;
const largeTextNs = 150_000;

/** What a path is made of, as the canvas names it. */
export const pathMethods = [
  'moveTo',
  'lineTo',
  'bezierCurveTo',
  'quadraticCurveTo',
  'arc',
  'rect',
  'closePath',
] as const;

/** Where a path goes, as far as it is inside the canvas. */
export class PathExtent {
  private readonly size: Size;
  /** Of the canvas: what was moved and turned before the path began. */
  private place: DOMMatrixReadOnly | undefined;
  private x = 0;
  private y = 0;
  private startX = 0;
  private startY = 0;
  private left = Infinity;
  private right = -Infinity;
  private top = Infinity;
  private bottom = -Infinity;
  /** In px, also outside of the canvas: a dash is counted from where the path begins. */
  private wholeLength = 0;
  private length = 0;
  /** Of all edges together, px. */
  private steepness = 0;

  constructor(size: Size) {
    this.size = size;
  }

  begin(place: DOMMatrixReadOnly): void {
    this.place = place;
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

  /** As the polygon of its control points. */
  bezierCurveTo(...points: number[]): void {
    for (let at = 0; at < points.length; at += 2) {
      this.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
    }
  }

  quadraticCurveTo(...points: number[]): void {
    this.bezierCurveTo(...points);
  }

  /** As a polygon. */
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
    // A shape without dents has two edges in a line of the picture.
    const edges = Math.max(0, this.steepness - 2 * height);
    return fillNs + pixels * (isMixed ? mixedPixelNs : pixelNs) + edgesCost(edges, height);
  }

  /** @param dash The length of a dash and its gap together, px; 0 for a line without. */
  strokeCost(lineWidth: number, dash: number, isMixed: boolean): number {
    const height = Math.max(1, this.bottom - this.top);
    const along = this.length * (lineWidth > 1 ? lineNs : fineLineNs);
    // Each piece of the line has two sides.
    const across = lineWidth > 1 ? crossings(2 * this.steepness, height) : 0;
    const dashes = dash > 0 ? this.wholeLength / dash : 0;
    const pixels = this.length * Math.min(lineWidth, this.size.width + this.size.height);
    return (
      strokeNs + along + across + dashes * dashNs + pixels * (isMixed ? mixedPixelNs : pixelNs)
    );
  }

  private go(x: number, y: number): void {
    const { a = 1, b = 0, c = 0, d = 1, e = 0, f = 0 } = this.place ?? {};
    this.x = a * x + c * y + e;
    this.y = b * x + d * y + f;
  }

  private edge(fromX: number, fromY: number): void {
    const { width, height } = this.size;
    const { x, y } = this;
    this.wholeLength += Math.abs(x - fromX) + Math.abs(y - fromY);
    const left = Math.max(0, Math.min(x, fromX));
    const right = Math.min(width, Math.max(x, fromX));
    const top = Math.max(0, Math.min(y, fromY));
    const bottom = Math.min(height, Math.max(y, fromY));
    // Edges beside the picture are followed too, those above and below it are not.
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

/** @param steepness Of all edges together, px. */
export function edgesCost(steepness: number, height: number): number {
  const others = height > 0 ? steepness / height : 0;
  return steepness * Math.min(mostEdgeNs, edgeNs + otherEdgeNs * others);
}

/** @param steepness Of all edges together, px. */
export function crossings(steepness: number, height: number): number {
  return height > 0 ? (crossingNs * steepness ** 2) / height : 0;
}

/** Some texts: letters of a size and an angle are drawn once, and copied from then on. */
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
   * @param font As the canvas has it.
   * @param place Of the canvas.
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

/** Runs in the page: draws a chart as the product does, on a canvas whatever its size, and keeps its pixels. */

import { View } from 'vega';
import type { JsonObject } from '../../../../src/core/base/json';
import { chartRows } from '../../../../src/core/visualise/chartRows';
import type { ResultColumn, Value } from '../../../../src/core/protocol/outcome';
import { draw } from '../../../../src/view/chart/drawing';
import { WorkMeter } from '../../../../src/view/chart/workMeter';
import { readThemeColours } from '../../../../src/view/chart/themeColours';

export interface DrawnTask {
  /** What the pixels are kept as. */
  readonly name: string;
  readonly spec: JsonObject;
  readonly width: number;
  /** Addresses of JSON, by the name of the dataset. */
  readonly datasets: Readonly<Record<string, string>>;
}

export interface PixelDifference {
  readonly pixels: number;
  /** Pixels that are not background in the first drawing. */
  readonly inked: number;
  readonly differing: number;
  /** Pixels of which a colour differs by more than an eighth. */
  readonly visibly: number;
  /** The largest difference of a colour, of 255. */
  readonly largest: number;
}

/** Where the axes enclose the marks, px from the left edge of the drawing. */
export interface Plot {
  readonly left: number;
  readonly width: number;
}

interface Dataset {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly Value[])[];
}

declare global {
  interface Window {
    /** @param task A `DrawnTask` as JSON. */
    drawChart: (task: string) => Promise<Plot>;
    comparePixels: (one: string, other: string) => PixelDifference;
  }
}

const VISIBLE = 32;
/** Where the view that ended last had its plot: a drawing does not tell. */
let lastPlot: Plot = { left: 0, width: 0 };
const finalize: unknown = Reflect.get(View.prototype, 'finalize');
View.prototype.finalize = function (this: View) {
  lastPlot = { left: this.origin()[0], width: this.width() };
  return typeof finalize === 'function' ? (finalize.call(this) as View) : this;
};
// The full drawing has more rows than the page ever draws.
WorkMeter.prototype.charge = () => undefined;
const kept = new Map<string, Uint8ClampedArray>();

window.drawChart = async task => {
  const { name, spec, width, datasets } = JSON.parse(task) as DrawnTask;
  const data = new Map<string, () => JsonObject[]>();
  for (const [dataset, address] of Object.entries(datasets)) {
    const { columns, rows } = (await (await fetch(address)).json()) as Dataset;
    data.set(dataset, () => chartRows(columns, rows));
  }
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const drawing = await draw({
    spec,
    data,
    theme: readThemeColours(place),
    width,
    place,
    places: undefined,
    tooltip: () => undefined,
    onDenied: () => undefined,
    onCut: () => undefined,
    onError: message => {
      throw new Error(message);
    },
  });
  const canvas = place.querySelector('canvas');
  const context = canvas?.getContext('2d');
  if (!canvas || !context) {
    throw new Error('The chart was not drawn on a canvas.');
  }
  kept.set(name, context.getImageData(0, 0, canvas.width, canvas.height).data);
  drawing.end();
  return lastPlot;
};

window.comparePixels = (one, other) => {
  const [a, b] = [kept.get(one), kept.get(other)];
  if (!a || !b || a.length !== b.length) {
    throw new Error(`The drawings differ in size: ${a?.length} and ${b?.length}.`);
  }
  let [inked, differing, visibly, largest] = [0, 0, 0, 0];
  for (let at = 0; at < a.length; at += 4) {
    let most = 0;
    for (let channel = 0; channel < 3; channel++) {
      most = Math.max(most, Math.abs(onWhite(a, at, channel) - onWhite(b, at, channel)));
    }
    inked += (a[at + 3] ?? 0) > 0 ? 1 : 0;
    differing += most > 1 ? 1 : 0;
    visibly += most > VISIBLE ? 1 : 0;
    largest = Math.max(largest, most);
  }
  return { pixels: a.length / 4, inked, differing, visibly, largest };
};

/** The colour as it is seen: that of a nearly transparent pixel says nothing. */
function onWhite(pixels: Uint8ClampedArray, at: number, channel: number): number {
  const opacity = (pixels[at + 3] ?? 0) / 255;
  return (pixels[at + channel] ?? 0) * opacity + 255 * (1 - opacity);
}

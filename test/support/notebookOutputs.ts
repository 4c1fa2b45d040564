/** What the notebook renderer drew: outputs live in an iframe of an iframe of the workbench. */

import { isDeepStrictEqual } from 'node:util';
import type { Frame, Locator, Page } from 'playwright-core';
import { until } from './until';

export interface DrawnOutput {
  readonly kind: 'chart' | 'table' | 'error' | 'other';
  readonly footer: string;
  /** Shapes that a chart's marks drew, as SVG elements or as one canvas with pixels in it. */
  readonly marks: number;
  readonly text: string;
  /** The colours of a chart's texts, or a number for its pixels where it has none: other ones after a change of theme. */
  readonly colours: string;
}

const watchdogMs = 120_000;
const pollMs = 200;

/** The outputs of the open notebooks as they are drawn at this moment. */
export async function drawnOutputs(page: Page): Promise<DrawnOutput[]> {
  const perFrame = await Promise.all(page.frames().map(outputsOf));
  return perFrame.flat();
}

/** For `waitForOutputs`: one output, whose footer matches. */
export function onlyOutput(footer: RegExp): (outputs: readonly DrawnOutput[]) => boolean {
  return ([output, ...others]) => footer.test(output?.footer ?? '') && others.length === 0;
}

/** Waits until the outputs are as `expected` has it. */
export async function waitForOutputs(
  page: Page,
  expected: (outputs: readonly DrawnOutput[]) => boolean,
): Promise<DrawnOutput[]> {
  const deadline = Date.now() + watchdogMs;
  for (;;) {
    const outputs = await drawnOutputs(page);
    if (expected(outputs)) {
      return outputs;
    }
    if (Date.now() > deadline) {
      throw new Error(`The outputs stay as they are: ${JSON.stringify(outputs, shortened, 2)}`);
    }
    await page.waitForTimeout(pollMs);
  }
}

/** For a message: the pixels of a chart are many. */
function shortened(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 200) : value;
}

/** Whether an output is complete: a footer, and marks where there is a chart. */
export function isDrawn({ kind, footer, marks }: DrawnOutput): boolean {
  return footer !== '' && (kind !== 'chart' || marks > 0);
}

/** The frame that holds the outputs. */
export async function outputFrame(page: Page): Promise<Frame> {
  await waitForOutputs(page, outputs => outputs.length > 0);
  for (const frame of page.frames()) {
    if ((await outputsOf(frame)).length > 0) {
      return frame;
    }
  }
  throw new Error('The outputs are gone.');
}

async function outputsOf(frame: Frame): Promise<DrawnOutput[]> {
  try {
    return await frame.evaluate(describeOutputs);
  } catch (error) {
    // A frame that is replaced or still empty while it is read holds no outputs.
    if (error instanceof Error && /detached|context|navigat|closed/i.test(error.message)) {
      return [];
    }
    throw error;
  }
}

/** Runs in the page, so that all of it is one function. */
function describeOutputs(): DrawnOutput[] {
  const shapes = '.ms-canvas svg g.role-mark :is(path, rect, line, circle, text)';
  /** One number for the pixels of a canvas, which costs the page far less than a picture; 0 where nothing is painted. */
  const paintOf = (canvas: HTMLCanvasElement): number => {
    const { width, height } = canvas;
    const read = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
    let paint = 0;
    for (const pixel of new Uint32Array(read?.buffer ?? [])) {
      paint = (Math.imul(paint, 31) + pixel) | 0;
    }
    return paint;
  };
  const coloursOf = (root: Element, painted: readonly number[]): string => {
    const texts = [...root.querySelectorAll('.ms-canvas svg text')];
    const fills = texts.map(text => getComputedStyle(text).fill);
    return [...new Set(fills), ...painted].join();
  };
  return [...document.querySelectorAll('.ms-output')].map(root => {
    const canvases = [...root.querySelectorAll<HTMLCanvasElement>('.ms-canvas canvas')];
    const painted = canvases.map(paintOf).filter(paint => paint !== 0);
    const kinds = { error: '.ms-error', chart: '.ms-chart', table: '.ms-table' } as const;
    const names = ['error', 'chart', 'table'] as const;
    return {
      kind: names.find(name => root.querySelector(kinds[name]) !== null) ?? ('other' as const),
      footer: root.querySelector('.ms-footer')?.textContent ?? '',
      marks: root.querySelectorAll(shapes).length + painted.length,
      text: root.textContent,
      colours: coloursOf(root, painted),
    };
  });
}

/** @returns Elements of the outputs from the top of the notebook, once they rest: in the page they stand in any order. */
export async function fromTop(frame: Frame, selector: string): Promise<Locator[]> {
  const boxesOf = (places: readonly Locator[]) =>
    Promise.all(places.map(place => place.boundingBox()));
  let all = await frame.locator(selector).all();
  let boxes = await boxesOf(all);
  await until(async () => {
    const before = boxes;
    all = await frame.locator(selector).all();
    boxes = await boxesOf(all);
    return isDeepStrictEqual(boxes, before);
  });
  return all
    .map((place, index) => ({ place, y: boxes[index]?.y ?? Infinity }))
    .sort((one, other) => one.y - other.y)
    .map(({ place }) => place);
}

/**
 * Gives the texts of marks the room that they have in this width.
 *
 * Vega fits the plot once for what exceeds it, before the marks have their final positions: here it fits until no text
 * leaves the picture. Texts beside the plot take at most as much as the plot; longer ones are shortened. Texts in bands, as
 * those on tiles, may not reach the next band: words are shortened, but a number would become another one, so numbers are
 * hidden, all or none. A tooltip shows what is not drawn.
 */

import type { Mark, Scope, Signal, Spec, View } from 'vega';
import { isRecord } from '../../core/base/json';
import { visitMarks, type Area, type SceneItem } from './sceneMarks';

/** A limit that hides its texts. */
const HIDDEN = -1;
/** A shorter word cannot be read, px. */
const LEAST_WORD = 24;
/** Between texts of neighbouring bands, px. */
const GAP = 2;
/** Letters are lower than their line. */
const LETTER_HEIGHT = 0.8;
/** What exceeds the picture halves each time, if there are two places beside each other. */
const MOST_FITS = 10;

/** The texts of one mark of the compiled chart. */
interface TextMark {
  readonly name: string;
  /** The axes on which its texts are in the middle of a band. */
  readonly bands: readonly ('x' | 'y')[];
}

interface TextItem extends SceneItem {
  readonly text?: unknown;
  readonly align?: string;
  readonly angle?: number;
}

/** A text and its group; bounds are px within the group. */
interface PlacedText {
  readonly item: TextItem;
  readonly area: Area;
  readonly bounds: NonNullable<SceneItem['bounds']>;
}

/** @returns The chart with a signal for the limit of each text mark, and these marks. */
export function withTextRoom(spec: Spec): {
  readonly spec: Spec;
  readonly texts: readonly TextMark[];
} {
  const texts: TextMark[] = [];
  const marks = limitedMarks(spec, texts);
  const signals: Signal[] = texts.map(({ name }) => ({ name: signalOf(name), value: 0 }));
  return texts.length === 0
    ? { spec, texts }
    : { spec: { ...spec, marks, signals: [...(spec.signals ?? []), ...signals] }, texts };
}

/**
 * @param width Of the picture, px; undefined if it is not fitted: then texts may exceed it.
 * @param run Evaluates the view.
 * @returns Whether texts needed more than the first fit.
 */
export async function giveTextRoom(
  view: View,
  texts: readonly TextMark[],
  width: number | undefined,
  run: () => Promise<void>,
): Promise<boolean> {
  let count = 0;
  for (; count < MOST_FITS; count++) {
    const limits = missingLimits(view, texts, width !== undefined);
    const isExceeded = width !== undefined && excess(view, texts, width) > 0;
    if (limits.size === 0 && !isExceeded) {
      return count > 0;
    }
    for (const [name, limit] of limits) {
      view.signal(signalOf(name), limit);
    }
    view.resize();
    await run();
  }
  return true;
}

/** Whether texts need another drawing in this width. */
export function lacksTextRoom(view: View, texts: readonly TextMark[], width: number): boolean {
  return excess(view, texts, width) > 0 || missingLimits(view, texts, true).size > 0;
}

function signalOf(name: string): string {
  return `ms_limit_of_${name}`;
}

function limitedMarks({ marks = [] }: Scope, found: TextMark[]): Mark[] {
  return marks.map((mark): Mark => {
    if (mark.type === 'group') {
      return { ...mark, marks: limitedMarks(mark, found) };
    }
    const update = mark.encode?.update;
    if (mark.type !== 'text' || mark.name === undefined || !/^\w+$/.test(mark.name) || !update) {
      return mark;
    }
    const isCentred = !update.align || ('value' in update.align && update.align.value === 'center');
    const places: Record<string, unknown> = { x: update.x, y: update.y };
    const inBand = (axis: 'x' | 'y'): boolean => {
      const place = places[axis];
      return isRecord(place) && place['band'] !== undefined;
    };
    found.push({ name: mark.name, bands: isCentred ? (['x', 'y'] as const).filter(inBand) : [] });
    const limit = signalOf(mark.name);
    const rules = (given: unknown, usual: number, own: readonly object[]): readonly unknown[] => {
      const after: readonly unknown[] = Array.isArray(given) ? given : [given ?? { value: usual }];
      return [...own, ...after];
    };
    const limited = {
      ...update,
      opacity: rules(update.opacity, 1, [{ test: `${limit} < 0`, value: 0 }]),
      limit: rules(update.limit, 0, [
        // A hidden text covers none of its neighbours, whose tooltips are shown.
        { test: `${limit} < 0`, value: 1 },
        { test: `${limit} > 0`, signal: limit },
      ]),
    };
    return { ...mark, encode: { ...mark.encode, update: limited } } as unknown as Mark;
  });
}

/** The texts that are drawn, by the name of their mark, for each group that has the mark. */
function placedTexts(view: View, texts: readonly TextMark[]): Map<string, PlacedText[][]> {
  const found = new Map<string, PlacedText[][]>(texts.map(({ name }) => [name, []]));
  visitMarks(view, ({ marktype, name, clip, items }, { area }) => {
    const groups = marktype === 'text' && !clip ? found.get(name ?? '') : undefined;
    groups?.push(
      (items as readonly TextItem[]).flatMap(item => {
        const { bounds, opacity, text } = item;
        const isDrawn = opacity !== 0 && text !== null && text !== undefined && text !== '';
        return bounds && isDrawn && bounds.x2 > bounds.x1 ? [{ item, area, bounds }] : [];
      }),
    );
  });
  return found;
}

/** How much a text exceeds the picture at its left or right, px. */
function excess(view: View, texts: readonly TextMark[], width: number): number {
  let most = 0;
  for (const { area, bounds } of [...placedTexts(view, texts).values()].flat(2)) {
    most = Math.max(most, -area.left - bounds.x1, area.left + bounds.x2 - width);
  }
  // Less is not seen.
  return most > 0.5 ? most : 0;
}

/** @returns New limits by the names of marks. */
function missingLimits(
  view: View,
  texts: readonly TextMark[],
  isFitted: boolean,
): Map<string, number> {
  const placed = placedTexts(view, texts);
  const limits = new Map<string, number>();
  for (const { name, bands } of texts) {
    const limit = bands.length === 0 ? undefined : bandLimit(placed.get(name) ?? [], bands);
    if (limit !== undefined) {
      limits.set(name, limit);
    }
  }
  if (isFitted && limits.size === 0) {
    limitBeside(placed, limits);
  }
  return limits;
}

/** @returns Undefined if no text reaches the next band. */
function bandLimit(
  groups: readonly (readonly PlacedText[])[],
  bands: readonly ('x' | 'y')[],
): number | undefined {
  const all = groups.flat();
  const step = Math.min(...groups.map(group => leastStep(group, 'x')));
  const rise = Math.min(...groups.map(group => leastStep(group, 'y')));
  const isWide = ({ bounds }: PlacedText): boolean => bounds.x2 - bounds.x1 + GAP > step;
  const isHigh = ({ bounds }: PlacedText): boolean =>
    (bounds.y2 - bounds.y1) * LETTER_HEIGHT > rise;
  if (bands.length === 2) {
    if (all.some(isHigh)) {
      return HIDDEN;
    }
  } else if (bands[0] === 'y' || !groups.some(overlap)) {
    return undefined;
  }
  const wide = all.filter(isWide);
  if (wide.length === 0) {
    return undefined;
  }
  const isWord = wide.every(({ item }) => !/\d/.test(String(item.text)) && !item.angle);
  const limit = Math.floor(step - GAP);
  return isWord && limit >= LEAST_WORD ? limit : HIDDEN;
}

/** From one place of texts to the next on this axis, px. */
function leastStep(texts: readonly PlacedText[], axis: 'x' | 'y'): number {
  const places = [...new Set(texts.map(({ item }) => Math.round((item[axis] ?? 0) * 10) / 10))];
  places.sort((a, b) => a - b);
  return Math.min(...places.map((place, at) => (places[at + 1] ?? Infinity) - place));
}

function overlap(texts: readonly PlacedText[]): boolean {
  const boxes = texts.map(({ bounds }) => bounds).sort((a, b) => a.x1 - b.x1);
  return boxes.some((box, at) => {
    for (let next = at + 1; next < boxes.length; next++) {
      const other = boxes[next];
      if (!other || other.x1 >= box.x2) {
        return false;
      }
      if (other.y1 < box.y2 && box.y1 < other.y2) {
        return true;
      }
    }
    return false;
  });
}

/** Limits the texts beside the plot, so that they take no more than the plot. */
function limitBeside(
  placed: ReadonlyMap<string, readonly (readonly PlacedText[])[]>,
  limits: Map<string, number>,
): void {
  const beside = { left: 0, right: 0 };
  const reach = ({ area, bounds }: PlacedText) => ({
    left: Math.max(0, -bounds.x1),
    right: Math.max(0, bounds.x2 - area.width),
  });
  let plot = Infinity;
  for (const text of [...placed.values()].flat(2)) {
    const { left, right } = reach(text);
    beside.left = Math.max(beside.left, left);
    beside.right = Math.max(beside.right, right);
    plot = Math.min(plot, text.area.width);
  }
  const over = beside.left + beside.right - plot;
  if (!(over > 1)) {
    return;
  }
  // Each side loses in proportion, and the plot gains what they lose.
  const kept = 1 - over / 2 / (beside.left + beside.right);
  for (const [name, groups] of placed) {
    for (const text of groups.flat()) {
      const { left, right } = reach(text);
      const { item, bounds } = text;
      const cut = Math.max(left - beside.left * kept, right - beside.right * kept);
      const isSided = item.align === 'left' || item.align === 'right';
      const limit = Math.max(LEAST_WORD, bounds.x2 - bounds.x1 - cut * (isSided ? 1 : 2));
      if (cut > 0 && limit < bounds.x2 - bounds.x1 - 1) {
        limits.set(name, Math.floor(Math.min(limit, limits.get(name) ?? Infinity)));
      }
    }
  }
}

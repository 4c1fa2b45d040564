/** The small chart of a row's details: the score as a line over the volume as bars, with a rule at the row's day. */

import { t } from '../../core/base/translations';
import { dayOfPlainDate, parsePlainDate } from '../../core/base/plainDate';
import type { Around, DaySeries } from '../../core/protocol/exploration';
import { compactNumber, crisp, svgElement, svgText } from '../svg';
import { trueMinus } from '../table/format';
import { dayText } from './dayText';
import type { PartColours } from './partColours';

/** px; the drawing is as wide as the panel, to which it is scaled. */
const WIDTH = 300;
const LEFT = 44;
const TITLE = 14;
const GAP = 8;
const BELOW = 16;
const heights = [64, 44];

/** @param day That of the row. */
export function aroundChart(
  { from, to, series }: Around,
  day: string,
  colours: PartColours,
): SVGElement {
  const first = numberOf(from);
  const days = numberOf(to) - first + 1;
  const step = (WIDTH - LEFT) / days;
  const x = (of: string): number => LEFT + (numberOf(of) - first + 0.5) * step;
  const parts: Element[] = [];
  let top = 0;
  series.forEach((each, place) => {
    const height = heights[place] ?? 0;
    const frame = { x, step, top: top + TITLE, height };
    const colour = place === 0 ? colours.plain : colours.others;
    parts.push(svgText(titleOf(each, day), { class: 'ms-x-label', x: 0, y: top + 10 }));
    parts.push(...(place === 0 ? line(each, frame, colour) : bars(each, frame, colour)));
    top += TITLE + height + GAP;
  });
  const bottom = top - GAP;
  const rule = { class: 'ms-x-day', x1: crisp(x(day)), x2: crisp(x(day)), y1: TITLE, y2: bottom };
  const label = (of: string, anchor: string, at: number): SVGElement =>
    svgText(dayText(of), { class: 'ms-x-label', x: at, y: bottom + 13, 'text-anchor': anchor });
  const drawing = svgElement('svg', {
    viewBox: `0 0 ${WIDTH} ${bottom + BELOW}`,
    role: 'img',
    'aria-label': series.map(each => titleOf(each, day)).join(', '),
  });
  drawing.append(
    svgElement('line', rule),
    ...parts,
    label(from, 'start', LEFT),
    label(day, 'middle', x(day)),
    label(to, 'end', WIDTH),
  );
  return drawing;
}

interface Frame {
  readonly x: (day: string) => number;
  /** px a day. */
  readonly step: number;
  readonly top: number;
  readonly height: number;
}

function line({ points }: DaySeries, { x, step, top, height }: Frame, colour: string): Element[] {
  const values = points.map(({ value }) => value);
  if (values.length === 0) {
    return [];
  }
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || Math.abs(most) || 1;
  const y = (value: number): number => top + height - 3 - ((value - least) / span) * (height - 6);
  const zero = least < 0 && most > 0 ? crisp(y(0)) : null;
  // A day without a score breaks the line.
  const path = points.map(({ day, value }, place) => {
    const before = points[place - 1];
    const isNext = before !== undefined && numberOf(day) - numberOf(before.day) <= mostApart;
    return `${isNext ? 'L' : 'M'}${x(day)} ${y(value)}`;
  });
  return [
    ...(zero === null
      ? []
      : [svgElement('line', { class: 'ms-x-axis', x1: LEFT, x2: WIDTH, y1: zero, y2: zero })]),
    ...ends([least, most], y),
    svgElement('path', { d: path.join(''), fill: 'none', stroke: colour, 'stroke-width': 1.5 }),
    ...points.map(({ day, value }) => {
      const dot = svgElement('circle', { cx: x(day), cy: y(value), r: 2, fill: colour });
      return titled(dot, day, value, { x: x(day), step, top, height });
    }),
  ].flat();
}

/** Days between two points that are joined: scores may be missing on weekends. */
const mostApart = 4;

function bars({ points }: DaySeries, { x, step, top, height }: Frame, colour: string): Element[] {
  const most = Math.max(0, ...points.map(({ value }) => value));
  if (most === 0) {
    return [];
  }
  const y = (value: number): number => top + height - (value / most) * height;
  const base = crisp(top + height);
  return [
    ...ends([0, most], y),
    svgElement('line', { class: 'ms-x-axis', x1: LEFT, x2: WIDTH, y1: base, y2: base }),
    ...points.flatMap(({ day, value }) => {
      const width = Math.max(1, step - 1);
      const bar = svgElement('rect', {
        ...{ x: x(day) - width / 2, y: y(value), width, height: top + height - y(value) },
        fill: colour,
      });
      return titled(bar, day, value, { x: x(day), step, top, height });
    }),
  ].flat();
}

/** The mark and, over its whole day, its value as a tooltip. */
function titled(
  mark: Element,
  day: string,
  value: number,
  { x, step, top, height }: Omit<Frame, 'x'> & { readonly x: number },
): Element[] {
  const ground = svgElement('rect', {
    ...{ x: x - step / 2, y: top, width: step, height, fill: 'transparent' },
  });
  const title = svgElement('title', {});
  title.textContent = `${day}: ${valueOf(value)}`;
  ground.append(title);
  return [mark, ground];
}

function ends([least, most]: readonly [number, number], y: (value: number) => number): Element[] {
  const values = least === most ? [most] : [least, most];
  return values.map(value =>
    svgText(valueOf(value), {
      ...{ class: 'ms-x-label', x: LEFT - 6, y: y(value) + (value === most ? 7 : 1) },
      'text-anchor': 'end',
    }),
  );
}

/** `Score: 0.42 on 2026-11-19`. */
function titleOf({ label, points, problem }: DaySeries, day: string): string {
  if (points.length === 0) {
    return `${label}: ${problem === null ? t('no value in these days') : t('not loaded')}`;
  }
  const point = points.find(each => each.day === day);
  return t('{0}: {1} on {2}', label, point ? valueOf(point.value) : t('no value'), day);
}

function valueOf(value: number): string {
  const text =
    Math.abs(value) >= 1_000 ? compactNumber(value) : String(Number(value.toPrecision(3)));
  return trueMinus(text);
}

function numberOf(text: string): number {
  const day = parsePlainDate(text);
  return day === undefined ? 0 : dayOfPlainDate(day);
}

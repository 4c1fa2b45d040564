/** The contrast of two colours, and making a colour legible on a background (WCAG 2, contrast ratio). */

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** The least contrast of marks: lines, bars, symbols. */
export const markContrast = 3;
export const textContrast = 4.5;
/** The least contrast of auxiliary lines: a grid, and the line of an axis with its ticks. */
export const gridContrast = 1.3;
export const axisContrast = 2;
/** Of the colour of zero between those of both sides: pale, and seen in a thin line. */
export const middleContrast = 1.5;

const STEPS = 40;
const black: Colour = [0, 0, 0, 1];
const white: Colour = [255, 255, 255, 1];

/**
 * @returns The ratio from 1 to 21 of `colour`, as it shows on `background`; undefined if one of them is not `#…` or
 * `rgb(…)`.
 */
export function contrast(colour: string, background: string): number | undefined {
  const [ground, top] = [parse(background), parse(colour)];
  return ground && top && ratio(over(top, ground), ground);
}

/**
 * @returns `colour` if its contrast to `background` is at least `least`; otherwise the nearest one towards black or
 * white, whichever is farther from the background. A colour that cannot be read is returned unchanged.
 */
export function legible(colour: string, background: string, least: number): string {
  const [ground, top] = [parse(background), parse(colour)];
  if (!ground || !top || ratio(over(top, ground), ground) >= least) {
    return colour;
  }
  const goal = ratio(black, ground) > ratio(white, ground) ? black : white;
  for (let step = 1; step < STEPS; step++) {
    const mixed = over([goal[0], goal[1], goal[2], step / STEPS], over(top, ground));
    const whole: Colour = [Math.round(mixed[0]), Math.round(mixed[1]), Math.round(mixed[2]), 1];
    if (ratio(whole, ground) >= least) {
      return hex(whole);
    }
  }
  return hex(goal);
}

/** @returns The opaque colour that `colour` shows at this opacity; one that cannot be read is returned unchanged. */
export function paled(colour: string, background: string, opacity: number): string {
  const [ground, top] = [parse(background), parse(colour)];
  return ground && top ? hex(over([top[0], top[1], top[2], top[3] * opacity], ground)) : colour;
}

function ratio(a: Colour, b: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map(linear);
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function over([red, green, blue, alpha]: Colour, below: Colour): Colour {
  const mix = (top: number, bottom: number): number => top * alpha + bottom * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}

function hex([red, green, blue]: Colour): string {
  const parts = [red, green, blue].map(part => Math.round(part).toString(16).padStart(2, '0'));
  return `#${parts.join('')}`;
}

function parse(text: string): Colour | undefined {
  const [, digits] = /^#([0-9a-f]{3,8})$/i.exec(text.trim()) ?? [];
  if (digits !== undefined) {
    const wide = digits.length < 6 ? [...digits].map(digit => digit + digit).join('') : digits;
    const [red = NaN, green = NaN, blue = NaN, alpha = 255] = (wide.match(/../g) ?? []).map(pair =>
      parseInt(pair, 16),
    );
    return Number.isNaN(blue) ? undefined : [red, green, blue, alpha / 255];
  }
  const [, inner = ''] = /^rgba?\(([^()]*)\)$/i.exec(text.trim()) ?? [];
  const [red, green, blue, alpha = 1] = (inner.match(/[\d.]+/g) ?? []).map(Number);
  return red === undefined || green === undefined || blue === undefined
    ? undefined
    : [red, green, blue, alpha];
}

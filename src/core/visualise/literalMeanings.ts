/** What a literal of an aesthetic becomes in a Vega-Lite mark, and the units and ranges of the values that are drawn. */

import type { Json } from '../base/json';
import { t } from '../base/translations';
import type { Aesthetic } from './aesthetics';
import { ownEntry } from './ownEntry';
import { colourValue } from './sideColours';
import type { LiteralValue } from './tree';

/** The grammar's sizes are in points (1/72 inch), Vega-Lite's in CSS pixels (1/96 inch). */
const PIXELS_PER_POINT = 96 / 72;
const PIXELS_EXPRESSION = '96 / 72';

const dashes: Partial<Record<string, readonly number[]>> = {
  solid: [],
  dashed: [6, 4],
  dotted: [2, 3],
  dotdash: [2, 3, 6, 3],
  longdash: [10, 4],
  twodash: [6, 3, 2, 3],
};

const shapes: Partial<Record<string, string>> = {
  circle: 'circle',
  square: 'square',
  cross: 'cross',
  plus: 'cross',
  diamond: 'diamond',
  triangle: 'triangle-up',
  'triangle-up': 'triangle-up',
  'triangle-down': 'triangle-down',
  'triangle-left': 'triangle-left',
  'triangle-right': 'triangle-right',
};

const horizontals: Partial<Record<string, string>> = {
  left: 'left',
  centre: 'center',
  center: 'center',
  right: 'right',
  '0': 'left',
  '0.5': 'center',
  '1': 'right',
};

const verticals: Partial<Record<string, string>> = {
  top: 'top',
  middle: 'middle',
  bottom: 'bottom',
  '0': 'bottom',
  '0.5': 'middle',
  '1': 'top',
};

/** The Vega-Lite property that a literal of an aesthetic sets. */
export interface LiteralMeaning {
  /** The mark's property that takes the value. */
  readonly property: string;
  /** A description of the accepted values. */
  readonly expected: () => string;
  /** The words that are accepted, where they can be listed. */
  readonly words?: readonly string[];
  /** @returns The value for the mark, or undefined if the literal is not accepted. */
  readonly read: (value: LiteralValue) => Json | undefined;
}

const number = (
  property: string,
  expected: () => string,
  from: (value: number) => number | undefined,
) => ({
  property,
  expected,
  read: (value: LiteralValue) => (typeof value === 'number' ? from(value) : undefined),
});

const word = (property: string, table: Partial<Record<string, Json>>) => ({
  property,
  expected: () => t('one of {0}', Object.keys(table).join(', ')),
  words: Object.keys(table),
  read: (value: LiteralValue) => ownEntry(table, String(value).toLowerCase()),
});

const colour = (property: string) => ({
  property,
  expected: () =>
    t(
      "a colour: a name such as 'steelblue', '#1f6feb', 'rgb(…)', 'hsl(…)', 'bull', 'bear' or null",
    ),
  read: (value: LiteralValue) =>
    typeof value === 'string' ? colourValue(value) : value === null ? value : undefined,
});

/** Positions, `label`, `weight`, `width` and `height` have no entry: they are not properties of a mark. */
export const literalMeanings: Partial<Record<Aesthetic, LiteralMeaning>> = {
  fill: colour('fill'),
  stroke: colour('stroke'),
  opacity: number(
    'opacity',
    () => t('a number from 0 to 1'),
    value => (value >= 0 && value <= 1 ? value : undefined),
  ),
  size: number('size', () => t('a radius in points'), pixelArea),
  linewidth: number('strokeWidth', () => t('a width in points'), pixels),
  linetype: word('strokeDash', dashes),
  shape: word('shape', shapes),
  fontsize: number('fontSize', () => t('a size in points'), pixels),
  rotation: number(
    'angle',
    () => t('an angle in degrees'),
    value => value,
  ),
  hjust: word('align', horizontals),
  vjust: word('baseline', verticals),
  typeface: {
    property: 'font',
    expected: () => t('the name of a font'),
    read: value => (typeof value === 'string' ? value : undefined),
  },
  fontweight: {
    property: 'fontWeight',
    expected: () => t("'normal', 'bold' or a number from 100 to 900"),
    read: fontWeight,
  },
  italic: {
    property: 'fontStyle',
    expected: () => t('true or false'),
    read: value => (typeof value === 'boolean' ? (value ? 'italic' : 'normal') : undefined),
  },
};

/** Vega expressions that convert values under `SCALE IDENTITY`, where Vega-Lite uses other units. */
export const identityExpressions: Partial<Record<Aesthetic, (value: string) => string>> = {
  size: radius => `PI * pow(${radius} * ${PIXELS_EXPRESSION}, 2)`,
  linewidth: points => `${points} * ${PIXELS_EXPRESSION}`,
  fontsize: points => `${points} * ${PIXELS_EXPRESSION}`,
};

/** The output range of a scale of numbers without TO, as in the public grammar: 1 to 6 points, 10 to 100 %. */
export const defaultRanges: Partial<Record<Aesthetic, readonly [number, number]>> = {
  size: [pixelArea(1), pixelArea(6)],
  linewidth: [pixels(1), pixels(6)],
  opacity: [0.1, 1],
};

function fontWeight(value: LiteralValue): Json | undefined {
  if (typeof value === 'number') {
    return Math.min(900, Math.max(100, Math.round(value / 100) * 100));
  }
  const weights = ['normal', 'bold', 'lighter', 'bolder'];
  return weights.find(weight => weight === String(value).toLowerCase());
}

function pixels(points: number): number {
  return rounded(points * PIXELS_PER_POINT);
}

/** Vega-Lite sizes a symbol by its area; the grammar by its radius. */
function pixelArea(radius: number): number {
  return rounded(Math.PI * (radius * PIXELS_PER_POINT) ** 2);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

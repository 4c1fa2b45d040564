/**
 * The colours of categories that mean the same in every chart: kinds and topics of events, statements about them, the
 * two lists. The names determine the colours; other categories get the remaining colours in order.
 */

import { industries } from '../service/enumerations';
import { eventIds, eventNames } from '../service/eventTypes';

/** The colours of a theme. */
export interface CategoryTheme {
  readonly bull: string;
  readonly bear: string;
  /** The colour of remaining values. */
  readonly grey: string;
  /** The colours of series. */
  readonly palette: readonly string[];
}

/** A place in the palette, or a colour with a meaning. */
type NamedColour = number | 'bull' | 'bear' | 'grey';

/** How many colours the palette of every theme has. */
export const paletteSize = 11;

/** Places in the palette. The first two may be the colours of bull and bear, which no other name has. */
const [, , green, pink, cyan, gold, vermilion, purple, brown, slate, plum] = Array.from(
  { length: paletteSize },
  (_, at) => at,
) as [number, number, number, number, number, number, number, number, number, number, number];

/** How many colours of the palette may be those of bull and bear. */
const SIDES = 2;

/** By the name in lower case, with spaces. */
const named: Readonly<Record<string, NamedColour>> = {
  'not stated': 'grey',
  bullish: 'bull',
  'bullish stocks': 'bull',
  bearish: 'bear',
  'bearish stocks': 'bear',
  sandbox: purple,
  results: purple,
  products: brown,
  deals: green,
  people: pink,
  'sales and markets': cyan,
  'share price': gold,
  'legal and risk': vermilion,
  fact: green,
  probable: slate,
  possible: cyan,
  uncertain: gold,
  denied: vermilion,
  several: purple,
  counterfactual: vermilion,
  counterfact: vermilion,
  counterprobable: plum,
  counterpossible: pink,
};

/** The kinds of events that occur most. */
const kinds: Readonly<Record<string, NamedColour>> = {
  E41_A: 'bull',
  E41_B: 'bear',
  E1_C: purple,
  E2_A: gold,
  E19_B: pink,
  E1_A: slate,
  E2_C: brown,
  E6_B: cyan,
  E6_C: plum,
  E8_B: green,
  E53_A: vermilion,
};

const otherKinds = [purple, gold, pink, slate, brown, cyan, plum, green, vermilion];

const idsByName = new Map([...eventNames].map(([id, name]) => [name.toLowerCase(), id]));

/** Industries of the lists, with and without their prefix; those of one colour are seldom side by side. */
const industryColours = [gold, brown, green, pink, slate, plum, cyan, vermilion, purple];
const colourOfIndustry = new Map(
  industries
    .filter(industry => industry !== 'all')
    .map((industry, at) => [
      industry.replaceAll('_', ' '),
      industryColours[at % industryColours.length],
    ]),
);

/** @returns The colour that a category of this name has in every chart; undefined for names that are not known. */
function namedColour(value: string): NamedColour | undefined {
  const name = value.trim().toLowerCase().replaceAll('_', ' ');
  if (Object.hasOwn(named, name)) {
    return named[name];
  }
  const ofIndustry = colourOfIndustry.get(name.replace(/^industry\./, ''));
  if (ofIndustry !== undefined) {
    return ofIndustry;
  }
  const id = idsByName.get(name) ?? /\bE\d+_[A-Z]\b/.exec(value)?.[0];
  const place = id === undefined ? -1 : eventIds.indexOf(id);
  if (id !== undefined && place >= 0) {
    return kinds[id] ?? otherKinds[place % otherKinds.length];
  }
  return /^(all )?others?\b/.test(name) ? 'grey' : undefined;
}

/**
 * @param values The categories of a scale in its order; null is what is missing or left over.
 * @returns A colour for each; undefined if none has one by its name. No two are the same while the palette lasts: of
 * two names with one colour the later takes another, of two greys the greyest that is left, and those of bull and bear
 * are taken last.
 */
export function categoryColours(
  values: readonly unknown[],
  { palette, ...meanings }: CategoryTheme,
): string[] | undefined {
  const wanted = values.map(value => {
    const colour =
      value === null ? 'grey' : typeof value === 'string' ? namedColour(value) : undefined;
    return typeof colour === 'number' ? palette[colour] : colour && meanings[colour];
  });
  if (wanted.every(colour => colour === undefined)) {
    return undefined;
  }
  const isSecondGrey = (at: number): boolean =>
    wanted[at] === meanings.grey &&
    wanted.slice(0, at).filter(each => each === meanings.grey).length === 1;
  const greyest = palette[slate];
  const kept = wanted.map((colour, at) =>
    isSecondGrey(at) && !wanted.includes(greyest)
      ? greyest
      : wanted.indexOf(colour) === at
        ? colour
        : undefined,
  );
  const free = [...palette.slice(SIDES), ...palette.slice(0, SIDES)].filter(
    colour => !kept.includes(colour),
  );
  let taken = 0;
  return kept.map(colour => colour ?? free[taken++ % free.length] ?? meanings.grey);
}

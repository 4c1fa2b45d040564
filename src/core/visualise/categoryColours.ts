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

interface Wanted {
  /** Undefined for a name that is not known. */
  readonly colour: NamedColour | undefined;
  /** Whether the colour was chosen for this name; otherwise it follows from the place in the list of event types. */
  readonly isOwn: boolean;
}

/** @returns The colour that a category of this name has wherever no other one needs it. */
function namedColour(value: string): Wanted {
  const name = value.trim().toLowerCase().replaceAll('_', ' ');
  const ofIndustry = colourOfIndustry.get(name.replace(/^industry\./, ''));
  const id = idsByName.get(name) ?? /\bE\d+_[A-Z]\b/.exec(value)?.[0];
  const place = id === undefined ? -1 : eventIds.indexOf(id);
  const own =
    (Object.hasOwn(named, name) ? named[name] : undefined) ??
    ofIndustry ??
    (id !== undefined && Object.hasOwn(kinds, id) ? kinds[id] : undefined);
  if (own !== undefined) {
    return { colour: own, isOwn: true };
  }
  const ofRest = /^(all )?others?\b/.test(name) ? 'grey' : undefined;
  return { colour: place >= 0 ? otherKinds[place % otherKinds.length] : ofRest, isOwn: false };
}

/**
 * @param values The categories of a scale in its order; null is what is missing or left over.
 * @returns A colour for each; undefined if none has one by its name. No two are the same while the palette lasts: of
 * two names with one colour the one that has it by its place takes another, or else the later; of two greys the greyest
 * that is left; and those of bull and bear are taken last. Of more categories, each has the colour of its name.
 */
export function categoryColours(
  values: readonly unknown[],
  { palette, ...meanings }: CategoryTheme,
): string[] | undefined {
  const wanted = values.map(value => {
    const { colour, isOwn } =
      typeof value === 'string'
        ? namedColour(value)
        : { colour: value === null ? ('grey' as const) : undefined, isOwn: false };
    return {
      colour: typeof colour === 'number' ? palette[colour] : colour && meanings[colour],
      isOwn,
    };
  });
  const colours = wanted.map(({ colour }) => colour);
  if (colours.every(colour => colour === undefined)) {
    return undefined;
  }
  const { grey } = meanings;
  const isFirst = (at: number): boolean => {
    const owner = wanted.findIndex(
      ({ colour, isOwn }) => isOwn && colour === colours[at] && colour !== grey,
    );
    return (owner < 0 ? colours.indexOf(colours[at]) : owner) === at;
  };
  const isSecondGrey = (at: number): boolean =>
    colours[at] === grey && colours.slice(0, at).filter(each => each === grey).length === 1;
  const greyest = palette[slate];
  const greys = colours.filter(colour => colour === grey).length;
  const ofPalette = colours.filter(colour => colour === undefined || palette.includes(colour));
  const hasEnough = ofPalette.length + Math.max(0, greys - 1) <= palette.length;
  const kept = colours.map((colour, at) =>
    isSecondGrey(at) && !colours.includes(greyest)
      ? greyest
      : !hasEnough || isFirst(at)
        ? colour
        : undefined,
  );
  const all = [...palette.slice(SIDES), ...palette.slice(0, SIDES)];
  const unused = all.filter(colour => !kept.includes(colour));
  const free = hasEnough ? unused : [...unused, ...all];
  let taken = 0;
  return kept.map(colour => colour ?? free[taken++ % free.length] ?? grey);
}

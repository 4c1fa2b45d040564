/**
 * The colours of categories that mean the same in every chart: kinds and topics of events, statements about them, the
 * two lists. The names determine the colours; other categories get the remaining colours in order.
 */

import { industries } from '../service/enumerations';
import { eventFamily, eventIds, eventNames } from '../service/eventTypes';

/** The colours of a theme. */
export interface CategoryTheme {
  readonly bull: string;
  readonly bear: string;
  /** The colour of remaining values. */
  readonly grey: string;
  /** The colours of series. */
  readonly palette: readonly string[];
  /** The colours of kinds of events, at least one for each of `kindsWithColour`; those of series are among them. */
  readonly kinds: readonly string[];
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

/**
 * The kinds of events with a name, in the order of their colours in `CategoryTheme.kinds`: no two share one. Those of
 * one family or topic, and neighbours in the list of the service, have colours that differ most.
 */
export const kindsWithColour: readonly string[] = (
  'E8_B E19_B E6_B E2_A E53_A E1_C E2_C E1_A E6_C E34_A E13_A E17_A E9_B E5_A ' +
  'E55_A E17_C E9_A E10_A E53_B E33_A E45_C E47_A E6_F E2_B E34_E E42_A E33_B E17_D'
).split(' ');

/** How many ids before and after one have other colours than it. */
const NEIGHBOURS = 6;
/** From one id to the next in the list of colours, so that neighbours have other hues. */
const STRIDE = 11;

/** The place of the colour of each id. Ids without a name share those of the others. */
const kindPlaces: ReadonlyMap<string, number> = placesOfKinds();

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
  readonly colour: string | undefined;
  /** Whether no other kind of event has it; otherwise the id shares the colour of one. */
  readonly isOwn: boolean;
}

function placesOfKinds(): ReadonlyMap<string, number> {
  const places = new Map(kindsWithColour.map((id, place) => [id, place]));
  let next = 0;
  for (const [at, id] of eventIds.entries()) {
    const near = eventIds.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
    const family = eventIds.filter(other => eventFamily(other) === eventFamily(id));
    const taken = new Set([...near, ...family].map(other => places.get(other)));
    for (let tries = 0; !places.has(id); tries++) {
      next = (next + STRIDE) % kindsWithColour.length;
      // A family may have more ids than there are colours.
      if (!taken.has(next) || tries > kindsWithColour.length) {
        places.set(id, next);
      }
    }
  }
  return places;
}

/** @returns The colour that a category of this name has wherever no other one needs it. */
function namedColour(value: string, theme: CategoryTheme): Wanted {
  const name = value.trim().toLowerCase().replaceAll('_', ' ');
  const ofIndustry = colourOfIndustry.get(name.replace(/^industry\./, ''));
  const id = idsByName.get(name) ?? /\bE\d+_[A-Z]\b/.exec(value)?.[0];
  const own =
    (Object.hasOwn(named, name) ? named[name] : undefined) ?? ofIndustry ?? sideOfKind(id);
  if (own !== undefined) {
    return { colour: typeof own === 'number' ? theme.palette[own] : theme[own], isOwn: true };
  }
  const place = id === undefined ? undefined : kindPlaces.get(id);
  if (id !== undefined && place !== undefined) {
    return { colour: theme.kinds[place], isOwn: eventNames.has(id) };
  }
  return { colour: /^(all )?others?\b/.test(name) ? theme.grey : undefined, isOwn: false };
}

function wantedColour(value: unknown, theme: CategoryTheme): Wanted {
  return typeof value === 'string'
    ? namedColour(value, theme)
    : { colour: value === null ? theme.grey : undefined, isOwn: false };
}

/** In place of a theme where only the number of colours matters. */
const anyTheme: CategoryTheme = {
  ...{ bull: 'bull', bear: 'bear', grey: 'grey' },
  palette: Array.from({ length: paletteSize }, (_, at) => `series ${at}`),
  kinds: kindsWithColour,
};

/**
 * @param values The categories of a scale; null is what is missing or left over.
 * @returns How many of them can have a colour of their own: beside a name with a colour, others take those of kinds too.
 */
export function colourCount(values: readonly unknown[]): number {
  const colours = values.map(value => wantedColour(value, anyTheme).colour);
  if (colours.every(colour => colour === undefined)) {
    return paletteSize;
  }
  return kindsWithColour.length + SIDES + (colours.includes(anyTheme.grey) ? 1 : 0);
}

/** A rise and a fall of the price. */
function sideOfKind(id: string | undefined): NamedColour | undefined {
  return id === 'E41_A' ? 'bull' : id === 'E41_B' ? 'bear' : undefined;
}

/**
 * @param values The categories of a scale in its order; null is what is missing or left over.
 * @returns A colour for each; undefined if none has one by its name. No two are the same while the palette lasts: of
 * two names with one colour the one that has it by its place takes another, or else the later; of two greys the greyest
 * that is left; and those of bull and bear are taken last. Of more categories, each has the colour of its name.
 */
export function categoryColours(
  values: readonly unknown[],
  theme: CategoryTheme,
): string[] | undefined {
  const { palette, grey, kinds } = theme;
  const wanted = values.map(value => wantedColour(value, theme));
  const colours = wanted.map(({ colour }) => colour);
  if (colours.every(colour => colour === undefined)) {
    return undefined;
  }
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
  const all = [
    ...palette.slice(SIDES),
    ...kinds.filter(colour => !palette.includes(colour)),
    ...palette.slice(0, SIDES),
  ];
  const ofPalette = colours.filter(colour => colour === undefined || all.includes(colour));
  const hasEnough = ofPalette.length + Math.max(0, greys - 1) <= all.length;
  const kept = colours.map((colour, at) =>
    isSecondGrey(at) && !colours.includes(greyest)
      ? greyest
      : !hasEnough || isFirst(at)
        ? colour
        : undefined,
  );
  const unused = all.filter(colour => !kept.includes(colour));
  const free = hasEnough ? unused : [...unused, ...all];
  let taken = 0;
  return kept.map(colour => colour ?? free[taken++ % free.length] ?? grey);
}

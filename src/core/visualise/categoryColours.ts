/**
 * The colours of categories, which are the same in every chart. Kinds and topics of events, statements about them, the
 * two lists, industries and countries have a fixed one; any other name chooses among those that are free.
 */

import { hashText } from '../base/hash';
import { countryNames } from '../service/countryNames';
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
  /** The colours of kinds of events, one for each of `kindsWithColour`; those of series after the first two begin them. */
  readonly kinds: readonly string[];
}

/** A place in the palette, or a colour with a meaning. */
type NamedColour = number | 'bull' | 'bear' | 'grey';

/** How many colours of the palette, its first, may be those of bull and bear, which no other name has. */
const SIDES = 2;

/** Places in the palette. */
const places = {
  ...{ green: 2, pink: 3, cyan: 4, gold: 5, vermilion: 6 },
  ...{ purple: 7, brown: 8, slate: 9, plum: 10, olive: 11 },
};
const { green, pink, cyan, gold, vermilion, purple, brown, slate, plum, olive } = places;

/** How many colours the palette of every theme has. */
export const paletteSize = SIDES + Object.keys(places).length;

/** Brownish and greyish ones: a name that is not known has another one if that is free. */
const dull: readonly number[] = [brown, slate, olive];

/** By the name in lower case, with spaces. */
const named: Readonly<Record<string, NamedColour>> = {
  'not stated': 'grey',
  bullish: 'bull',
  'bullish stocks': 'bull',
  bearish: 'bear',
  'bearish stocks': 'bear',
  'top bucket': 'bull',
  'bottom bucket': 'bear',
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

/** Codes of countries in the order of their colours in `CategoryTheme.kinds`: each of the first has one of its own. */
const countriesInOrder = (
  'us cn jp gb de fr ca in ch hk kr tw au nl se sa it es br dk no fi be za sg mx il ie ' +
  'ar at bd bm cl co cy gg gr id im je ky lu nz pk pl pt ru th tr vg vn'
).split(' ');

/** The colour of each country, by its name and its code in lower case. */
const countryColours = new Map(
  countriesInOrder.flatMap((code, at) => {
    const isOwn = at < kindsWithColour.length;
    const colour = { place: isOwn ? at : 2 * kindsWithColour.length - 1 - at, isOwn };
    return [code, countryNames.get(code)?.toLowerCase() ?? code].map(
      (name): [string, typeof colour] => [name, colour],
    );
  }),
);

interface Wanted {
  /** Undefined for a name that is not known. */
  readonly colour: string | undefined;
  /** Whether no other kind of event, or country, has it; otherwise it is shared. */
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

function nameOf(value: string): string {
  return value.trim().toLowerCase().replaceAll('_', ' ');
}

/** @returns The colour that a category of this name has wherever no other one needs it. */
function namedColour(value: string, theme: CategoryTheme): Wanted {
  const name = nameOf(value);
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
  const country = countryColours.get(name);
  if (country) {
    return { colour: theme.kinds[country.place], isOwn: country.isOwn };
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
 * @returns How many of them can have a colour of their own.
 */
export function colourCount(values: readonly unknown[]): number {
  if (!values.some(hasName)) {
    return paletteSize;
  }
  const hasGrey = values.some(value => wantedColour(value, anyTheme).colour === anyTheme.grey);
  return kindsWithColour.length + SIDES + (hasGrey ? 1 : 0);
}

/** Of values without a name, such as numbers, the order determines the colours. */
function hasName(value: unknown): boolean {
  return typeof value === 'string' || value === null;
}

/** A rise and a fall of the price. */
function sideOfKind(id: string | undefined): NamedColour | undefined {
  return id === 'E41_A' ? 'bull' : id === 'E41_B' ? 'bear' : undefined;
}

/**
 * @param values The categories of a scale in its order; null is what is missing or left over.
 * @returns A colour for each; undefined if none has a name. No two are the same while the palette lasts: of two names
 * with one colour the one that has it by its place takes another, or else the later; of two greys the greyest that is
 * left; and those of bull and bear are taken last. Of more categories, each has the colour of its name.
 */
export function categoryColours(
  values: readonly unknown[],
  theme: CategoryTheme,
): string[] | undefined {
  if (!values.some(hasName)) {
    return undefined;
  }
  const { palette, grey, kinds } = theme;
  const wanted = values.map(value => wantedColour(value, theme));
  const colours = wanted.map(({ colour }) => colour);
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
  const tiers = [
    palette.filter((_, place) => place >= SIDES && !dull.includes(place)),
    palette.filter((_, place) => dull.includes(place)),
    kinds.filter(colour => !palette.includes(colour)),
    palette.slice(0, SIDES),
  ];
  const all = tiers.flat();
  const ofPalette = colours.filter(colour => colour === undefined || all.includes(colour));
  const hasEnough = ofPalette.length + Math.max(0, greys - 1) <= all.length;
  const kept = colours.map((colour, at) =>
    isSecondGrey(at) && !colours.includes(greyest)
      ? greyest
      : !hasEnough || isFirst(at)
        ? colour
        : undefined,
  );
  const names = new Map(
    values.flatMap((value, at): [number, string][] =>
      kept[at] === undefined && typeof value === 'string' ? [[at, nameOf(value)]] : [],
    ),
  );
  const chosen = hasEnough
    ? chosenApart(names, tiers, kept)
    : chosenAlone(names, [tiers.slice(0, -1).flat()]);
  const named = kept.map((colour, at) => colour ?? chosen.get(at));
  const unused = all.filter(colour => !named.includes(colour));
  const free = unused.length > 0 ? unused : all;
  let taken = 0;
  return named.map(colour => colour ?? free[taken++ % free.length] ?? grey);
}

/**
 * Each name bids for every colour, and the highest bid for a colour has it (rendezvous hashing). So the choice does not
 * depend on the order of the names, and one loses its colour only where another bids more.
 */
function chosenApart(
  names: ReadonlyMap<number, string>,
  tiers: readonly (readonly string[])[],
  kept: readonly (string | undefined)[],
): ReadonlyMap<number, string> {
  const chosen = new Map<number, string>();
  const taken = new Set(kept);
  let before = 0;
  for (const tier of tiers) {
    const first = before;
    before += tier.length;
    const bids = [...names].flatMap(([at, name]) =>
      tier.map((colour, place) => ({ at, colour, bid: bidOf(name, first + place) })),
    );
    for (const { at, colour } of bids.toSorted((one, other) => other.bid - one.bid)) {
      if (!chosen.has(at) && !taken.has(colour)) {
        chosen.set(at, colour);
        taken.add(colour);
      }
    }
  }
  return chosen;
}

/** The colour that each name bids most for, whatever others have. */
function chosenAlone(
  names: ReadonlyMap<number, string>,
  tiers: readonly (readonly string[])[],
): ReadonlyMap<number, string> {
  const alone = [...names].map(entry => chosenApart(new Map([entry]), tiers, []));
  return new Map(alone.flatMap(each => [...each]));
}

function bidOf(name: string, place: number): number {
  return hashText(`${place} ${name}`);
}

/** The colours that names of the service have in every chart: which place each has among the colours of a theme. */

import { countryNames } from '../service/countryNames';
import { eventFamily, eventIds, eventNames } from '../service/eventTypes';

/** A place in `CategoryTheme.kinds`, or a colour with a meaning. */
export type Place = number | 'bull' | 'bear' | 'grey' | 'secondGrey';

/** The first places, by their colours. */
export const placeOf = {
  ...{ green: 0, pink: 1, cyan: 2, gold: 3, vermilion: 4 },
  ...{ purple: 5, brown: 6, slate: 7, plum: 8, olive: 9 },
} as const;
const { green, pink, cyan, gold, vermilion, purple, brown, slate, plum, olive } = placeOf;

export interface FixedPlace {
  readonly place: Place;
  /** Whether no other name of its sort has it. */
  readonly isOwn: boolean;
}

/** By the name in lower case, with spaces. */
const meanings: Readonly<Record<string, Place>> = {
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

/** The industries of the lists, which may have a prefix. */
const industryPlaces: Readonly<Record<string, number>> = {
  energy: gold,
  'basic materials': brown,
  'health care': green,
  'consumer discretionary': pink,
  industrials: slate,
  technology: cyan,
  telecommunications: vermilion,
  financials: purple,
  'consumer staples': plum,
  utilities: olive,
  'real estate': 15,
  'consumer goods': 17,
  'oil gas': 18,
  'consumer services': 24,
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

/** Codes of countries in the order of their places: each of the first has one of its own. */
const countriesInOrder = (
  'us cn jp gb de fr ca in ch hk kr tw au nl se sa it es br dk no fi be za sg mx il ie ' +
  'ar at bd bm cl co cy gg gr id im je ky lu nz pk pl pt ru th tr vg vn'
).split(' ');

/** By the name of the country and by its code, in lower case. */
const countryPlaces: ReadonlyMap<string, FixedPlace> = new Map(
  countriesInOrder.flatMap((code, at) => {
    const count = kindsWithColour.length;
    const fixed =
      at < count ? { place: at, isOwn: true } : { place: 2 * count - 1 - at, isOwn: false };
    return [code, countryNames.get(code)?.toLowerCase() ?? code].map(
      (name): [string, FixedPlace] => [name, fixed],
    );
  }),
);

/** Names that are the same but for case, underscores and space around them are the same category. */
export function plainName(value: string): string {
  return value.trim().toLowerCase().replaceAll('_', ' ');
}

/** @returns The place that a category of this name has wherever no other one needs it; undefined for other names. */
export function fixedPlace(value: string): FixedPlace | undefined {
  const name = plainName(value);
  const id = idsByName.get(name) ?? /\bE\d+_[A-Z]\b/.exec(value)?.[0];
  const own =
    (Object.hasOwn(meanings, name) ? meanings[name] : undefined) ??
    placeOfIndustry(name) ??
    sideOfKind(id);
  if (own !== undefined) {
    return { place: own, isOwn: true };
  }
  const place = id === undefined ? undefined : kindPlaces.get(id);
  if (id !== undefined && place !== undefined) {
    return { place, isOwn: eventNames.has(id) };
  }
  return (
    countryPlaces.get(name) ??
    (/^(all )?others?\b/.test(name) ? { place: 'grey', isOwn: false } : undefined)
  );
}

function placeOfIndustry(name: string): number | undefined {
  const industry = name.replace(/^industry\./, '');
  return Object.hasOwn(industryPlaces, industry) ? industryPlaces[industry] : undefined;
}

/** A rise and a fall of the price. */
function sideOfKind(id: string | undefined): Place | undefined {
  return id === 'E41_A' ? 'bull' : id === 'E41_B' ? 'bear' : undefined;
}

function placesOfKinds(): ReadonlyMap<string, number> {
  const places = new Map(kindsWithColour.map((id, place) => [id, place]));
  const families = eventIds.map(eventFamily);
  let next = 0;
  for (const [at, id] of eventIds.entries()) {
    const near = eventIds.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
    const family = eventIds.filter((_, other) => families[other] === families[at]);
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

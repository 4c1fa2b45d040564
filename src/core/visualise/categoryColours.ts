/**
 * The colours of categories, which are those of their names. Kinds and topics of events, statements about them, the two
 * lists, industries and countries have a fixed one; any other name chooses among those that are free.
 */

import { hashText, mix } from '../base/hash';
import { fixedPlace, kindsWithColour, placeOf, plainName, type Place } from './fixedPlaces';

/** The colours of a theme. */
export interface CategoryTheme {
  readonly bull: string;
  readonly bear: string;
  /** The colour of remaining values. */
  readonly grey: string;
  /** That of what is missing beside them. */
  readonly secondGrey: string;
  /** The colours of values without a name, in their order. */
  readonly palette: readonly string[];
  /** The colours of names, one for each of `kindsWithColour`. */
  readonly kinds: readonly string[];
}

/** How many colours the palette of every theme has. */
export const paletteSize = 12;

const { green, pink, cyan, gold, purple } = placeOf;
const vivid: readonly Place[] = [green, pink, cyan, gold, purple];
const firstKinds: readonly Place[] = Object.values(placeOf);
const laterKinds: readonly Place[] = kindsWithColour.map((_, at) => at).slice(firstKinds.length);
/**
 * What a name chooses from: colours that are neither brownish nor like a red first, and those of bull and bear last,
 * which mean something in other charts.
 */
const tiers: readonly (readonly Place[])[] = [
  vivid,
  firstKinds.filter(place => !vivid.includes(place)),
  laterKinds,
  ['bull', 'bear'],
];
const placeCount = tiers.flat().length;
const meaningful: readonly Place[] = ['bull', 'bear', 'grey', 'secondGrey'];

/** A category of a scale. Where several want one place, the greatest strength decides, then the highest bid. */
interface Category {
  readonly text: string;
  readonly hash: number;
  readonly strength: number;
  readonly fixed: Place | undefined;
  readonly held: Place | undefined;
}

const strengths = { rest: 3, own: 2, shared: 1, other: 0, missing: 0 } as const;

/**
 * @param values The categories of a scale; null is what is missing.
 * @returns How many of them can have a colour of their own.
 */
export function colourCount(values: readonly unknown[]): number {
  if (!hasNames(values)) {
    return paletteSize + (values.includes(null) ? 1 : 0);
  }
  return placeCount + greyCount(values.map(value => categoryOf(value)));
}

/**
 * @param values The categories of a scale in its order; null is what is missing.
 * @param held As for `categoryPlaces`.
 * @returns A colour for each; undefined if none has a name. Of values without one, such as numbers, the order determines
 * the colours.
 */
export function categoryColours(
  values: readonly unknown[],
  theme: CategoryTheme,
  held?: ReadonlyMap<unknown, Place>,
): string[] | undefined {
  if (hasNames(values)) {
    return categoryPlaces(values, held).map(place => colourAt(place, theme));
  }
  const { palette, grey } = theme;
  let taken = 0;
  return values.includes(null)
    ? values.map(value => (value === null ? grey : (palette[taken++ % palette.length] ?? grey)))
    : undefined;
}

export function colourAt(place: Place, { kinds, ...theme }: CategoryTheme): string {
  return typeof place === 'number' ? (kinds[place] ?? theme.grey) : theme[place];
}

/**
 * @param values The categories of a scale; null is what is missing, undefined all that is left over.
 * @param held The places that these and other names have elsewhere: they keep them where no fixed name needs them, and
 * new names take another vivid one if there is one.
 * @returns A place for each, whatever their order. No two are the same while there are enough: of two names with one
 * place the one that shares it with no other of its sort keeps it. Of more categories, each has the place of its name.
 */
export function categoryPlaces(
  values: readonly unknown[],
  held: ReadonlyMap<unknown, Place> = new Map(),
): Place[] {
  const categories = values.map(value => categoryOf(value, held.get(value)));
  const chosen = claims(categories);
  const heldPlaces = new Set(held.values());
  for (const tier of [vivid.filter(place => !heldPlaces.has(place)), ...tiers]) {
    const taken = new Set(chosen.values());
    const free = tier.filter(place => !taken.has(place));
    const left = categories.filter(category => !chosen.has(category));
    for (const [place, category] of highestBids(left, free)) {
      chosen.set(category, place);
    }
  }
  return categories.map(category => chosen.get(category) ?? favourite(category));
}

/** A boolean has the colour of its text, so that neither is that of bull or bear. */
function hasNames(values: readonly unknown[]): boolean {
  return values.some(value => typeof value === 'string' || typeof value === 'boolean');
}

function greyCount(categories: readonly Category[]): number {
  return Math.min(2, categories.filter(({ fixed }) => fixed === 'grey').length);
}

function categoryOf(value: unknown, held?: Place): Category {
  if (value === null || value === undefined) {
    const strength = strengths[value === null ? 'missing' : 'rest'];
    return { text: '', hash: 0, strength, fixed: 'grey', held };
  }
  const text = String(value);
  const known = fixedPlace(text);
  const strength = strengths[known ? (known.isOwn ? 'own' : 'shared') : 'other'];
  return { text, hash: hashText(plainName(text)), strength, fixed: known?.place, held };
}

/** The categories that have their fixed place, or the one that they hold: one for each place if there are enough. */
function claims(categories: readonly Category[]): Map<Category, Place> {
  if (categories.length - greyCount(categories) > placeCount) {
    return new Map(
      categories.flatMap(each => {
        const place = each.fixed ?? each.held;
        return place === undefined ? [] : [[each, place] as const];
      }),
    );
  }
  const owners = new Map<Place, Category>();
  const claim = (placeFor: (category: Category) => Place | undefined): void => {
    const [taken, placed] = [new Set(owners.keys()), new Set(owners.values())];
    for (const category of categories.filter(each => !placed.has(each))) {
      const place = placeFor(category);
      if (place !== undefined && !taken.has(place)) {
        const owner = owners.get(place);
        owners.set(place, owner && !isBefore(category, owner, place) ? owner : category);
      }
    }
  };
  claim(({ fixed }) => fixed);
  claim(({ fixed }) => (fixed === 'grey' ? 'secondGrey' : undefined));
  claim(({ held }) => held);
  return new Map([...owners].map(([place, category]) => [category, place]));
}

/** Each place with the name that bids most for it, of names that get no place for which they bid more. */
function highestBids(
  categories: readonly Category[],
  places: readonly Place[],
): ReadonlyMap<Place, Category> {
  const winners = new Map<Place, Category>();
  const waiting = [...categories];
  // The last one is the next that the name bids for.
  const wishes = new Map(
    categories.map(each => [
      each,
      places.toSorted((one, other) => bidOf(each, one) - bidOf(each, other)),
    ]),
  );
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    const place = wishes.get(each)?.pop();
    if (place === undefined) {
      continue;
    }
    const winner = winners.get(place);
    if (winner && isBefore(winner, each, place)) {
      waiting.push(each);
    } else {
      winners.set(place, each);
      if (winner) {
        waiting.push(winner);
      }
    }
  }
  return winners;
}

/** Where there are more names than places: the one that it bids most for, whoever else has it. */
function favourite(category: Category): Place {
  const [place = 'grey'] = [...firstKinds, ...laterKinds].toSorted(
    (one, other) => bidOf(category, other) - bidOf(category, one),
  );
  return place;
}

/** Whether the first has the place where both want it. */
function isBefore(one: Category, other: Category, place: Place): boolean {
  return (
    (one.strength - other.strength ||
      bidOf(one, place) - bidOf(other, place) ||
      // The same but for case.
      (one.text < other.text ? 1 : -1)) > 0
  );
}

/** Depends on the name and the place alone (rendezvous hashing). */
function bidOf({ hash }: Category, place: Place): number {
  const at = typeof place === 'number' ? place : kindsWithColour.length + meaningful.indexOf(place);
  return mix(hash ^ Math.imul(at + 1, 0x9e3779b9)) >>> 0;
}

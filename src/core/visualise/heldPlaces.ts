/** The places that names have in the charts of a page: the first chart with a name decides, and later ones follow. */

import { categoryPlaces } from './categoryColours';
import { fixedPlace, type Place } from './fixedPlaces';

export class HeldPlaces {
  private readonly held = new Map<unknown, Place>();

  /**
   * @param limits How many names are held, and how long one may be, in UTF-16 units: others have the places that they
   * choose in each chart.
   * @param onHold Called with names that are held from now on.
   */
  constructor(
    private readonly limits: { readonly names: number; readonly length: number },
    private readonly onHold: (places: ReadonlyMap<string, Place>) => void,
  ) {}

  /** @returns A place for each of the categories of a chart; see `categoryPlaces`. */
  readonly places = (values: readonly unknown[]): Place[] => {
    const places = categoryPlaces(values, this.held);
    const first = values.flatMap((value, at): [string, Place][] => {
      const place = places[at];
      const isNew = typeof value === 'string' && !this.held.has(value) && !fixedPlace(value);
      return isNew && place !== undefined ? [[value, place]] : [];
    });
    const added = this.hold(first);
    if (added.size > 0) {
      this.onHold(added);
    }
    return places;
  };

  /** Holds the places of names that have none yet. @returns Those. */
  hold(places: Iterable<readonly [string, Place]>): ReadonlyMap<string, Place> {
    const added = new Map<string, Place>();
    for (const [name, place] of places) {
      const { names, length } = this.limits;
      if (!this.held.has(name) && this.held.size < names && name.length <= length) {
        this.held.set(name, place);
        added.set(name, place);
      }
    }
    return added;
  }
}

/** The places that names have in the charts of a session: the first chart with a name decides, and later ones follow. */

import { categoryPlaces, colourCount } from './categoryColours';
import { fixedPlace, type Place } from './fixedPlaces';

/** The places of names, as `categoryPlaces` takes them. */
export type NamedPlaces = readonly (readonly [string, Place])[];

/** Names of a chart whose places it has. */
export const mostChartNames = 500;
/** Names that are held: later ones have the places that they choose in each chart. */
const MOST_NAMES = 10_000;
/** UTF-16 units of a name that is held. */
export const longestHeldName = 1_000;

export class HeldPlaces {
  private readonly held: Map<string, Place>;

  constructor(held: NamedPlaces = []) {
    this.held = new Map(held);
  }

  /** @returns Others that hold the same, and of which these learn nothing. */
  copy(): HeldPlaces {
    return new HeldPlaces([...this.held]);
  }

  /** @returns A place for each of the categories of a chart; see `categoryPlaces`. */
  places(values: readonly unknown[]): Place[] {
    const places = categoryPlaces(values, this.held);
    // Of more names than colours, some have the same.
    if (values.length <= colourCount(values)) {
      values.forEach((value, at) => {
        const place = places[at];
        if (typeof value === 'string' && place !== undefined) {
          this.hold(value, place);
        }
      });
    }
    return places;
  }

  /**
   * @param scales The categories of each colour scale of a chart.
   * @returns The places of their names without a fixed one.
   */
  ofChart(scales: readonly (readonly unknown[])[]): NamedPlaces {
    scales.forEach(values => this.places(values));
    const names = new Set(scales.flat().filter(value => typeof value === 'string'));
    const places = [...names].flatMap(name => {
      const place = this.held.get(name);
      return place === undefined ? [] : [[name, place] as const];
    });
    return places.slice(0, mostChartNames);
  }

  private hold(name: string, place: Place): void {
    const isNew = !this.held.has(name) && fixedPlace(name) === undefined;
    if (isNew && this.held.size < MOST_NAMES && name.length <= longestHeldName) {
      this.held.set(name, place);
    }
  }
}

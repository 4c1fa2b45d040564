/** The colours of the parts of a stacked timeline, which are those of charts. */

import type { TimelineStack } from '../../core/protocol/exploration';
import { colourAt, type CategoryTheme } from '../../core/visualise/categoryColours';
import type { Place } from '../../core/visualise/fixedPlaces';

export class PartColours {
  private theme: CategoryTheme;
  private column: number | null = null;
  private places: ReadonlyMap<string | null, Place> = new Map();

  /** @param placesOf Chooses the places of names. */
  constructor(
    private readonly read: () => CategoryTheme,
    private readonly placesOf: (values: readonly (string | null)[]) => Place[],
  ) {
    this.theme = read();
  }

  /** Takes the values that are drawn now. */
  follow(stack: TimelineStack | null): void {
    this.column = stack?.column ?? null;
    const drawn = stack?.values ?? [];
    // The first grey is that of the part of all other values.
    const [, ...places] = drawn.length > 0 ? this.placesOf([null, ...drawn]) : [];
    this.places = new Map(drawn.map((value, at) => [value, places[at] ?? 'grey']));
  }

  refresh(): void {
    this.theme = this.read();
  }

  /** The colour of a value of a facet; undefined if the timeline is not stacked by it, or it has no part of its own. */
  of(column: number, value: string | null): string | undefined {
    const place = this.places.get(value);
    return column === this.column && place !== undefined ? colourAt(place, this.theme) : undefined;
  }

  /** The colour of a timeline that is not stacked. */
  get plain(): string {
    return this.theme.palette[0] ?? 'currentColor';
  }

  /** The colour of all values without a part of their own. */
  get others(): string {
    return this.theme.grey;
  }
}

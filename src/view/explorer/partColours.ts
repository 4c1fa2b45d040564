/** The colours of the parts of a stacked timeline, which are those of charts. */

import type { TimelineStack } from '../../core/protocol/exploration';
import { colourAt, type CategoryTheme } from '../../core/visualise/categoryColours';
import type { Place } from '../../core/visualise/fixedPlaces';

export class PartColours {
  private theme: CategoryTheme;
  private column: number | null = null;
  private places: ReadonlyMap<string | null, Place> = new Map();

  constructor(private readonly read: () => CategoryTheme) {
    this.theme = read();
  }

  /** Takes the values that are drawn now. */
  follow(stack: TimelineStack | null): void {
    this.column = stack?.column ?? null;
    const { values = [], places = [] } = stack ?? {};
    this.places = new Map(values.map((value, at) => [value, places[at] ?? 'grey']));
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

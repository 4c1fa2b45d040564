/**
 * The colours of the parts of a stacked timeline, which are those of charts. A value keeps its colour while it is shown,
 * unless one whose fixed colour it is comes.
 */

import { categoryPlaces, colourAt, type CategoryTheme } from '../../core/visualise/categoryColours';
import type { Place } from '../../core/visualise/fixedPlaces';
import { mostStacked, type TimelineStack } from '../../core/protocol/exploration';

export class PartColours {
  private theme: CategoryTheme;
  private column: number | null = null;
  private drawn: readonly (string | null)[] = [];
  /** Of values that are drawn, or were and keep their colour. */
  private places: ReadonlyMap<string | null, Place> = new Map();

  constructor(private readonly read: () => CategoryTheme) {
    this.theme = read();
  }

  /** Takes the values that are drawn now. One that was drawn before has the same colour again, if it is free. */
  follow(stack: TimelineStack | null): void {
    const held = stack?.column === this.column ? this.places : new Map<string | null, Place>();
    this.column = stack?.column ?? null;
    this.drawn = stack?.values ?? [];
    const gone = [...held.keys()].filter(value => !this.drawn.includes(value));
    const values = [...this.drawn, ...gone].slice(0, Math.max(mostStacked, this.drawn.length));
    // The first grey is that of the part of all other values.
    const [, ...places] = categoryPlaces([null, ...values], held);
    this.places = new Map(values.map((value, at) => [value, places[at] ?? 'grey']));
  }

  refresh(): void {
    this.theme = this.read();
  }

  /** The colour of a value of a facet; undefined if the timeline is not stacked by it, or it has no part of its own. */
  of(column: number, value: string | null): string | undefined {
    const place = this.places.get(value);
    const isDrawn = column === this.column && this.drawn.includes(value);
    return isDrawn && place !== undefined ? colourAt(place, this.theme) : undefined;
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

/**
 * The colours of the parts of a stacked timeline. Values that have a colour in every chart have it here, and a value
 * keeps its colour while it is shown and no other one needs it.
 */

import { categoryColours, type CategoryTheme } from '../../core/visualise/categoryColours';
import { mostStacked, type TimelineStack } from '../../core/protocol/exploration';

export class PartColours {
  private theme: CategoryTheme;
  private column: number | null = null;
  private drawn: readonly (string | null)[] = [];
  /** The order of values that are drawn, or were and keep their colour. */
  private readonly places = new Map<string | null, number>();
  private colours = new Map<string | null, string | undefined>();

  constructor(private readonly read: () => CategoryTheme) {
    this.theme = read();
  }

  /** Takes the values that are drawn now. One that was drawn before has the same colour again, if it is free. */
  follow(stack: TimelineStack | null): void {
    if (stack?.column !== this.column) {
      this.places.clear();
      this.column = stack?.column ?? null;
    }
    this.drawn = stack?.values ?? [];
    for (const value of this.drawn.filter(each => !this.places.has(each))) {
      const used = new Set(this.places.values());
      const free = Array.from({ length: mostStacked }, (_, place) => place);
      const place = free.find(each => !used.has(each)) ?? this.takePlace();
      this.places.set(value, place);
    }
    this.colour();
  }

  private colour(): void {
    const values = [...this.places].toSorted(([, a], [, b]) => a - b).map(([value]) => value);
    const { palette } = this.theme;
    // The first grey is that of the part of all other values.
    const named =
      categoryColours(values, this.theme) && categoryColours([null, ...values], this.theme);
    const colours = named?.slice(1) ?? palette;
    this.colours = new Map(values.map((value, place) => [value, colours[place]]));
  }

  /** The place of a value that is not drawn. */
  private takePlace(): number {
    const [value, place] = [...this.places].find(([each]) => !this.drawn.includes(each)) ?? [];
    this.places.delete(value ?? null);
    return place ?? 0;
  }

  refresh(): void {
    this.theme = this.read();
    this.colour();
  }

  /** The colour of a value of a facet; undefined if the timeline is not stacked by it, or it has no part of its own. */
  of(column: number, value: string | null): string | undefined {
    const isDrawn = column === this.column && this.drawn.includes(value);
    return isDrawn ? this.colours.get(value) : undefined;
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

/** The colours of the parts of a stacked timeline: a value keeps its colour while it is shown. */

import type { CategoryTheme } from '../../core/visualise/categoryColours';
import { mostStacked, type TimelineStack } from '../../core/protocol/exploration';

export class PartColours {
  private theme: CategoryTheme;
  private column: number | null = null;
  private drawn: readonly (string | null)[] = [];
  /** The colour of each value by its place in the palette. */
  private readonly places = new Map<string | null, number>();

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
  }

  /** The place of a value that is not drawn. */
  private takePlace(): number {
    const [value, place] = [...this.places].find(([each]) => !this.drawn.includes(each)) ?? [];
    this.places.delete(value ?? null);
    return place ?? 0;
  }

  refresh(): void {
    this.theme = this.read();
  }

  /** The colour of a value of a facet; undefined if the timeline is not stacked by it, or it has no part of its own. */
  of(column: number, value: string | null): string | undefined {
    const isDrawn = column === this.column && this.drawn.includes(value);
    const place = isDrawn ? this.places.get(value) : undefined;
    return place === undefined ? undefined : this.theme.palette[place];
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

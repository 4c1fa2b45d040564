/**
 * The colours of the parts of a stacked timeline, which are those of charts. A value keeps its colour while it is shown,
 * also when those beside it go, unless one that comes needs it.
 */

import { categoryColours, type CategoryTheme } from '../../core/visualise/categoryColours';
import { mostStacked, type TimelineStack } from '../../core/protocol/exploration';

export class PartColours {
  private theme: CategoryTheme;
  private column: number | null = null;
  private drawn: readonly (string | null)[] = [];
  /** Values that are drawn, or were and keep their colour. */
  private readonly known = new Set<string | null>();
  private colours = new Map<string | null, string | undefined>();

  constructor(private readonly read: () => CategoryTheme) {
    this.theme = read();
  }

  /** Takes the values that are drawn now. One that was drawn before has the same colour again, if it is free. */
  follow(stack: TimelineStack | null): void {
    if (stack?.column !== this.column) {
      this.known.clear();
      this.column = stack?.column ?? null;
    }
    this.drawn = stack?.values ?? [];
    for (const value of this.drawn.filter(each => !this.known.has(each))) {
      if (this.known.size >= mostStacked) {
        this.forgetOne();
      }
      this.known.add(value);
    }
    this.colour(this.colours);
  }

  /** @param held The colours before: one that is still free stays. */
  private colour(held: ReadonlyMap<string | null, string | undefined>): void {
    const values = [...this.known];
    // The first grey is that of the part of all other values.
    const [, ...colours] = categoryColours([null, ...values], this.theme) ?? [];
    this.colours = new Map(values.map((value, at) => [value, colours[at]]));
    for (const value of values) {
      const before = held.get(value);
      if (before !== undefined && ![...this.colours.values()].includes(before)) {
        this.colours.set(value, before);
      }
    }
  }

  private forgetOne(): void {
    const gone = [...this.known].find(value => !this.drawn.includes(value));
    if (gone !== undefined) {
      this.known.delete(gone);
    }
  }

  refresh(): void {
    this.theme = this.read();
    this.colour(new Map());
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

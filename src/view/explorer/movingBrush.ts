/** Counts that follow a range of days while it moves: one question is asked at a time, and the last one always. */

import type { ColumnFilter } from '../../core/protocol/arrangement';
import type { Exploration } from '../../core/protocol/exploration';
import type { DayRange } from './timelineView';

interface BrushPorts {
  readonly filtersIn: (range: DayRange | null) => readonly ColumnFilter[];
  readonly ask: (filters: readonly ColumnFilter[], signal: AbortSignal) => Promise<Exploration>;
  readonly paint: (answer: Exploration, filters: readonly ColumnFilter[]) => void;
  readonly fail: (error: unknown) => void;
}

export class MovingBrush {
  /** The range that it has reached, while an answer for an earlier one is awaited. */
  private moved: { readonly range: DayRange | null } | undefined;
  private isMoving = false;

  constructor(private readonly ports: BrushPorts) {}

  move(range: DayRange | null, signal: AbortSignal): void {
    const isAsking = this.moved !== undefined;
    this.moved = { range };
    this.isMoving = true;
    if (!isAsking) {
      void this.follow(signal);
    }
  }

  /** The range is selected, or something else is asked: answers on their way are not drawn. */
  stop(): void {
    this.moved = undefined;
    this.isMoving = false;
  }

  private async follow(signal: AbortSignal): Promise<void> {
    while (this.moved && !signal.aborted) {
      const { moved } = this;
      const filters = this.ports.filtersIn(moved.range);
      try {
        const answer = await this.ports.ask(filters, signal);
        if (this.isMoving) {
          this.ports.paint(answer, filters);
        }
      } catch (error) {
        this.ports.fail(error);
        this.moved = undefined;
      }
      if (this.moved === moved) {
        this.moved = undefined;
      }
    }
    this.moved = undefined;
  }
}

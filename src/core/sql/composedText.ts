/**
 * A text put together from pieces of another, which remembers where each came from.
 *
 * Used where the engine is given other text than the user wrote, so that its error positions can be told in
 * the user's own.
 */

import type { Span } from '../base/span';

export interface Replacement {
  readonly span: Span;
  readonly text: string;
}

export class ComposedText {
  private readonly pieces: { at: number; length: number; origin: number | null }[] = [];
  private written = '';

  get text(): string {
    return this.written;
  }

  /** Adds text of ours; a position in it is told as `origin`, where given. */
  add(text: string, origin: number | null = null): this {
    this.pieces.push({ at: this.written.length, length: origin === null ? 0 : 1, origin });
    this.written += text;
    return this;
  }

  /** Adds the stretch `span` of `source`, with the replacements that lie in it put in. */
  copy(source: string, span: Span, replacements: readonly Replacement[] = []): this {
    let at = span.from;
    for (const { span: hole, text } of outermost(replacements, span)) {
      this.copyExactly(source, at, hole.from);
      this.add(text, hole.from);
      at = hole.to;
    }
    return this.copyExactly(source, at, span.to);
  }

  /** @returns Where the unit `position` of `text` comes from in the source, or null for text of ours. */
  originOf(position: number): number | null {
    const piece = this.pieces.findLast(({ at }) => at <= position);
    if (!piece || piece.origin === null) {
      return null;
    }
    return piece.origin + (piece.length === 1 ? 0 : position - piece.at);
  }

  private copyExactly(source: string, from: number, to: number): this {
    if (to > from) {
      this.pieces.push({ at: this.written.length, length: to - from + 1, origin: from });
      this.written += source.slice(from, to);
    }
    return this;
  }
}

/** The replacements inside `span` that lie in no other, in order. */
function outermost(replacements: readonly Replacement[], span: Span): Replacement[] {
  const inside = replacements
    .filter(({ span: hole }) => hole.from >= span.from && hole.to <= span.to)
    .sort((a, b) => a.span.from - b.span.from || b.span.to - a.span.to);
  const kept: Replacement[] = [];
  for (const candidate of inside) {
    if (candidate.span.from >= (kept.at(-1)?.span.to ?? span.from)) {
      kept.push(candidate);
    }
  }
  return kept;
}

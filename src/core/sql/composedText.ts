/**
 * A text composed of pieces of another, which keeps the origin of each piece.
 *
 * Used if the engine gets other text than the user wrote, so that its error positions can be mapped to the user's text.
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

  /** Adds generated text; positions in it map to `origin`, if given. */
  add(text: string, origin: number | null = null): this {
    this.pieces.push({ at: this.written.length, length: origin === null ? 0 : 1, origin });
    this.written += text;
    return this;
  }

  /** Adds the stretch `span` of `source`, with the replacements inside it applied. */
  copy(source: string, span: Span, replacements: readonly Replacement[] = []): this {
    let at = span.from;
    for (const { span: hole, text } of outermost(replacements, span)) {
      this.copyExactly(source, at, hole.from);
      this.add(text, hole.from);
      at = hole.to;
    }
    return this.copyExactly(source, at, span.to);
  }

  /** @returns Where the unit `position` of `text` comes from in the source, or null for generated text. */
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

/** The replacements inside `span` that are in no other, in order. */
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

/** A stretch of text in UTF-16 units, half-open: `from <= unit < to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** @returns Whether no unit of `inner` is outside of `outer`. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

/** A position in a text; line and column count from 1. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** @returns The line and column of the unit `offset` of `text`; `\n` ends a line. */
export function lineColumnAt(text: string, offset: number): LineColumn {
  const before = text.slice(0, Math.max(0, offset));
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.split('\n').length, column: before.length - lastBreak };
}

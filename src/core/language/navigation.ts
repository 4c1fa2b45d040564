/** Definitions and uses of a notebook's tables, views, macros and variables. */

import type { Span } from '../base/span';
import { pathKey } from '../sql/names';
import type { CellAnalysis, NotebookAnalysis } from './analysis';
import { spaceOf, type Space } from './dependencies';

/** A symbol: what a name refers to. Tables and views share one namespace. */
export interface Symbol {
  readonly space: Space;
  /** `pathKey` of the name. */
  readonly key: string;
}

export interface Occurrence {
  /** Index in the analysis. */
  readonly cell: number;
  /** The span of the name, quotes included. */
  readonly span: Span;
  /** Whether the statement makes, changes or drops it there. */
  readonly isDefinition: boolean;
  /** `text`: in quotes of a literal rather than of a name. */
  readonly role: 'name' | 'text';
}

/** @returns The symbol whose name is at `offset` of the cell's text, its end included, and the span of that name. */
export function symbolAt(
  analysis: NotebookAnalysis,
  cell: number,
  offset: number,
): (Symbol & Occurrence) | undefined {
  const here = analysis.cells[cell];
  const found = here && symbolsOf(here, cell).find(({ span }) => touches(span, offset));
  return found && occurrences(analysis, found).some(({ isDefinition }) => isDefinition)
    ? found
    : undefined;
}

/** @returns Every place that names the symbol, in the notebook's order. */
export function occurrences(analysis: NotebookAnalysis, { space, key }: Symbol): Occurrence[] {
  return analysis.cells.flatMap((cell, index) =>
    symbolsOf(cell, index).filter(other => other.space === space && other.key === key),
  );
}

/**
 * @returns The definition of the symbol that the position `from` sees: the last definition before it, or else the first
 * after it; undefined if no cell makes it.
 */
export function definitionOf(
  analysis: NotebookAnalysis,
  from: Symbol & Occurrence,
): Occurrence | undefined {
  const all = occurrences(analysis, from).filter(({ isDefinition }) => isDefinition);
  const isBefore = ({ cell, span }: Occurrence): boolean =>
    cell < from.cell || (cell === from.cell && span.from <= from.span.from);
  return all.filter(isBefore).at(-1) ?? all[0];
}

function symbolsOf(cell: CellAnalysis, index: number): (Symbol & Occurrence)[] {
  const made = cell.definitions.map(definition => ({
    space: spaceOf(definition.kind),
    key: pathKey(definition),
    cell: index,
    span: definition.span,
    isDefinition: true,
    role: 'name' as const,
  }));
  const used = cell.uses.map(use => ({
    space: use.kind,
    key: pathKey(use),
    cell: index,
    span: use.span,
    isDefinition: false,
    role: use.role === 'text' ? ('text' as const) : ('name' as const),
  }));
  const all = [...made, ...used].sort((one, other) => one.span.from - other.span.from);
  return all.filter(({ span }, at) => span.from !== all[at - 1]?.span.from);
}

function touches({ from, to }: Span, offset: number): boolean {
  return from <= offset && offset <= to;
}

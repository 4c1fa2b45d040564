/** A gallery chart: a query, its drawing, and the columns that it needs, by role. */

import { quotedName } from '../base/quoted';
import { contains } from '../base/span';
import { linesOf } from '../notebook/lines';
import { identifierOf, tokenizeWithin } from '../sql/tokens';
import { parseVisualise } from '../visualise/parser';
import type { NameNode } from '../visualise/tree';

/** The kind of column. `date` is a DATE or a TIMESTAMP; `category` a text; `number` any number. */
export type ColumnRole = 'date' | 'category' | 'number' | 'flag';

export interface GalleryColumn {
  /** The column's name in the gallery's query and drawing. */
  readonly name: string;
  readonly role: ColumnRole;
  /** What the column holds, in a few words. */
  readonly meaning: string;
  /** Whether the chart works without it; the lines that read it are then left out. */
  readonly isOptional?: boolean;
}

/** A table of the session that a `vega-lite` drawing reads. */
export interface GalleryTable {
  readonly name: string;
  readonly columns: readonly GalleryColumn[];
}

interface GalleryEntry {
  /** Its number in the gallery, from `G1`. */
  readonly id: `G${number}`;
  /** Lower-case words with hyphens; the snippet's prefix follows from it. */
  readonly name: string;
  /** What kind of chart it is. */
  readonly title: string;
  /** When to use it, and what it does not show: one or two sentences. */
  readonly use: string;
  /** SQL that runs unchanged on the sandbox; for a `vega-lite` chart it creates the tables. */
  readonly query: string;
}

/** A VISUALISE clause and what it reads. */
export interface GalleryClause {
  /** The columns of the query's result that the clause reads. */
  readonly columns: readonly GalleryColumn[];
  /** The clause, over these columns. */
  readonly drawing: string;
}

/** A query that ends in its chart. */
export interface ClauseChart extends GalleryEntry, GalleryClause {
  readonly kind: 'visualise';
}

/** A specification over tables of the session. */
export interface SpecificationChart extends GalleryEntry {
  readonly kind: 'vega-lite';
  readonly tables: readonly GalleryTable[];
  /** The specification as JSON text. */
  readonly drawing: string;
  /** The same chart, simpler, as a clause: the notebooks that ship have it, and results with such columns. */
  readonly alone: GalleryClause & {
    /** SQL of the rows that it draws, over the tables. */
    readonly query: string;
  };
}

export type GalleryChart = ClauseChart | SpecificationChart;

/**
 * @param names The columns of some result by the names of the gallery's; a missing one keeps the gallery's name, null
 * leaves out the lines that read it.
 * @returns The clause over that result's columns, each quoted where SQL needs it.
 */
export function clauseWith(
  clause: GalleryClause,
  names: Readonly<Partial<Record<string, string | null>>>,
): string {
  const uses = columnUses(clause);
  const lines = linesOf(clause.drawing).map(line => ({
    line,
    own: uses.filter(({ span }) => contains(line, span)),
  }));
  return lines
    .filter(({ own }) => own.every(({ name }) => names[name] !== null))
    .map(({ line, own }) =>
      own.reduceRight(
        (text, { name, span }) =>
          text.slice(0, span.from - line.from) +
          quoted(names[name] ?? name) +
          text.slice(span.to - line.from),
        clause.drawing.slice(line.from, line.to),
      ),
    )
    .join('\n');
}

/** @returns Where the clause reads columns, in the order of the text; of a condition, those that are declared. */
export function columnUses({ columns, drawing }: GalleryClause): NameNode[] {
  const { mappings, layers, facet } = parseVisualise(drawing);
  const mapped = [...mappings, ...layers.flatMap(layer => layer.mappings)].flatMap(mapping =>
    mapping.kind === 'mapping' && mapping.value.kind === 'column' ? [mapping.value] : [],
  );
  const listed = [...layers.flatMap(({ partition }) => partition), ...(facet?.columns ?? [])];
  const known = columns.map(({ name }) => name);
  const filtered = layers
    .flatMap(({ filter }) => (filter === null ? [] : tokenizeWithin(drawing, filter.span)))
    .map(token => ({ name: identifierOf(token) ?? '', span: token }))
    .filter(({ name }) => known.includes(name));
  return [...mapped, ...listed, ...filtered].sort((one, other) => one.span.from - other.span.from);
}

function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quotedName(name);
}

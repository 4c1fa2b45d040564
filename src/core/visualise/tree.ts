/** The tree of a VISUALISE clause. Every node carries its span: offsets in the parsed text, half-open. */

import type { Span } from '../base/span';
import type { VisualiseProblem } from './problems';

/** A name as it was written (quotes removed): a column, an aesthetic, a layer, a setting. */
export interface NameNode {
  readonly name: string;
  readonly span: Span;
}

export type LiteralValue = string | number | boolean | null;

export interface LiteralNode {
  readonly kind: 'literal';
  readonly value: LiteralValue;
  readonly span: Span;
}

export interface ArrayNode {
  readonly kind: 'array';
  readonly items: readonly LiteralNode[];
  readonly span: Span;
}

export interface ColumnNode {
  readonly kind: 'column';
  readonly name: string;
  readonly span: Span;
}

/** `*`, or `value AS aesthetic`; a bare `column` is a mapping to the aesthetic of the same name. */
export type MappingNode =
  | { readonly kind: 'wildcard'; readonly span: Span }
  | {
      readonly kind: 'mapping';
      readonly value: ColumnNode | LiteralNode;
      readonly aesthetic: NameNode;
      readonly span: Span;
    };

/** SQL that is kept as it was written: a table after FROM, a condition after FILTER. */
export interface SqlNode {
  readonly sql: string;
  readonly span: Span;
}

/** `name => value`. */
export interface SettingNode {
  readonly name: NameNode;
  readonly value: LiteralNode | ArrayNode;
  readonly span: Span;
}

export interface OrderNode {
  readonly column: NameNode;
  readonly descending: boolean;
  readonly span: Span;
}

/** `DRAW layer …` takes its rows from the query, `PLACE layer …` draws the literals of its SETTING. */
export interface LayerNode {
  readonly kind: 'draw' | 'place';
  readonly layer: NameNode;
  readonly mappings: readonly MappingNode[];
  readonly source: SqlNode | null;
  /** The stretch from REMAPPING to its end, or null. */
  readonly remapping: Span | null;
  /** REMAPPING of the columns that the layer computes. */
  readonly remappings: readonly MappingNode[];
  readonly settings: readonly SettingNode[];
  readonly filter: SqlNode | null;
  readonly partition: readonly NameNode[];
  readonly order: readonly OrderNode[];
  readonly span: Span;
}

export type ScaleType = 'continuous' | 'discrete' | 'binned' | 'ordinal' | 'identity';

/** `value => 'label'`; `from` is `*` for the template of all labels; a null label hides it. */
export interface RenamingNode {
  readonly from: LiteralNode | { readonly kind: 'wildcard'; readonly span: Span };
  readonly label: string | null;
  readonly span: Span;
}

export interface ScaleNode {
  readonly type: { readonly value: ScaleType; readonly span: Span } | null;
  readonly aesthetic: NameNode;
  readonly from: ArrayNode | null;
  /** Values, or the name of a palette. */
  readonly to: ArrayNode | ({ readonly kind: 'palette' } & NameNode) | null;
  readonly via: NameNode | null;
  readonly settings: readonly SettingNode[];
  readonly renamings: readonly RenamingNode[];
  readonly span: Span;
}

/** `FACET columns [BY by]`; without `by` the panels wrap. */
export interface FacetNode {
  readonly columns: readonly NameNode[];
  readonly by: readonly NameNode[];
  readonly settings: readonly SettingNode[];
  readonly span: Span;
}

/** `name => 'text'` of LABEL; null suppresses the label. */
export interface LabelNode {
  readonly name: NameNode;
  readonly text: string | null;
  readonly span: Span;
}

export interface VisualiseTree {
  /** Mappings for every layer. */
  readonly mappings: readonly MappingNode[];
  /** The table or table function after `VISUALISE … FROM`, as written; null: the query before the clause. */
  readonly source: SqlNode | null;
  readonly layers: readonly LayerNode[];
  readonly scales: readonly ScaleNode[];
  readonly facet: FacetNode | null;
  readonly labels: readonly LabelNode[];
  /** The whole clause, without white space around it. */
  readonly span: Span;
  /** The problems of scanning and parsing, in the order of the text. */
  readonly problems: readonly VisualiseProblem[];
}

/** Help at a position in a `vega-lite` cell. */

import type { Span } from '../base/span';

/** An entry that is offered while typing. */
export interface SpecificationOffer {
  /** Keys and values are those of the schema, tables and columns the session's, snippets whole charts. */
  readonly kind: 'table' | 'column' | 'snippet' | 'key' | 'value';
  readonly name: string;
  /** A column's type, or how many columns a table has; empty if not known. */
  readonly detail: string;
  /** Plain text of tables and columns; Markdown of others. */
  readonly doc: string | null;
  /**
   * JSON that replaces `span`, quotation marks included: as it is for tables and columns, else in VS Code's syntax of
   * snippets.
   */
  readonly insert: string;
  /** The text that typing is matched against. */
  readonly filter: string;
  readonly span: Span;
}

export interface SpecificationHover {
  readonly markdown: string;
  readonly span: Span;
}

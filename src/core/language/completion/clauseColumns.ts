/** The content of a VISUALISE clause: the columns of its query, its layers, its mappings. */

import type { Span } from '../../base/span';
import type { Cursor } from '../cursor';
import { parseVisualise } from '../../visualise/parser';
import type { MappingNode } from '../../visualise/tree';
import type { KnownColumn } from '../sourceColumns';
import { queryColumns } from '../sources';
import type { Place } from './item';

export interface TypedClause {
  readonly columns: readonly KnownColumn[];
  readonly layers: readonly string[];
  /** The aesthetics that the clause maps, in lower case, each once. */
  readonly mapped: readonly string[];
}

/** @returns The query's columns as DuckDB bound them if the query is unchanged since, else as read from its tokens. */
export function resultType(place: Place, clause: Span): TypedClause {
  const { cursor } = place;
  const tree = parseVisualise(clauseText(cursor, clause));
  const mappings = [...tree.mappings, ...tree.layers.flatMap(layer => layer.mappings)];
  const mapped = mappings.flatMap((node: MappingNode) =>
    node.kind === 'mapping' && node.aesthetic.name !== HOLE
      ? [node.aesthetic.name.toLowerCase()]
      : [],
  );
  return {
    columns: boundColumns(place) ?? writtenColumns(place, clause) ?? [],
    layers: tree.layers.map(({ layer }) => layer.name),
    mapped: [...new Set(mapped)],
  };
}

/** Placeholder for a missing name, so that the words after it keep their meaning. */
const HOLE = '_';

function clauseText({ read: text, span, quote }: Cursor, clause: Span): string {
  const hole = quote === null && span.from === span.to ? HOLE : text.slice(span.from, span.to);
  return text.slice(clause.from, span.from) + hole + text.slice(span.to, clause.to);
}

function boundColumns({ cursor, facts }: Place): readonly KnownColumn[] | null {
  const written = cursor.text.slice(cursor.sql.from, cursor.sql.to);
  const analysed = facts.notebook.cells[facts.cell]?.text ?? '';
  const same = facts.analysis?.cells[facts.cell]?.statements.find(
    ({ sql }) => analysed.slice(sql.from, sql.to) === written && written !== '',
  );
  return same?.columns?.map(column => ({ ...column, doc: null })) ?? null;
}

function writtenColumns({ cursor, catalogue }: Place, clause: Span): readonly KnownColumn[] | null {
  const tokens = cursor.tokens.filter(({ to }) => to <= clause.from);
  return queryColumns({ text: cursor.text, tokens, catalogue });
}

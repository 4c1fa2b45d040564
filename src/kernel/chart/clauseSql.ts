/** The SQL inside a VISUALISE clause: tables after FROM and conditions after FILTER in its layers. */

import type { Span } from '../../core/base/span';
import { secondSource } from '../../core/language/chartFindings';
import { findingAt } from '../../core/language/problems';
import { findingSentence } from '../../core/language/sentences';
import { ComposedText, type Replacement } from '../../core/sql/composedText';
import { commonTablesAt, type CommonTable } from '../../core/sql/scope';
import type { Statement } from '../../core/sql/statements';
import { identifierOf, tokenizeWithin } from '../../core/sql/tokens';
import { parseVisualise } from '../../core/visualise/parser';
import type { LayerNode, SqlNode, VisualiseTree } from '../../core/visualise/tree';
import { CellFailure, engineFailure } from '../engine/cellFailure';
import { resolveCalls, type CallAnswers } from '../fetch/resolveCalls';
import type { SessionParts } from '../session/sessionParts';
import { connectionFor } from '../relation/keptRows';

/** A clause whose calls have been fetched. */
export interface ClauseSql {
  readonly clause: Span;
  /** Its layers hold the SQL for the engine; spans are those of the written text. */
  readonly tree: VisualiseTree;
  /** The layers' SQL piece by piece, for positions of errors. */
  readonly pieces: ReadonlyMap<SqlNode, Piece>;
  /** The replacements of its signal functions, and the text that was written there. */
  readonly answered: readonly { readonly text: string; readonly written: string }[];
}

/** Appends a piece of SQL to a text. */
export type Piece = (composed: ComposedText) => ComposedText;

interface Written {
  readonly text: string;
  readonly clause: Span;
  /** The statement before the clause, and the replacements of its calls. */
  readonly statement: Statement;
  readonly replacements: readonly Replacement[];
}

/**
 * @returns The clause. Signal functions in its layers are fetched like those of the query, and a layer's FROM can name
 * the query's common tables.
 * @throws {CellFailure} If an argument is wrong or a request fails.
 */
export async function clauseSql(
  { text, clause, statement, replacements }: Written,
  { engine, ...answers }: Pick<SessionParts, 'engine'> & CallAnswers,
): Promise<ClauseSql> {
  const tree = parseVisualise(text.slice(clause.from, clause.to));
  refuseSecondSource(tree, clause, statement);
  const nodes = tree.layers.flatMap(({ source, filter }) => [source, filter]);
  const tokens = nodes.flatMap(node =>
    node ? tokenizeWithin(text, within(node.span, clause)) : [],
  );
  const answered = await resolveCalls(
    text,
    { span: clause, sql: clause, clause: null, tokens },
    { evaluate: sql => engine.user.runAndReadAll(sql), ...answers },
  );
  const tables = commonTablesAt(statement.tokens, statement.sql.to);
  const isSource = new Set(tree.layers.map(({ source }) => source));
  const pieces = new Map<SqlNode, Piece>();
  const all = { text, tables, replacements: [...replacements, ...answered] };
  const rewritten = (node: SqlNode | null): SqlNode | null => {
    if (!node) {
      return null;
    }
    const piece = pieceOf(
      within(node.span, clause),
      isSource.has(node) ? all : { ...all, tables: [] },
    );
    const made = { sql: piece(new ComposedText()).text, span: node.span };
    pieces.set(made, piece);
    return made;
  };
  const layers = tree.layers.map((layer): LayerNode => ({
    ...layer,
    source: rewritten(layer.source),
    filter: rewritten(layer.filter),
  }));
  const written = all.replacements.map(({ span, text: made }) => ({
    text: made,
    written: text.slice(span.from, span.to),
  }));
  return { clause, tree: { ...tree, layers }, pieces, answered: written };
}

function refuseSecondSource(tree: VisualiseTree, clause: Span, statement: Statement): void {
  const second = secondSource(tree, clause, statement);
  if (second) {
    const finding = findingAt('secondSource', second, {});
    throw new CellFailure('visualise', findingSentence(finding), second.from);
  }
}

/**
 * Lets the engine parse the condition after each FILTER, so that errors are reported at their place.
 *
 * @param result The cell's result as SQL that can follow FROM.
 * @throws {CellFailure} At the first condition that does not fit its rows.
 */
export async function checkFilters(
  parts: SessionParts,
  { clause, tree, pieces }: ClauseSql,
  result: string,
): Promise<void> {
  for (const { filter, source } of tree.layers) {
    const condition = filter && pieces.get(filter);
    if (condition) {
      const start = `DESCRIBE SELECT 1 FROM ${source?.sql ?? result}\nWHERE (`;
      const composed = condition(new ComposedText().add(start)).add('\n)');
      await described(parts, composed, within(filter.span, clause));
    }
  }
}

/**
 * @param node A table after a layer's FROM.
 * @returns Name and type of each of its columns.
 * @throws {CellFailure} At the table, if it does not exist.
 */
export async function describeTable(
  parts: SessionParts,
  { clause, pieces }: ClauseSql,
  node: SqlNode,
): Promise<{ readonly name: string; readonly type: string }[]> {
  const piece = pieces.get(node) ?? (composed => composed.add(node.sql));
  const composed = piece(new ComposedText().add('DESCRIBE SELECT * FROM '));
  const rows = await described(parts, composed, within(node.span, clause));
  return rows.map(([name, type]) => ({ name: String(name), type: String(type) }));
}

async function described(
  { engine }: SessionParts,
  composed: ComposedText,
  span: Span,
): Promise<readonly (readonly unknown[])[]> {
  try {
    const connection = await connectionFor(engine, composed.text);
    return (await connection.runAndReadAll(composed.text)).getRowsJson();
  } catch (error) {
    const { code, message, offset } = engineFailure(error, composed, span.from);
    throw new CellFailure(code === 'refused' ? code : 'visualise', message, offset ?? span.from, {
      cause: error,
    });
  }
}

/** The parts from which a piece of SQL in a clause is built. */
export interface Pieces {
  readonly text: string;
  readonly tables: readonly CommonTable[];
  readonly replacements: readonly Replacement[];
}

/** @returns A function that appends the SQL at `span`, preceded by the common tables that it names. */
export function pieceOf(span: Span, { text, tables, replacements }: Pieces): Piece {
  const names = new Set(tokenizeWithin(text, span).map(identifierOf));
  if (!tables.some(({ name }) => names.has(name))) {
    return composed => composed.copy(text, span, replacements);
  }
  const opening = tables.some(({ recursive }) => recursive) ? '(WITH RECURSIVE ' : '(WITH ';
  return composed => {
    tables.forEach((table, index) => {
      composed.add(index === 0 ? opening : ', ').copy(text, table.span, replacements);
    });
    return composed.add(' FROM ').copy(text, span, replacements).add(')');
  };
}

/** From offsets in the clause to offsets in the cell. */
function within({ from, to }: Span, clause: Span): Span {
  return { from: from + clause.from, to: to + clause.from };
}

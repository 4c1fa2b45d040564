/** The VISUALISE clause of a statement, with the SQL in its layers. */

import type { Span } from '../../core/base/span';
import type { TypedColumn } from '../../core/language/analysis';
import { chartFindings, layersSql, secondSource, treeOf } from '../../core/language/chartFindings';
import { findingAt } from '../../core/language/problems';
import { callsOf } from '../../core/sql/calls';
import { changesCallsOf } from '../../core/sql/changesCalls';
import { ComposedText } from '../../core/sql/composedText';
import { nameKey } from '../../core/sql/names';
import { commonTablesAt } from '../../core/sql/scope';
import { tokenizeWithin, type Token } from '../../core/sql/tokens';
import { usesInLayer, type NameUse } from '../../core/sql/uses';
import { pieceOf, type Pieces } from '../chart/clauseSql';
import { standIn } from './callBinding';
import type { Bound } from './shadow';
import type { StatementBinder } from './statementBinder';

/** The SQL of one layer: the replacements of its calls, the query's common tables, and the names in it. */
interface LayerParts extends Pieces {
  readonly uses: readonly NameUse[];
  readonly tokens: readonly Token[];
}

/**
 * Checks the clause; its problems are added to the findings of `binder`.
 *
 * @param bound DuckDB's binding of the query before it; null if it was not bound.
 * @returns The names in its layers.
 */
export async function bindClause(
  binder: StatementBinder,
  clause: Span,
  bound: Bound | null,
): Promise<readonly NameUse[]> {
  const { statement, text, findings } = binder;
  const givesRows = bound && 'columns' in bound ? bound.givesRows : null;
  if (statement.tokens.length === 0 || givesRows === false) {
    const word = { from: clause.from, to: clause.from + 'VISUALISE'.length };
    findings.push(findingAt('noRows', word, {}));
  }
  const second = secondSource(treeOf(text, clause), clause, statement);
  if (second) {
    findings.push(findingAt('secondSource', second, {}));
  }
  const layers = await bindLayers(binder, clause, givesRows === true);
  const columns = bound && 'columns' in bound && bound.givesRows ? bound.columns : null;
  findings.push(...chartFindings(text, clause, columns, layers.tables));
  return layers.uses;
}

async function bindLayers(
  binder: StatementBinder,
  clause: Span,
  givesRows: boolean,
): Promise<{ tables: Map<string, readonly TypedColumn[]>; uses: NameUse[] }> {
  const tables = new Map<string, readonly TypedColumn[]>();
  const uses: NameUse[] = [];
  for (const { source, filter } of layersSql(binder.text, clause)) {
    const layer = await layerParts(binder, source?.span ?? null, filter);
    const columns = source && (await bindSource(binder, source.span, layer));
    if (source && columns) {
      tables.set(source.sql, columns);
    }
    if (filter && (source ? columns : givesRows)) {
      await bindFilter(binder, filter, { layer, source: source?.span ?? null });
    }
    uses.push(...layer.uses);
  }
  return { tables, uses };
}

/** Checks the calls in a layer's SQL, which is not part of the statement's. */
async function layerParts(
  binder: StatementBinder,
  source: Span | null,
  filter: Span | null,
): Promise<LayerParts> {
  const { statement, text } = binder;
  const spans = [source, filter].flatMap(span => span ?? []);
  const tables = commonTablesAt(statement.tokens, statement.sql.to);
  const common = new Set(tables.map(({ name }) => name));
  const tokens = spans.flatMap(span => tokenizeWithin(text, span));
  const replacements = [...binder.replaced];
  for (const call of callsOf({ ...statement, tokens })) {
    await binder.call(call, replacements, tokens);
    replacements.push(standIn(call));
  }
  for (const call of changesCallsOf({ ...statement, tokens })) {
    await binder.call(call, replacements, tokens);
    replacements.push(standIn(call));
  }
  const uses = usesInLayer(text, source, filter).filter(
    ({ kind, name }) => kind !== 'relation' || !common.has(nameKey(name)),
  );
  return { text, tables, replacements, uses, tokens };
}

async function bindSource(
  binder: StatementBinder,
  span: Span,
  layer: LayerParts,
): Promise<readonly TypedColumn[] | null> {
  const composed = pieceOf(span, layer)(new ComposedText().add('SELECT * FROM '));
  return bindLayer(binder, layer, composed);
}

/** @param source The layer's own table; null: the rows of the query. */
async function bindFilter(
  binder: StatementBinder,
  span: Span,
  { layer, source }: { layer: LayerParts; source: Span | null },
): Promise<void> {
  if (!source && binder.isOpen) {
    return;
  }
  const composed = new ComposedText().add('SELECT 1 FROM ');
  if (source) {
    pieceOf(source, layer)(composed);
  } else {
    composed.add('(').copy(binder.text, binder.statement.sql, layer.replacements).add('\n)');
  }
  pieceOf(span, { ...layer, tables: [] })(composed.add('\nWHERE (')).add('\n)');
  await bindLayer(binder, layer, composed);
}

async function bindLayer(
  binder: StatementBinder,
  layer: LayerParts,
  composed: ComposedText,
): Promise<readonly TypedColumn[] | null> {
  if (binder.namesOpen(layer.uses)) {
    return null;
  }
  const bound = await binder.scene.context.shadow.bind(composed.text);
  if ('error' in bound) {
    binder.report(bound.error, composed, layer.tokens);
  }
  return 'columns' in bound ? bound.columns : null;
}

/**
 * The rows of panels.
 *
 * Vega-Lite splits one dataset into panels. Layers with different rows therefore share one dataset, in which a number
 * marks the rows of each; a layer without the column of the panels keeps its dataset and is drawn whole in every panel.
 */

import { t } from '../base/translations';
import { quotedName } from '../base/quoted';
import { columnKind, freeName, partColumns, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import { drawsRows } from './chartData';
import { queryKey } from './chartQuery';
import type { ChartQuery, Facts, RowsBehind } from './chartQuery';
import type { Report } from './report';
import { columnNames } from './resolvedChart';
import type { ResolvedFacet, ResolvedLayer } from './resolvedChart';
import { rowsQuery } from './statistics/rowsQuery';

/**
 * @param layer A layer of any table.
 * @returns The panels into which its rows are split: null if it has none of their columns; having one of two is
 * reported.
 */
export function panelsOf(
  layer: ResolvedLayer,
  facet: ResolvedFacet | null,
  report: Report,
): ResolvedFacet | null {
  if (!facet || layer.isOfResult) {
    return facet;
  }
  const wanted = [facet.column, ...(facet.by ? [facet.by] : [])];
  const found = wanted.filter(({ name }) => layer.columns.some(own => own.name === name));
  if (found.length === wanted.length) {
    return facet;
  }
  const [one] = found;
  if (one) {
    const what = t('A layer whose table has {0} and not the other column of FACET', one.name);
    report.notYet(layer.source.span, what, t('Give its table both columns, or neither.'));
  }
  return null;
}

/** @returns The layers over as few datasets as panels need. */
export function panelLayers(
  layers: readonly ResolvedLayer[],
  facet: ResolvedFacet | null,
  report: Report,
): readonly ResolvedLayer[] {
  const parted = layers.filter(layer => drawsRows(layer) && !layer.isRepeated);
  if (!facet || new Set(parted.map(({ query }) => query && queryKey(query))).size < 2) {
    return layers;
  }
  const context = { facet };
  const queries = new Map(parted.map(layer => [layer, layer.query ?? rowsQuery(layer, context)]));
  const different = new Map(
    [...queries.values()].flatMap(query => (query ? [[queryKey(query), query] as const] : [])),
  );
  reportMixedColumns(parted, report);
  const taken = layers.flatMap(columnNames).flatMap(name => [name, rowKey(name)]);
  const [column, place] = [freeName(partColumns.part, taken), freeName(partColumns.place, taken)];
  const union = unionQuery([...different.values()], { column, place });
  return layers.map(layer => {
    const own = queries.get(layer);
    if (!own) {
      return layer;
    }
    const number = [...different.keys()].indexOf(queryKey(own)) + 1;
    const query = { ...union, name: 'panels', span: own.span };
    return { ...layer, query, part: { column, number, query: own } };
  });
}

/** If facts decide on the rows, the facts of all are queried in one row. */
function unionQuery(
  queries: readonly ChartQuery[],
  names: PartNames,
): Pick<ChartQuery, 'sql' | 'refine' | 'behind'> {
  const behind = partsBehind(queries, names);
  const unsure = queries.flatMap(({ refine, sql }, at) => (refine ? [{ refine, sql, at }] : []));
  if (unsure.length === 0) {
    return {
      sql: unionSql(
        queries.map(({ sql }) => sql),
        names,
      ),
      behind,
    };
  }
  const facts = unsure.map(
    ({ sql, at }) => `(SELECT COLUMNS('.*') AS '${at} \\0' FROM (\n${sql}\n))`,
  );
  return {
    sql: `FROM ${facts.join(', ')}`,
    refine: all => {
      const refined = unsure.map(({ refine, at }) => ({ ...refine(factsOf(all, at)), at }));
      const parts = queries.map((query, at) => refined.find(each => each.at === at) ?? query);
      return {
        sql: unionSql(
          parts.map(({ sql }) => sql),
          names,
        ),
        behind: partsBehind(parts, names),
        notes: [...new Set(refined.flatMap(({ notes }) => notes))],
      };
    },
  };
}

function partsBehind(
  queries: readonly Pick<ChartQuery, 'behind'>[],
  { column }: PartNames,
): RowsBehind[] {
  return queries.flatMap(({ behind = [] }, at) =>
    behind.map(rows => ({ ...rows, part: { column, number: at + 1 } })),
  );
}

function factsOf(all: Facts, at: number): Facts {
  const start = `${at} `;
  const own = [...all].filter(([name]) => name.startsWith(start));
  return new Map(own.map(([name, value]) => [name.slice(start.length), value]));
}

/** Columns that no layer has. */
interface PartNames {
  /** The column that identifies the rows of each layer. */
  readonly column: string;
  /** Numbers the rows of each. */
  readonly place: string;
}

/** Each query keeps the order of its rows. */
function unionSql(texts: readonly string[], { column, place }: PartNames): string {
  const [part, number] = [quotedName(column), quotedName(place)];
  const parts = texts.map(
    (text, at) =>
      `SELECT ${at + 1} AS ${part}, row_number() OVER () AS ${number}, * FROM (\n${text}\n)`,
  );
  return `SELECT * EXCLUDE (${number}) FROM (\n${parts.join('\nUNION ALL BY NAME\n')}\n) ORDER BY ${part}, ${number}`;
}

/** Columns of one name become one column, whose values have to be of one kind. */
function reportMixedColumns(layers: readonly ResolvedLayer[], report: Report): void {
  const seen = new Map<string, ChartColumn>();
  for (const { bindings, partition, source } of layers) {
    const bound = [...bindings.values()].flatMap(binding =>
      binding.kind === 'column' ? [binding.column] : [],
    );
    for (const column of [...bound, ...partition]) {
      const first = seen.get(column.name.toLowerCase());
      if (first && columnKind(first.type) !== columnKind(column.type)) {
        const what = t(
          'FACET with layers that draw {0} as {1} and as {2}',
          column.name,
          first.type,
          column.type,
        );
        report.notYet(source.span, what, t('Rename one of the columns.'));
        return;
      }
      seen.set(column.name.toLowerCase(), column);
    }
  }
}

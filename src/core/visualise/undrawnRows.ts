/**
 * Rows that have no place on an axis of numbers or times: queried from the engine, and reported in notes below the
 * chart.
 */

import { groupedInteger } from '../base/groupedInteger';
import type { JsonObject } from '../base/json';
import { textLiteral } from '../sql/quoted';
import { positionFamilies } from './aesthetics';
import { placedValue } from './axisNumber';
import { drawnRows, drawsRows } from './chartData';
import { quoted } from './chartQuery';
import type { ChartQuery } from './chartQuery';
import type { ChartPlan } from './chartPlan';
import { baseAxis } from './layerPosition';
import { isDiscrete } from './positionPlan';
import { columnOf } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';

/** @returns The query of the rows that no layer draws; null if every value has a place. */
export function undrawnQuery(chart: ResolvedChart, plan: ChartPlan): ChartQuery | null {
  const sources = new Map<string, PlacedColumn[][]>();
  for (const layer of chart.layers) {
    const rows = rowsOf(layer);
    if (drawsRows(layer)) {
      sources.set(rows, [...(sources.get(rows) ?? []), placedColumns(layer, plan)]);
    }
  }
  const selects = [...sources].flatMap(([rows, layers]) =>
    layers.every(columns => columns.length > 0) ? [select(layers, rows)] : [],
  );
  const [span] = chart.layers.map(layer => layer.source.span);
  const sql = selects.map((text, at) => `SELECT ${at} AS source, ${text}`).join('\nUNION ALL ');
  return span && sql !== '' ? { name: 'undrawn', sql, span } : null;
}

/** @returns From the rows of the query, a sentence for each source with rows that are not drawn. */
export function undrawnNotes(rows: readonly JsonObject[]): string[] {
  const sources = [...new Set(rows.map(({ source }) => source))];
  return sources.flatMap(source => {
    const facts = rows.filter(row => row['source'] === source);
    const count = (fact: string, name = ''): number =>
      Number(facts.find(row => row['fact'] === fact && row['name'] === name)?.['value'] ?? 0);
    const all = count('all');
    // A line that consists only of gaps shows nothing.
    const isNone = count('empty') === all;
    const undrawn = isNone ? all : count('undrawn');
    const names = [...new Set(facts.map(({ name }) => String(name)))];
    const reasons = names.flatMap(name => {
      const missing = count('missing', name) + (isNone ? count('gap', name) : 0);
      const causes = [
        { cause: 'missing', rows: missing },
        { cause: 'not finite', rows: count('infinite', name) },
      ].filter(each => each.rows > 0);
      return causes.length === 0 ? [] : [{ name, causes }];
    });
    return undrawn === 0 ? [] : [`${subject(undrawn, all)}: ${because(reasons, undrawn)}.`];
  });
}

interface Reason {
  readonly name: string;
  readonly causes: readonly { readonly cause: string; readonly rows: number }[];
}

function subject(undrawn: number, all: number): string {
  if (undrawn === all) {
    return all === 1
      ? 'The only row is not drawn'
      : `None of the ${groupedInteger(all)} rows is drawn`;
  }
  return `${groupedInteger(undrawn)} of ${groupedInteger(all)} rows ${undrawn === 1 ? 'is' : 'are'} not drawn`;
}

/** A cause of all these rows needs no number. */
function because(reasons: readonly Reason[], undrawn: number): string {
  const texts = reasons.map(({ name, causes }) => {
    const parts = causes.map(({ cause, rows }) =>
      rows === undrawn ? cause : `${cause} (${groupedInteger(rows)})`,
    );
    return `${name} is ${parts.join(' or ')}`;
  });
  return texts.join(', ');
}

interface PlacedColumn {
  readonly name: string;
  /** SQL that is true where the value has a place. */
  readonly isPlaced: string;
  /** Whether a missing value is a gap, which a line shows by itself. */
  readonly isGap: boolean;
}

const withGaps: readonly ResolvedLayer['type'][] = ['line', 'path', 'area', 'ribbon'];

/** The columns of the layer's own rows on axes of numbers and times, before a statistic computes with them. */
function placedColumns(layer: ResolvedLayer, plan: ChartPlan): PlacedColumn[] {
  const placed = (['x', 'y'] as const).flatMap(axis => {
    if (!plan[axis] || isDiscrete(plan[axis])) {
      return [];
    }
    const hasGaps =
      withGaps.includes(layer.type) && (layer.type === 'path' || baseAxis(layer, plan) !== axis);
    const read = layer.read?.get(axis)?.column;
    const columns = read
      ? [read]
      : positionFamilies[axis].flatMap(aesthetic => columnOf(layer, aesthetic) ?? []);
    return columns
      .filter(({ name }) => layer.columns.some(own => own.name === name))
      .flatMap(column => {
        const isPlaced = placedValue(column);
        return isPlaced === undefined
          ? []
          : [{ name: column.name, isPlaced, isGap: hasGaps && !read }];
      });
  });
  return placed.filter(({ name }, at) => placed.findIndex(other => other.name === name) === at);
}

function rowsOf(layer: ResolvedLayer): string {
  const [read] = [...(layer.read?.values() ?? [])];
  const isPlain = layer.query?.name === 'rows' && !layer.part;
  return read?.rows ?? drawnRows(isPlain ? layer : { ...layer, query: null });
}

/** One pass over the rows. What one of the layers draws is drawn: marks on some rows of a line leave out none. */
function select(layers: readonly (readonly PlacedColumn[])[], rows: string): string {
  const undrawn = noneDraws(layers, ({ name, isPlaced, isGap }) =>
    isGap ? `(${quoted(name)} IS NULL OR ${isPlaced})` : isPlaced,
  );
  const empty = noneDraws(layers, ({ isPlaced }) => isPlaced);
  const all = layers.flat();
  const columns = all.filter(({ name }, at) => all.findIndex(other => other.name === name) === at);
  const facts = [
    { fact: 'all', name: '', value: 'count(*)' },
    { fact: 'undrawn', name: '', value: `count(*) FILTER (${undrawn})` },
    { fact: 'empty', name: '', value: `count(*) FILTER (${empty})` },
    ...columns.flatMap(({ name, isPlaced, isGap }) => {
      const column = quoted(name);
      const missing = isGap ? `${column} IS NULL` : `${undrawn} AND ${column} IS NULL`;
      const infinite = `${undrawn} AND ${column} IS NOT NULL AND ${isPlaced} IS NOT TRUE`;
      return [
        { fact: isGap ? 'gap' : 'missing', name, value: `count(*) FILTER (${missing})` },
        { fact: 'infinite', name, value: `count(*) FILTER (${infinite})` },
      ];
    }),
  ];
  const list = (texts: readonly string[]): string => `unnest([${texts.join(', ')}])`;
  return [
    `${list(facts.map(({ fact }) => textLiteral(fact)))} AS fact`,
    `${list(facts.map(({ name }) => textLiteral(name)))} AS name`,
    `${list(facts.map(({ value }) => value))} AS value FROM ${rows}`,
  ].join(', ');
}

function noneDraws(
  layers: readonly (readonly PlacedColumn[])[],
  draws: (column: PlacedColumn) => string,
): string {
  const drawn = layers.map(columns => `(${columns.map(draws).join(' AND ')})`);
  return `(${[...new Set(drawn)].join(' OR ')}) IS NOT TRUE`;
}

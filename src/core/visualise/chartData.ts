/** The datasets of a chart: which layer draws which, and which one the specification itself has. */

import { queryKey } from './chartQuery';
import type { ChartQuery } from './chartQuery';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';

/** The name of the dataset that is the cell's result. */
export const resultName = 'result';

/** @returns Whether the layer has a mark for each row, rather than one for its literals. */
export function drawsRows({ bindings }: ResolvedLayer): boolean {
  return [...bindings.values()].some(binding => binding.kind === 'column');
}

/** @returns The name of the layer's dataset. */
export function dataName({ query }: ResolvedLayer): string {
  return query?.name ?? resultName;
}

/** @returns The rows that the layer draws, as SQL that can follow FROM. */
export function drawnRows({ query, source: { table, filter } }: ResolvedLayer): string {
  const where = filter === null ? '' : ` WHERE (${filter}\n)`;
  return query ? subquery(query) : `(SELECT * FROM ${table}${where})`;
}

/** @returns The rows of the query as SQL that can follow FROM. */
export function subquery({ sql }: Pick<ChartQuery, 'sql'>): string {
  return `(\n${sql}\n)`;
}

/** @returns The dataset of the specification itself; layers of other datasets name their own. */
export function mainData({ layers, facet }: ResolvedChart): string {
  const names = layers
    .filter(layer => drawsRows(layer) && !(facet && layer.isRepeated))
    .map(dataName);
  return names.includes(resultName) ? resultName : (names[0] ?? resultName);
}

/** @returns How many layers draw the rows of each dataset, by its name. */
export function layerCounts({ layers }: ResolvedChart): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of layers.filter(drawsRows).map(dataName)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** @returns The queries of the chart, each once. */
export function chartQueries({ layers }: ResolvedChart): ChartQuery[] {
  const queries = layers.flatMap(({ query }) => (query ? [query] : []));
  return queries.filter(({ name }, at) => queries.findIndex(other => other.name === name) === at);
}

/** @returns The layers, with a name of its own for each query. */
export function nameQueries(layers: readonly ResolvedLayer[]): ResolvedLayer[] {
  const names = new Map<string, string>();
  const nameOf = (query: ChartQuery): string => {
    const { name } = query;
    const key = queryKey(query);
    const known = names.get(key);
    if (known !== undefined) {
      return known;
    }
    const taken = [...names.values()];
    let chosen = name;
    for (let count = 2; taken.includes(chosen); count++) {
      chosen = `${name} ${count}`;
    }
    names.set(key, chosen);
    return chosen;
  };
  return layers.map(layer =>
    layer.query ? { ...layer, query: { ...layer.query, name: nameOf(layer.query) } } : layer,
  );
}

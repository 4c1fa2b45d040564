/** `SCALE … FROM ['a', 'b', null]`: null collects the values that a discrete scale does not list. */

import type { Json } from '../base/json';
import type { Aesthetic } from './aesthetics';
import { columnKind, columnTitle, freeName } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import { continuousAesthetics, scaleOf } from './continuousMapping';
import { panelsOf } from './panelData';
import { Report } from './report';
import { textLiteral, quotedName } from '../base/quoted';
import { columnNames } from './resolvedChart';
import type { Binding, FacetedLayers, PanelName, ResolvedLayer } from './resolvedChart';
import type { LiteralValue, ScaleNode } from './tree';

type Scales = ReadonlyMap<string, ScaleNode>;

/** @returns The layers and panels over rows in which NULL replaces the values that such a scale does not list. */
export function collectedValues({ layers, facet }: FacetedLayers, scales: Scales): FacetedLayers {
  const collected = layers.map(layer => collectedStyles(layer, scales));
  const names: readonly PanelName[] = facet?.by ? ['row', 'column'] : ['panel'];
  return names.reduce<FacetedLayers>((all, name) => collectedPanels(name, all, scales), {
    layers: collected,
    facet,
  });
}

function collectedStyles(layer: ResolvedLayer, scales: Scales): ResolvedLayer {
  const continuous = continuousAesthetics(layer, scales);
  const bindings = new Map<Aesthetic, Binding>(layer.bindings);
  const made = new Map<string, ChartColumn>();
  let over = layer;
  for (const [aesthetic, binding] of layer.bindings) {
    const listed = continuous.includes(aesthetic) ? null : listedValues(scaleOf(aesthetic, scales));
    if (!listed || binding.kind !== 'column') {
      continue;
    }
    const key = JSON.stringify([binding.column.name, listed]);
    const column = made.get(key) ?? collectingColumn(binding.column, columnNames(over));
    if (!made.has(key)) {
      over = collecting(over, binding.column, { listed, column });
      made.set(key, column);
    }
    bindings.set(aesthetic, { ...binding, column });
  }
  return { ...over, bindings };
}

function collectedPanels(
  name: PanelName,
  { layers, facet }: FacetedLayers,
  scales: Scales,
): FacetedLayers {
  const panels = name === 'column' ? facet?.by : facet?.column;
  const listed = listedValues(scales.get(name));
  if (!facet || !panels || !listed || !['text', 'boolean'].includes(columnKind(panels.type))) {
    return { layers, facet };
  }
  const column = collectingColumn(panels, layers.flatMap(columnNames));
  const over = layers.map(layer =>
    layer.kind === 'draw' && panelsOf(layer, facet, new Report([]))
      ? collecting(layer, panels, { listed, column })
      : layer,
  );
  const [changed] = over.filter((layer, at) => layer !== layers[at]);
  return changed
    ? {
        layers: over,
        facet: {
          ...facet,
          ...(name === 'column' ? { by: column } : { column }),
          rows: changed.source.table,
        },
      }
    : { layers, facet };
}

function collectingColumn(column: ChartColumn, taken: readonly string[]): ChartColumn {
  const name = freeName(`${column.name} listed`, taken);
  return { ...column, name, title: columnTitle(column), of: column.name };
}

/** @returns The values after FROM that are listed where null is among them; null for other scales. */
function listedValues(node: ScaleNode | undefined): readonly LiteralValue[] | null {
  const values = node?.from?.items.map(({ value }) => value) ?? [];
  return values.includes(null) ? values.filter(value => value !== null) : null;
}

function collecting(
  layer: ResolvedLayer,
  input: ChartColumn,
  { listed, column }: { readonly listed: readonly LiteralValue[]; readonly column: ChartColumn },
): ResolvedLayer {
  const { table, rowNumber, own } = layer.source;
  const name = quotedName(input.name);
  const isListed = listed.length === 0 ? 'false' : comparedWith(input, listed);
  const chosen = `CASE WHEN ${isListed} THEN ${name} END AS ${quotedName(column.name)}`;
  return {
    ...layer,
    source: {
      ...layer.source,
      table: own`(SELECT *, ${rowNumber} AS _listed, ${chosen} FROM ${table})`,
      rowNumber: own`_listed`,
    },
    columns: [...layer.columns, column],
    isOfResult: false,
  };
}

/**
 * Numbers are compared as numbers, everything else by its text: an ENUM need not have the value.
 *
 * @returns SQL that is true where the column has one of these values.
 */
export function comparedWith(column: ChartColumn, listed: readonly Json[]): string {
  const name = quotedName(column.name);
  if (columnKind(column.type) === 'number') {
    const numbers = listed.filter(value => typeof value === 'number');
    return numbers.length === 0 ? 'false' : `${name} IN (${numbers.join(', ')})`;
  }
  const texts = listed.map(value => textLiteral(String(value)));
  return `${name}::VARCHAR IN (${texts.join(', ')})`;
}

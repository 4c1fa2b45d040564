/** Looks up every name of a clause: columns, aesthetics, layers, scales and labels. */

import { t } from '../base/translations';
import { aestheticNames, colourNames, panelNames, positionFamily } from './aesthetics';
import type { ChartColumn } from './chartColumn';
import type { NumberedRows } from './chartQuery';
import { nearest } from '../base/nearest';
import { collectedValues } from './collectedValues';
import { layerAesthetics } from './layers/layerType';
import type { LayerType } from './layers/layerType';
import { layerTypeNamed, layerTypes } from './layers/layerTypes';
import { nameQueries, resultName } from './chartData';
import { binnedPanels } from './panelBins';
import { panelLayers, panelsOf } from './panelData';
import { Report } from './report';
import type { ResolvedChart, ResolvedFacet } from './resolvedChart';
import { resolveLayer } from './resolveLayer';
import type { LayerContext } from './resolveLayer';
import { binnedLayer } from './statistics/binned';
import { queriedLayers } from './statistics/layerQueries';
import { reducedLayers } from './reduction/reducedLayers';
import type { DatasetSize } from './reduction/reducedLayers';
import { checkScaleSettings } from './scaleSettings';
import { settleLiterals } from './settleLiterals';
import { aestheticOrColour, findColumn, mappingEntries } from './resolveNames';
import type { MappingEntry } from './resolveNames';
import type { FacetNode, NameNode, ScaleNode, SqlNode, VisualiseTree } from './tree';

/** The tables of a chart. */
export interface ChartTables {
  /** The cell's result; by default a table named `result`. */
  readonly result?: NumberedRows;
  /** The sizes of the datasets, by name, as far as they are known: those with too many rows are reduced. */
  readonly sizes?: ReadonlyMap<string, DatasetSize>;
  /** Rows that all layers together may draw; absent: `mostChartRows`. */
  readonly mostRows?: number;
  /** The columns of the tables after FROM in layers, by the text of `layerTables`. */
  readonly columns?: ReadonlyMap<string, readonly ChartColumn[]>;
}

/** What the names of a clause refer to, beside the columns of its result. */
export interface ChartNames {
  readonly tables?: ChartTables;
  /** The layers that can be drawn; absent: those of this version. */
  readonly layerTypes?: readonly LayerType[];
}

/** @returns The texts after FROM in the layers, each once: what `ChartTables.columns` has to know. */
export function layerTables({ layers }: VisualiseTree): SqlNode[] {
  const sources = layers.flatMap(({ source }) => (source ? [source] : []));
  return sources.filter(({ sql }, at) => sources.findIndex(other => other.sql === sql) === at);
}

/** @returns The chart; what could not be looked up is reported and left out. */
export function resolveChart(
  tree: VisualiseTree,
  columns: readonly ChartColumn[],
  { tables = {}, layerTypes: types = layerTypes }: ChartNames,
  report: Report,
): ResolvedChart {
  const globals = mappingEntries(tree.mappings, columns, report);
  reportUnusedGlobals(tree, globals, types, report);
  const { table, rowId } = tables.result ?? { table: resultName, rowId: 'rowid' };
  const layers = tree.layers.flatMap(node => {
    const context = node.source
      ? tableContext(tree, node.source, tables)
      : { globals, columns, source: { table, rowNumber: rowId } };
    return resolveLayer(node, { ...context, types }, report) ?? [];
  });
  const scales = resolveScales(tree.scales, report);
  const written = {
    layers: settleLiterals(layers, report),
    facet: tree.facet && resolveFacet(tree.facet, columns, report),
  };
  const collected = collectedValues(written, scales);
  const { facet, layers: binned } = binnedPanels(collected, { scales, report });
  const queried = binned.flatMap(layer => {
    const panels = panelsOf(layer, facet, report);
    const isRepeated = facet !== null && panels === null;
    const onBins = binnedLayer({ ...layer, isRepeated }, { scales, facet: panels, report });
    return onBins.query ? [onBins] : queriedLayers(onBins, { facet: panels, scales, report });
  });
  const named = nameQueries(panelLayers(queried, facet, report));
  return {
    layers: reducedLayers(named, { facet, scales, report, sizes: new Map(), ...tables }),
    facet,
    scales,
    labels: resolveLabels(tree, report),
  };
}

/** The mappings for all layers hold for another table where it has their columns. */
function tableContext(
  tree: VisualiseTree,
  { sql }: SqlNode,
  tables: ChartTables,
): Omit<LayerContext, 'types'> {
  const columns = tables.columns?.get(sql) ?? [];
  const globals = mappingEntries(tree.mappings, columns, new Report([]));
  const source = { table: sql, rowNumber: 'row_number() OVER ()' };
  return { globals, columns, source };
}

/** A mapping for all layers has to be known to one of them. */
function reportUnusedGlobals(
  tree: VisualiseTree,
  globals: readonly MappingEntry[],
  known: readonly LayerType[],
  report: Report,
): void {
  const types = tree.layers
    .filter(node => node.kind === 'draw')
    .map(node => layerTypeNamed(node.layer.name, known));
  if (types.length === 0 || types.includes(undefined)) {
    return;
  }
  const allowed = [...new Set(types.flatMap(type => (type ? layerAesthetics(type) : [])))];
  for (const { aesthetic, wildcard, span } of globals) {
    if (!wildcard && aesthetic !== 'colour' && !allowed.includes(aesthetic)) {
      const only = types.length === 1 ? (types[0]?.name ?? null) : null;
      report.problem('unknownAesthetic', span, { layer: only, aesthetic, near: null, allowed });
    }
  }
}

function resolveFacet(
  node: FacetNode,
  columns: readonly ChartColumn[],
  report: Report,
): ResolvedFacet | null {
  for (const extra of [...node.columns.slice(1), ...node.by.slice(1)]) {
    report.notYet(extra.span, t('FACET by several columns'), t('Concatenate them in the query.'));
  }
  const [first] = node.columns;
  const [second] = node.by;
  const column = first && findColumn(first, columns, report);
  const by = second ? findColumn(second, columns, report) : null;
  return column ? { column, by: by ?? null, settings: node.settings } : null;
}

function resolveScales(
  nodes: readonly ScaleNode[],
  report: Report,
): ReadonlyMap<string, ScaleNode> {
  const scales = new Map<string, ScaleNode>();
  for (const node of nodes) {
    const key = scaleKey(node.aesthetic, report);
    if (key !== undefined && scales.has(key)) {
      report.problem('duplicateClause', node.aesthetic.span, { clause: `SCALE ${key}` });
    } else if (key !== undefined) {
      checkScaleSettings(node, key, report);
      scales.set(key, node);
    }
  }
  return scales;
}

/** The scale of `xmin` is that of `x`. */
function scaleKey(name: NameNode, report: Report): string | undefined {
  const lower = name.name.toLowerCase();
  const key = positionFamily(lower) ?? aestheticOrColour(lower);
  if (key !== undefined) {
    return key;
  }
  if (panelNames.includes(lower)) {
    return lower;
  }
  reportName(name, [...aestheticNames, ...colourNames, ...panelNames], report);
  return undefined;
}

function resolveLabels(tree: VisualiseTree, report: Report): ReadonlyMap<string, string | null> {
  const labels = new Map<string, string | null>();
  for (const { name, text } of tree.labels) {
    const lower = name.name.toLowerCase();
    const key = aestheticOrColour(lower) ?? lower;
    const titles = ['title', 'subtitle', ...panelNames];
    if (lower === 'caption') {
      report.notYet(name.span, 'LABEL caption', t('Write it as the subtitle.'));
    } else if (titles.includes(lower) || aestheticOrColour(lower) !== undefined) {
      labels.set(key, text);
    } else {
      reportName(name, [...titles, ...aestheticNames, ...colourNames], report);
    }
  }
  return labels;
}

function reportName(name: NameNode, candidates: readonly string[], report: Report): void {
  report.problem('unknownAesthetic', name.span, {
    layer: null,
    aesthetic: name.name,
    near: nearest(name.name, candidates),
    allowed: candidates,
  });
}

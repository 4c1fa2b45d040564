/** `SCALE BINNED panel`, and `SETTING breaks` of panels: one panel per bin instead of one per value. */

import { t } from '../base/translations';
import { quotedName } from '../base/quoted';
import { axisNumber } from './axisNumber';
import type { AxisNumber } from './axisNumber';
import { binEdges } from './binEdges';
import { columnKind, columnTitle, freeName } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import { panelsOf } from './panelData';
import { Report } from './report';
import { columnNames } from './resolvedChart';
import type {
  FacetedLayers,
  PanelBins,
  PanelName,
  ResolvedFacet,
  ResolvedLayer,
} from './resolvedChart';
import { binsPanels } from './scaleSettings';
import { isTimeKind } from './scaleTypes';
import { TIME_INTERVAL } from './timeInterval';
import type { ScaleNode } from './tree';

interface Context {
  readonly scales: ReadonlyMap<string, ScaleNode>;
  readonly report: Report;
}

/** @returns The layers over rows that know the start of their panel's bin, and the panels of those starts. */
export function binnedPanels(panels: FacetedLayers, context: Context): FacetedLayers {
  const { facet } = panels;
  const names: readonly PanelName[] = facet?.by ? ['row', 'column'] : ['panel'];
  return names.reduce((binned, name) => binnedPanel(name, binned, context), panels);
}

function binnedPanel(
  name: PanelName,
  { layers, facet }: FacetedLayers,
  { scales, report }: Context,
): FacetedLayers {
  const node = scales.get(name);
  checkRange(name, node, report);
  const column = name === 'column' ? facet?.by : facet?.column;
  if (!facet || !node || !column || !binsPanels(node)) {
    return { layers, facet };
  }
  if (columnKind(column.type) !== 'number' && !isTimeKind(columnKind(column.type))) {
    const owner = `SCALE ${name}`;
    const facts = {
      column: column.name,
      type: column.type,
      owner,
      needed: t('a number or a date'),
    };
    report.problem('wrongType', node.span, facts);
    return { layers, facet };
  }
  const taken = layers.flatMap(columnNames);
  const start = freeName(`${column.name} panel`, taken);
  const end = freeName(`${column.name} panel end`, taken);
  const silent = new Report([]);
  const binnedRows: PanelBins['rows'][] = [];
  const binned = layers.map(layer => {
    const number = axisNumber(column, layer, silent);
    if (layer.kind !== 'draw' || !number || !panelsOf(layer, facet, silent)) {
      return layer;
    }
    const columns = binColumns(column, number, [start, end]);
    const source = panelSource(layer, {
      node,
      number,
      columns,
      report: binnedRows.length === 0 ? report : silent,
    });
    binnedRows.push({ all: layer.source.table, placed: source.table });
    return { ...layer, source, columns: [...layer.columns, ...columns], isOfResult: false };
  });
  const added = binned.find((layer, at) => layer !== layers[at])?.columns.slice(-2);
  const [made, last] = added ?? [];
  const [rows] = binnedRows;
  if (!made || !last || !rows) {
    return { layers, facet };
  }
  const bins = {
    ...{ name, column: made, end: last, ...unitOf(node), edges: edgesOf(node) },
    ...{ rows, of: column },
  };
  return { layers: binned, facet: withBins({ ...facet, rows: rows.placed }, bins) };
}

/** Panels have no colours or sizes, and no axis. */
function checkRange(name: PanelName, node: ScaleNode | undefined, report: Report): void {
  if (node?.to) {
    const facts = {
      owner: 'SCALE',
      value: t('TO of {0}', name),
      expected: 'FROM, RENAMING or SETTING',
    };
    report.problem('badValue', node.to.span, facts);
  }
  if (node?.via) {
    report.notYet(node.via.span, t('VIA of SCALE {0}', name), t('Compute it in the query.'));
  }
}

function binColumns(
  column: ChartColumn,
  { type }: AxisNumber,
  [start, end]: readonly [string, string],
): ChartColumn[] {
  return [
    { name: start, type, title: columnTitle(column), of: column.name },
    { name: end, type },
  ];
}

function withBins(facet: ResolvedFacet, bins: PanelBins): ResolvedFacet {
  const { column } = bins;
  const panels = bins.name === 'column' ? { by: column } : { column };
  return { ...facet, ...panels, bins: [...(facet.bins ?? []), bins] };
}

interface Binning {
  readonly node: ScaleNode;
  readonly number: AxisNumber;
  /** The columns of the start and the end of a row's bin. */
  readonly columns: readonly ChartColumn[];
  readonly report: Report;
}

/** The bins are those of all rows, so that a FILTER leaves them as they are; a row in no bin is in no panel. */
function panelSource(
  { source }: ResolvedLayer,
  { node, number, columns, report }: Binning,
): ResolvedLayer['source'] {
  const { table, rowNumber, own } = source;
  const edges = binEdges(node, number, own, report);
  const [low, high] = columns.map(({ name }) => quotedName(name));
  return {
    ...source,
    table: [
      own`(SELECT * EXCLUDE (_value, _low, _high, _start, _end), ${number.value(own`_start`)} AS ${low}, ${number.value(own`_end`)} AS ${high}`,
      own`FROM (SELECT *, ${edges.end} AS _end FROM (SELECT *, ${edges.start} AS _start`,
      own`FROM (SELECT *, ${rowNumber} AS _paneled, (${number.number})::DOUBLE AS _value FROM ${table}),`,
      own`(SELECT ${edges.limits} FROM (SELECT (${number.number})::DOUBLE AS _value FROM ${table}) WHERE isfinite(_value))`,
      own`WHERE isfinite(_value) AND ${edges.kept})))`,
    ].join('\n'),
    rowNumber: own`_paneled`,
  };
}

function breaksOf(node: ScaleNode | undefined): ScaleNode['settings'][number] | undefined {
  return node?.settings.find(({ name }) => name.name.toLowerCase() === 'breaks');
}

function unitOf(node: ScaleNode): Pick<PanelBins, 'unit' | 'isOfDays'> {
  const value = breaksOf(node)?.value;
  const written = value?.kind === 'literal' ? String(value.value).toLowerCase() : '';
  const [, count, unit = null] = TIME_INTERVAL.exec(written) ?? [];
  return {
    unit: Number(count ?? 1) === 1 ? unit : null,
    isOfDays: ['day', 'week', 'month', 'year'].includes(unit ?? ''),
  };
}

function edgesOf(node: ScaleNode): readonly number[] | null {
  const value = breaksOf(node)?.value;
  const items = value?.kind === 'array' ? value.items.map(item => item.value) : [];
  const numbers = items.filter(item => typeof item === 'number');
  return numbers.length > 1 && numbers.length === items.length
    ? numbers.toSorted((a, b) => a - b)
    : null;
}

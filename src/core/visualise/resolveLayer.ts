/** Looks up the names of one layer and checks that it has what it needs. */

import { layerNameMeant, layerTypeNamed, undrawnLayers } from './layers/layerTypes';
import type { LayerType } from './layers/layerType';
import { ownEntry } from './ownEntry';
import { aestheticOrColour, findColumn, mappingEntries } from './resolveNames';
import type { MappingEntry } from './resolveNames';
import type { Aesthetic } from './aesthetics';
import type { ChartColumn } from './chartColumn';
import type { LayerSource } from './chartQuery';
import { sqlTag } from './sqlTag';
import type { Report } from './report';
import type { Binding, Remapping, ResolvedLayer } from './resolvedChart';
import type { LayerNode, SettingNode } from './tree';
import { applyEntries, inherited, reportForeign } from './layerMappings';
import { applySettings } from './layerSettings';
import type { Target } from './layerSettings';

/** What the layer inherits from the rest of the clause. */
export interface LayerContext {
  readonly globals: readonly MappingEntry[];
  /** The columns of the layer's rows. */
  readonly columns: readonly ChartColumn[];
  readonly source: Pick<LayerSource, 'table' | 'rowNumber'>;
  /** The layers that can be drawn. */
  readonly types: readonly LayerType[];
}

/** @returns The layer, or undefined if it cannot be drawn; what is wrong is reported. */
export function resolveLayer(
  node: LayerNode,
  { globals, columns, source, types }: LayerContext,
  report: Report,
): ResolvedLayer | undefined {
  const type = layerType(node, types, report);
  const own = mappingEntries(node.mappings, columns, report);
  if (type === undefined) {
    return undefined;
  }
  const bindings = new Map<Aesthetic, Binding>();
  const parameters = new Map<string, SettingNode>();
  if (node.kind === 'draw') {
    applyEntries(inherited(type, own, node, globals), type, bindings);
    reportForeign(own, type, report);
    applyEntries(own, type, bindings);
  } else if (node.mappings.length > 0) {
    const found = 'MAPPING';
    report.problem('expected', node.span, { what: 'SETTING alone: PLACE draws literals', found });
  }
  applySettings(node, type, { bindings, parameters, report });
  checkRequired(node, type, { bindings, report });
  return {
    kind: node.kind,
    type,
    span: node.span,
    bindings,
    parameters,
    partition: node.partition.flatMap(name => findColumn(name, columns, report) ?? []),
    order: resolveOrder(node, type, columns, report),
    source: {
      ...source,
      filter: node.filter?.sql ?? null,
      own: sqlTag([...columns.map(({ name }) => name), source.table, node.filter?.sql ?? '']),
      span: (node.filter ?? node.source ?? node).span,
    },
    isOfResult: node.source === null,
    columns,
    query: null,
    remapping: resolveRemapping(node, report),
  };
}

function layerType(
  node: LayerNode,
  types: readonly LayerType[],
  report: Report,
): LayerType | undefined {
  const { name, span } = node.layer;
  const type = layerTypeNamed(name, types);
  const advice = ownEntry(undrawnLayers, name.toLowerCase());
  if (type === undefined && advice !== undefined) {
    report.notYet(span, `The layer ${name.toLowerCase()}`, advice);
  } else if (type === undefined) {
    const near = layerNameMeant(name, types);
    report.problem('unknownLayer', span, {
      layer: name,
      near,
      allowed: near === null ? types.map(each => each.name) : [],
    });
  }
  return type;
}

/** The columns are looked up by the statistic that makes them. */
function resolveRemapping(node: LayerNode, report: Report): Remapping[] {
  return node.remappings.flatMap((mapping): Remapping[] => {
    const { span } = mapping;
    if (mapping.kind === 'wildcard' || mapping.value.kind === 'literal') {
      report.notYet(
        span,
        'REMAPPING of anything but a column',
        'Write SETTING aesthetic => literal.',
      );
      return [];
    }
    const aesthetic = aestheticOrColour(mapping.aesthetic.name);
    if (aesthetic === undefined) {
      const { name } = mapping.aesthetic;
      report.problem('unknownAesthetic', span, {
        layer: null,
        aesthetic: name,
        near: null,
        allowed: ['y'],
      });
      return [];
    }
    return [{ column: mapping.value.name, aesthetic, span }];
  });
}

function checkRequired(
  node: LayerNode,
  type: LayerType,
  { bindings, report }: Pick<Target, 'bindings' | 'report'>,
): void {
  const missing = type.required
    .map(choice => choice.filter(aesthetic => !bindings.has(aesthetic)))
    .reduce((best, next) => (next.length < best.length ? next : best));
  if (missing.length > 0) {
    report.problem('missingAesthetic', node.layer.span, { layer: type.name, aesthetics: missing });
  }
  if (type.hasOneAxis && bindings.has('x') && bindings.has('y')) {
    report.problem('ambiguousRule', node.layer.span, {});
  }
}

function isAggregated({ settings }: LayerNode): boolean {
  return settings.some(({ name }) => name.name.toLowerCase() === 'aggregate');
}

function resolveOrder(
  node: LayerNode,
  type: LayerType,
  columns: readonly ChartColumn[],
  report: Report,
): ResolvedLayer['order'] {
  const first = node.order[0];
  if (first && (type.refusesOrder !== undefined || isAggregated(node))) {
    report.notYet(first.span, `ORDER BY of the layer ${type.name}`, type.refusesOrder ?? '');
    return [];
  }
  return node.order.flatMap(({ column: name, descending }) => {
    const column = findColumn(name, columns, report);
    return column ? [{ column, descending }] : [];
  });
}

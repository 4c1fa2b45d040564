/** Resolves one layer: looks up the names of its MAPPING and SETTING and checks that it has what it needs. */

import { t } from '../base/translations';
import { nearest } from '../base/nearest';
import { layerNameMeant, layerTypeNamed, undrawnLayers } from './layers/layerTypes';
import { layerAesthetics, type LayerType } from './layers/layerType';
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
    report.problem('expected', node.span, {
      what: t('SETTING alone: PLACE draws literals'),
      found,
    });
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
      origin: node.source === null ? null : source.table,
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
  const advice = ownEntry(undrawnLayers, name.toLowerCase())?.();
  if (type === undefined && advice !== undefined) {
    report.notYet(span, t('The layer {0}', name.toLowerCase()), advice);
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

/**
 * A rule has one place: its own mapping or setting decides the axis. A rule at a literal is one line, so it inherits no
 * mapping that would draw one for every row.
 */
function inherited(
  type: LayerType,
  own: readonly MappingEntry[],
  node: LayerNode,
  globals: readonly MappingEntry[],
): readonly MappingEntry[] {
  if (!type.hasOneAxis) {
    return globals;
  }
  const placed = own.filter(entry => isRulePosition(entry) && entry.binding !== null);
  const isSet = node.settings.some(({ name }) => ['x', 'y'].includes(name.name.toLowerCase()));
  if (isSet || placed.some(entry => entry.binding?.kind === 'literal')) {
    return [];
  }
  return placed.length > 0 ? globals.filter(entry => !isRulePosition(entry)) : globals;
}

function isRulePosition(entry: MappingEntry): boolean {
  return entry.aesthetic === 'x' || entry.aesthetic === 'y';
}

/** Direct mappings take precedence over `colour`, and both over `*`, in any order. */
function applyEntries(
  entries: readonly MappingEntry[],
  type: LayerType,
  bindings: Map<Aesthetic, Binding>,
): void {
  const allowed = layerAesthetics(type);
  const rank = (entry: MappingEntry): number =>
    entry.wildcard ? 0 : entry.aesthetic === 'colour' ? 1 : 2;
  for (const entry of [...entries].sort((a, b) => rank(a) - rank(b))) {
    const targets: Aesthetic[] =
      entry.aesthetic === 'colour' ? ['fill', 'stroke'] : [entry.aesthetic];
    for (const target of targets.filter(candidate => allowed.includes(candidate))) {
      if (entry.binding) {
        bindings.set(target, entry.binding);
      } else {
        bindings.delete(target);
      }
    }
  }
}

/** Reports mappings of the layer's own that it cannot draw. */
function reportForeign(own: readonly MappingEntry[], type: LayerType, report: Report): void {
  const allowed = layerAesthetics(type);
  for (const { aesthetic, wildcard, span, binding } of own) {
    if (!wildcard && binding && aesthetic !== 'colour' && !allowed.includes(aesthetic)) {
      const near = aesthetic === 'fill' ? 'stroke' : null;
      report.problem('unknownAesthetic', span, { layer: type.name, aesthetic, near, allowed });
    }
  }
}

/** The layer that is built, and the report for problems. */
interface Target {
  readonly bindings: Map<Aesthetic, Binding>;
  readonly parameters: Map<string, SettingNode>;
  readonly report: Report;
}

/** Puts what is set into the layer; `colour` first, so that `fill` and `stroke` win over it. */
function applySettings(node: LayerNode, type: LayerType, target: Target): void {
  const colours = node.settings.filter(isColour);
  for (const setting of [...colours, ...node.settings.filter(other => !isColour(other))]) {
    applySetting(node, setting, type, target);
  }
}

function isColour(setting: SettingNode): boolean {
  return aestheticOrColour(setting.name.name) === 'colour';
}

function applySetting(
  node: LayerNode,
  setting: SettingNode,
  type: LayerType,
  { bindings, parameters, report }: Target,
): void {
  const name = setting.name.name.toLowerCase();
  const aesthetic = aestheticOrColour(name);
  const allowed = layerAesthetics(type);
  const targets: (Aesthetic | undefined)[] =
    aesthetic === 'colour' ? ['fill', 'stroke'] : [aesthetic];
  const known = targets.filter(
    target => target !== undefined && target !== 'weight' && allowed.includes(target),
  );
  if (type.parameters.includes(name)) {
    if (name !== 'position' || takesPosition(type, setting, report)) {
      parameters.set(name, setting);
    }
    return;
  }
  if (known.length === 0) {
    reportSetting(setting, type, report);
    return;
  }
  const { value, span } = setting;
  if (value.kind === 'array' && node.kind === 'draw') {
    const expected = t('one literal; arrays are for PLACE');
    report.problem('badValue', span, { owner: setting.name.name, value: t('an array'), expected });
    return;
  }
  const values = value.kind === 'array' ? value.items.map(item => item.value) : [value.value];
  for (const target of known) {
    if (target !== undefined) {
      bindings.set(target, { kind: 'set', values, span: value.span });
    }
  }
}

function reportSetting(setting: SettingNode, type: LayerType, report: Report): void {
  const { name, span } = setting.name;
  if (name.toLowerCase() === 'aggregate') {
    report.notYet(
      span,
      t('SETTING aggregate of the layer {0}', type.name),
      t('Aggregate in the query.'),
    );
    return;
  }
  const aesthetics = layerAesthetics(type).filter(aesthetic => aesthetic !== 'weight');
  const allowed = [...type.parameters, ...aesthetics];
  const near = nearest(name, [...allowed, 'colour']);
  const owner = t('The layer {0}', type.name);
  report.problem('unknownSetting', span, { owner, setting: name, near, allowed });
}

const knownPositions = ['stack', 'dodge', 'jitter', 'fill'];

/** @returns Whether the layer can have that position; if not, that is reported. */
function takesPosition(
  { name, positions }: LayerType,
  { value }: SettingNode,
  report: Report,
): boolean {
  const written = value.kind === 'literal' ? String(value.value).toLowerCase() : t('an array');
  if (positions.some(position => position === written)) {
    return true;
  }
  if (knownPositions.includes(written)) {
    const advice = t('Possible: {0}.', positions.join(', '));
    report.notYet(
      value.span,
      t("SETTING position => '{0}' of the layer {1}", written, name),
      advice,
    );
  } else {
    const expected = t('one of {0}', positions.join(', '));
    report.problem('badValue', value.span, { owner: 'position', value: written, expected });
  }
  return false;
}

/** The columns are looked up by the statistic that makes them. */
function resolveRemapping(node: LayerNode, report: Report): Remapping[] {
  return node.remappings.flatMap((mapping): Remapping[] => {
    const { span } = mapping;
    if (mapping.kind === 'wildcard' || mapping.value.kind === 'literal') {
      report.notYet(
        span,
        t('REMAPPING of anything but a column'),
        t('Write SETTING aesthetic => literal.'),
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
    report.notYet(
      first.span,
      t('ORDER BY of the layer {0}', type.name),
      type.refusesOrder?.() ?? '',
    );
    return [];
  }
  return node.order.flatMap(({ column: name, descending }) => {
    const column = findColumn(name, columns, report);
    return column ? [{ column, descending }] : [];
  });
}

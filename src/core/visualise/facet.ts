/** FACET: the same chart once per value of a column. */

import { t } from '../base/translations';
import { quotedName } from '../base/quoted';
import type { Json, JsonObject } from '../base/json';
import { columnKind, fieldPath, rowKey } from './chartColumn';
import { wholeDateFormats } from './dateFormats';
import type { ChartColumn, ColumnKind } from './chartColumn';
import type { ChartQuery } from './chartQuery';
import { nearest } from '../base/nearest';
import { labelExpression } from './labelExpression';
import { COLLECTED } from './scaleGuide';
import { numberRows, orderOfRows, panelFields, placedPanels } from './panelOrder';
import type { Report } from './report';
import type { PanelBins, PanelName, ResolvedChart, ResolvedFacet } from './resolvedChart';
import { dateUnit, isTimeKind } from './scaleTypes';
import type { RenamingNode, SettingNode } from './tree';

/** Panels side by side if neither the clause nor the data determine how many. */
const DEFAULT_PANELS_ACROSS = 3;

export interface PanelFacts {
  /**
   * The most panels side by side: with BY the number of its values, without the number of panels; null if that is not
   * known.
   */
  readonly panelCount: number | null;
  /** How wide the bins of panels of numbers are, as far as it is known. */
  readonly binWidths: ReadonlyMap<string, number>;
}

/**
 * @returns `facet`, and where they apply `columns`, `transform` and `resolve`.
 */
export function facetProperties(
  facet: ResolvedFacet,
  chart: ResolvedChart,
  { panelCount, binWidths }: PanelFacts,
  report: Report,
): JsonObject {
  const wrapped = facetSettings(facet.settings, facet.by !== null, report);
  const resolve =
    wrapped.free.length === 0
      ? {}
      : { resolve: { scale: Object.fromEntries(wrapped.free.map(axis => [axis, 'independent'])) } };
  if (facet.by) {
    const row = panel('row', facet.column, { chart, binWidths }, report);
    const column = panel('column', facet.by, { chart, binWidths }, report);
    return {
      ...transformsOf([row, column], chart),
      facet: { row: row.definition, column: column.definition },
      ...resolve,
    };
  }
  const one = panel('panel', facet.column, { chart, binWidths }, report);
  const listed = facet.bins ? undefined : chart.scales.get('panel')?.from?.items.length;
  const all = listed ?? panelCount;
  const byRows = wrapped.nrow && all ? Math.max(1, Math.ceil(all / wrapped.nrow)) : null;
  const columns =
    wrapped.ncol ?? byRows ?? Math.min(DEFAULT_PANELS_ACROSS, panelCount ?? DEFAULT_PANELS_ACROSS);
  return { ...transformsOf([one], chart), facet: one.definition, columns, ...resolve };
}

/**
 * @param table The rows of the chart, as SQL that can follow FROM.
 * @returns The query of the number of panels, where their rows decide on the columns; null if nothing does.
 */
export function panelCountQuery(facet: ResolvedFacet | null, table: string): ChartQuery | null {
  const nrow = facet?.settings.find(({ name }) => name.name.toLowerCase() === 'nrow');
  if (!facet || !nrow || facet.by) {
    return null;
  }
  const rows = facet.rows ?? table;
  const sql = `SELECT count(*) AS panels FROM (SELECT DISTINCT ${quotedName(facet.column.name)} FROM ${rows})`;
  return { name: 'panels', sql, span: nrow.name.span };
}

interface Panel {
  readonly definition: JsonObject;
  /** Chooses rows. */
  readonly filter: JsonObject | null;
  /** Make the field of the definition. */
  readonly transforms: readonly JsonObject[];
  /** Whether the panels are in the order of the rows. */
  readonly isOfRows: boolean;
}

function panel(
  name: PanelName,
  column: ChartColumn,
  { chart, binWidths }: { readonly chart: ResolvedChart } & Pick<PanelFacts, 'binWidths'>,
  report: Report,
): Panel {
  const kind = columnKind(column.type);
  const bins = chart.facet?.bins?.find(own => own.name === name);
  const field = fieldPath(column.name);
  const renamings = chart.scales.get(name)?.renamings ?? [];
  const title = chart.labels.get(name) ?? null;
  const from = bins ? null : chart.scales.get(name)?.from;
  if (from && isTimeKind(kind)) {
    report.notYet(from.span, t('FROM on panels of dates'), t('Choose the dates in the query.'));
  }
  const only = isTimeKind(kind) ? undefined : from?.items.map(item => item.value);
  const isOfRows = !only && !isTimeKind(kind) && kind !== 'number';
  const dated = isTimeKind(kind) ? { filter: { field, valid: true } } : null;
  // If null is listed, it has replaced the values that are not listed, and Vega-Lite does not sort by a list with null.
  const hasRest = only?.includes(null) ?? false;
  const filter = only && !hasRest ? { filter: { field, oneOf: only } } : dated;
  if ((name !== 'panel' || hasRest) && !isTimeKind(kind) && (only || isOfRows)) {
    const value = `datum[${JSON.stringify(rowKey(column.name))}]`;
    const text = `${value} + ""`;
    // If null is listed, it means all values that are not listed.
    const missing = JSON.stringify(hasRest ? COLLECTED : 'missing');
    const named = `(${value} === null ? ${missing} : ${text})`;
    const label = labelExpression(renamings, { value, label: named, text, kind }, report);
    const {
      transforms,
      field: placed,
      header,
    } = placedPanels(name, { column, label, only }, panelFields(chart));
    const definition = { field: placed, type: 'nominal', title, header };
    return { definition, filter, transforms, isOfRows };
  }
  const sort = only ? { sort: only } : isOfRows ? { sort: orderOfRows(panelFields(chart)) } : {};
  const binned = bins ? binLabel(bins, binWidths.get(name)) : {};
  const header = panelHeader(renamings, { kind, ...binned }, report);
  const definition = { field, ...panelScale(kind), title, ...sort, ...header };
  return { definition, filter, transforms: [], isOfRows };
}

function panelScale(kind: ColumnKind): JsonObject {
  const unit = dateUnit(kind);
  return {
    ...(unit === null ? {} : { timeUnit: unit }),
    type: isTimeKind(kind) || kind === 'number' ? 'ordinal' : 'nominal',
  };
}

/** The text of a header, if it is not the value itself: a label expression, or a date format. */
interface HeaderWords {
  readonly label?: string;
  readonly format?: string;
}

/** Months and years by their names, numbers from the start to the end of their bin. */
function binLabel(
  { unit, isOfDays, edges, column }: PanelBins,
  width: number | undefined,
): HeaderWords {
  if (isTimeKind(columnKind(column.type))) {
    const days = isOfDays ? { format: wholeDateFormats.date } : {};
    return unit === 'year' ? { format: '%Y' } : unit === 'month' ? { format: '%b %Y' } : days;
  }
  const ends = JSON.stringify(edges?.slice(1));
  const end = edges
    ? `${ends}[indexof(${JSON.stringify(edges)}, datum.value)]`
    : `datum.value + ${width ?? 0}`;
  return edges || width !== undefined
    ? { label: `${numberLabel('datum.value')} + " – " + ${numberLabel(end)}` }
    : {};
}

/** Ten digits hide the rounding errors of adding doubles. */
function numberLabel(number: string): string {
  return `format(${number}, ",.10~g")`;
}

function panelHeader(
  renamings: readonly RenamingNode[],
  { kind, label, format }: HeaderWords & { readonly kind: ColumnKind },
  report: Report,
): JsonObject {
  // Vega-Lite writes a condition without brackets for the label, and the value as it is.
  const own = label ?? '(datum.label)';
  const renamed = { value: 'datum.value', label: own, text: 'datum.value + ""', kind };
  const header = {
    ...(renamings.length > 0
      ? { labelExpr: labelExpression(renamings, renamed, report) }
      : label === undefined
        ? {}
        : { labelExpr: label }),
    ...(isTimeKind(kind)
      ? { format: format ?? wholeDateFormats[kind === 'date' ? 'date' : 'time'] }
      : {}),
  };
  return Object.keys(header).length > 0 ? { header } : {};
}

function transformsOf(panels: readonly Panel[], chart: ResolvedChart): JsonObject {
  const transform = [
    ...panels.flatMap(({ filter }) => (filter ? [filter] : [])),
    ...(panels.some(({ isOfRows }) => isOfRows) ? [numberRows(panelFields(chart))] : []),
    ...panels.flatMap(({ transforms }) => transforms),
  ];
  return transform.length > 0 ? { transform } : {};
}

/** @returns The settings that FACET takes; `isGrid`: with BY. */
export function facetSettingNames(isGrid: boolean): readonly string[] {
  return isGrid ? ['free'] : ['free', 'ncol', 'nrow'];
}

interface FacetSettings {
  readonly free: readonly ('x' | 'y')[];
  readonly ncol: number | null;
  readonly nrow: number | null;
}

function facetSettings(
  settings: readonly SettingNode[],
  isGrid: boolean,
  report: Report,
): FacetSettings {
  let free: ('x' | 'y')[] = [];
  const counts: Record<'ncol' | 'nrow', number | null> = { ncol: null, nrow: null };
  for (const setting of settings) {
    const name = setting.name.name.toLowerCase();
    if (name === 'free') {
      free = freeAxes(setting, report);
    } else if ((name === 'ncol' || name === 'nrow') && !isGrid) {
      counts[name] = panelsAlong(name, setting, report);
    } else if (name === 'missing' && isRepeat(setting)) {
      continue;
    } else if (name === 'nrow' || name === 'missing') {
      report.notYet(setting.name.span, t('SETTING {0} of FACET', name));
    } else {
      const allowed = facetSettingNames(isGrid);
      const near = nearest(name, allowed);
      const facts = { owner: 'FACET', setting: setting.name.name, near, allowed };
      report.problem('unknownSetting', setting.name.span, facts);
    }
  }
  return { free, ...counts };
}

/** Layers without the column of the panels are drawn in each of them, with or without the setting. */
function isRepeat({ value }: SettingNode): boolean {
  return value.kind === 'literal' && String(value.value).toLowerCase() === 'repeat';
}

function freeAxes({ value }: SettingNode, report: Report): ('x' | 'y')[] {
  const values: Json[] = (value.kind === 'array' ? value.items : [value]).map(item => item.value);
  const axes = (['x', 'y'] as const).filter(axis => values.includes(axis));
  if (values.some(item => item !== 'x' && item !== 'y' && item !== null)) {
    const expected = t("'x', 'y', ['x', 'y'] or null");
    report.problem('badValue', value.span, {
      owner: 'free',
      value: JSON.stringify(values),
      expected,
    });
  }
  return axes;
}

function panelsAlong(owner: string, { value }: SettingNode, report: Report): number | null {
  const written = value.kind === 'literal' ? value.value : null;
  if (typeof written === 'number' && Number.isInteger(written) && written > 0) {
    return written;
  }
  const expected = t('a whole number above 0');
  const facts = {
    owner,
    value: value.kind === 'array' ? t('an array') : JSON.stringify(written),
    expected,
  };
  report.problem('badValue', value.span, facts);
  return null;
}

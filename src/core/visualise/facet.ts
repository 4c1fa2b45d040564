/** FACET: the same chart once a value of a column. */

import type { Json, JsonObject } from '../base/json';
import { columnKind, fieldPath, rowKey } from './chartColumn';
import type { ChartColumn, ColumnKind } from './chartColumn';
import { quoted } from './chartQuery';
import type { ChartQuery } from './chartQuery';
import { nearest } from '../base/nearest';
import { labelExpression } from './labelExpression';
import { numberRows, orderOfRows, panelFields, placedPanels } from './panelOrder';
import type { Report } from './report';
import type { ResolvedChart, ResolvedFacet } from './resolvedChart';
import { dateUnit, isTimeKind } from './scaleTypes';
import type { RenamingNode, SettingNode } from './tree';

/** Panels beside each other where neither the clause nor the data say how many. */
const DEFAULT_PANELS_ACROSS = 3;

/**
 * @param panelCount How many panels stand beside each other at most: with BY the number of its values, without the
 * number of panels; null where that is not known.
 * @returns `facet`, and where they apply `columns`, `transform` and `resolve`.
 */
export function facetProperties(
  facet: ResolvedFacet,
  chart: ResolvedChart,
  panelCount: number | null,
  report: Report,
): JsonObject {
  const wrapped = facetSettings(facet.settings, facet.by !== null, report);
  const resolve =
    wrapped.free.length === 0
      ? {}
      : { resolve: { scale: Object.fromEntries(wrapped.free.map(axis => [axis, 'independent'])) } };
  if (facet.by) {
    const row = panel('row', facet.column, chart, report);
    const column = panel('column', facet.by, chart, report);
    return {
      ...transformsOf([row, column], chart),
      facet: { row: row.definition, column: column.definition },
      ...resolve,
    };
  }
  const one = panel('panel', facet.column, chart, report);
  const all = chart.scales.get('panel')?.from?.items.length ?? panelCount;
  const byRows = wrapped.nrow && all ? Math.max(1, Math.ceil(all / wrapped.nrow)) : null;
  const columns =
    wrapped.ncol ?? byRows ?? Math.min(DEFAULT_PANELS_ACROSS, panelCount ?? DEFAULT_PANELS_ACROSS);
  return { ...transformsOf([one], chart), facet: one.definition, columns, ...resolve };
}

/**
 * @param table The rows of the chart, as SQL that can follow FROM.
 * @returns The query of the number of panels, where their rows decide on the columns; null where nothing does.
 */
export function panelCountQuery(facet: ResolvedFacet | null, table: string): ChartQuery | null {
  const rows = facet?.settings.find(({ name }) => name.name.toLowerCase() === 'nrow');
  if (!facet || !rows || facet.by) {
    return null;
  }
  const sql = `SELECT count(*) AS panels FROM (SELECT DISTINCT ${quoted(facet.column.name)} FROM ${table})`;
  return { name: 'panels', sql, span: rows.name.span };
}

interface Panel {
  readonly definition: JsonObject;
  /** Chooses rows. */
  readonly filter: JsonObject | null;
  /** Make the field of the definition. */
  readonly transforms: readonly JsonObject[];
  /** Whether the panels stand in the order of the rows. */
  readonly isOfRows: boolean;
}

function panel(
  name: 'panel' | 'row' | 'column',
  column: ChartColumn,
  chart: ResolvedChart,
  report: Report,
): Panel {
  const kind = columnKind(column.type);
  const field = fieldPath(column.name);
  const renamings = chart.scales.get(name)?.renamings ?? [];
  const title = chart.labels.get(name) ?? null;
  const from = chart.scales.get(name)?.from;
  if (from && isTimeKind(kind)) {
    report.notYet(from.span, 'FROM on panels of dates', 'Choose the dates in the query.');
  }
  const only = isTimeKind(kind) ? undefined : from?.items.map(item => item.value);
  const isOfRows = !only && !isTimeKind(kind) && kind !== 'number';
  const dated = isTimeKind(kind) ? { filter: { field, valid: true } } : null;
  const filter = only ? { filter: { field, oneOf: only } } : dated;
  if (name !== 'panel' && !isTimeKind(kind) && (only || isOfRows)) {
    const value = `datum[${JSON.stringify(rowKey(column.name))}]`;
    const text = `${value} + ""`;
    const label = labelExpression(renamings, { value, label: text, text, kind }, report);
    const {
      transforms,
      field: placed,
      header,
    } = placedPanels(name, { column, label, only }, panelFields(chart));
    const definition = { field: placed, type: 'nominal', title, header };
    return { definition, filter, transforms, isOfRows };
  }
  const sort = only ? { sort: only } : isOfRows ? { sort: orderOfRows(panelFields(chart)) } : {};
  const header = panelHeader(renamings, kind, report);
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

function panelHeader(
  renamings: readonly RenamingNode[],
  kind: ColumnKind,
  report: Report,
): JsonObject {
  // Vega-Lite writes a condition without brackets for the label, and the value as it is.
  const renamed = { value: 'datum.value', label: '(datum.label)', text: 'datum.value + ""', kind };
  const header = {
    ...(renamings.length > 0 ? { labelExpr: labelExpression(renamings, renamed, report) } : {}),
    ...(isTimeKind(kind) ? { format: kind === 'date' ? '%-d %b %Y' : '%-d %b %Y %H:%M' } : {}),
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
      report.notYet(setting.name.span, `SETTING ${name} of FACET`);
    } else {
      const allowed = facetSettingNames(isGrid);
      const near = nearest(name, allowed);
      const facts = { owner: 'FACET', setting: setting.name.name, near, allowed };
      report.problem('unknownSetting', setting.name.span, facts);
    }
  }
  return { free, ...counts };
}

/** Layers without the column of the panels stand in each of them: what happens without the setting too. */
function isRepeat({ value }: SettingNode): boolean {
  return value.kind === 'literal' && String(value.value).toLowerCase() === 'repeat';
}

function freeAxes({ value }: SettingNode, report: Report): ('x' | 'y')[] {
  const values: Json[] = (value.kind === 'array' ? value.items : [value]).map(item => item.value);
  const axes = (['x', 'y'] as const).filter(axis => values.includes(axis));
  if (values.some(item => item !== 'x' && item !== 'y' && item !== null)) {
    const expected = "'x', 'y', ['x', 'y'] or null";
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
  const expected = 'a whole number above 0';
  report.problem('badValue', value.span, { owner, value: 'this', expected });
  return null;
}

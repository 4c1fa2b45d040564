/** What the statistics share: their settings, their groups, and the layers they become. */

import { t } from '../../base/translations';
import type { Aesthetic } from '../aesthetics';
import type { AxisNumber } from '../axisNumber';
import { columnKind, freeName, isWholeColumn } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { drawnRows } from '../chartData';
import type { Report } from '../report';
import type { AxisScales } from '../scaledAxis';
import { powersOfTen } from '../scaleTransform';
import { columnNames, columnOf } from '../resolvedChart';
import type { Binding, Bindings, ReadColumn, ResolvedFacet, ResolvedLayer } from '../resolvedChart';

/** The context of a statistic besides its layer. */
export interface StatisticContext extends AxisScales {
  readonly facet: ResolvedFacet | null;
}

/**
 * @returns The columns that group the rows: those that the layer maps besides `inputs`, its partition and the panels.
 */
export function groupsOf(
  layer: ResolvedLayer,
  inputs: readonly Aesthetic[],
  facet: ResolvedFacet | null,
): ChartColumn[] {
  const mapped = [...layer.bindings].flatMap(([aesthetic, binding]) =>
    binding.kind === 'column' && !inputs.includes(aesthetic) ? [binding.column] : [],
  );
  const panels = facet ? [facet.column, ...(facet.by ? [facet.by] : [])] : [];
  const all = [...mapped, ...layer.partition, ...panels];
  return all.filter((column, at) => all.findIndex(({ name }) => name === column.name) === at);
}

/**
 * @param title The title of its axis.
 * @returns A column to compute: of that name, or of a similar one where the layer has a column of it in any case.
 */
export function computedColumn(
  layer: ResolvedLayer,
  name: string,
  { type = 'DOUBLE', title = name, ...more }: Partial<Omit<ChartColumn, 'name'>> = {},
): ChartColumn {
  return { name: freeName(name, columnNames(layer)), type, title, ...more };
}

/** @returns The column that the statistic computes with; a literal in its place is reported. */
export function inputColumn(
  layer: ResolvedLayer,
  aesthetic: Aesthetic,
  report: Report,
): ChartColumn | undefined {
  const column = columnOf(layer, aesthetic);
  if (!column && layer.bindings.has(aesthetic)) {
    report.problem('missingAesthetic', layer.span, {
      layer: layer.type.name,
      aesthetics: [aesthetic],
    });
  }
  return column;
}

/** @returns The axis of numbers without the groups: y, unless only x holds numbers. */
export function measuredAxis(layer: ResolvedLayer): 'x' | 'y' {
  const isNumeric = (axis: 'x' | 'y'): boolean => {
    const column = columnOf(layer, axis);
    return column !== undefined && columnKind(column.type) === 'number';
  };
  return isNumeric('x') && !isNumeric('y') ? 'x' : 'y';
}

/** @returns The column of the number of rows, or of the sum of their weights. */
export function countedColumn(layer: ResolvedLayer, weight: ChartColumn | undefined): ChartColumn {
  return weight
    ? computedColumn(layer, `sum of ${weight.name}`, {
        title: weight.name,
        isWhole: isWholeColumn(weight),
      })
    : computedColumn(layer, 'rows', { isWhole: true });
}

/** @returns The layer's bindings with `inputs` replaced by computed columns. */
export function computedBindings(
  layer: ResolvedLayer,
  inputs: readonly Aesthetic[],
  computed: Partial<Record<Aesthetic, ChartColumn>>,
): Bindings {
  const kept = [...layer.bindings].filter(([aesthetic]) => !inputs.includes(aesthetic));
  const made = Object.entries(computed).map(([aesthetic, column]): [Aesthetic, Binding] => [
    aesthetic as Aesthetic,
    { kind: 'column', column, span: layer.span },
  ]);
  return new Map([...kept, ...made]);
}

/**
 * @param computed The columns that REMAPPING may choose from.
 * @returns The one on y: the one in REMAPPING, or else the first.
 */
export function remappedY<C extends string>(
  layer: ResolvedLayer,
  computed: readonly [C, ...C[]],
  report: Report,
): C {
  let chosen = computed[0];
  for (const { column, aesthetic, span } of layer.remapping) {
    const named = computed.find(name => name === column.toLowerCase());
    if (named !== undefined && aesthetic === 'y') {
      chosen = named;
    } else {
      const value = `${column} AS ${aesthetic}`;
      const expected = computed.map(name => `${name} AS y`).join(' or ');
      report.problem('badValue', span, { owner: 'REMAPPING', value, expected });
    }
  }
  return chosen;
}

/** @returns The setting's number above 0; undefined if it is not written, or after a report. */
export function positiveSetting(
  layer: ResolvedLayer,
  name: string,
  report: Report,
  isWhole = false,
): number | undefined {
  const setting = layer.parameters.get(name);
  if (!setting) {
    return undefined;
  }
  const value = setting.value.kind === 'literal' ? setting.value.value : null;
  if (typeof value === 'number' && value > 0 && (!isWhole || Number.isInteger(value))) {
    return value;
  }
  const expected = isWhole ? t('a whole number above 0') : t('a number above 0');
  const written = setting.value.kind === 'literal' ? JSON.stringify(value) : t('an array');
  report.problem('badValue', setting.value.span, { owner: name, value: written, expected });
  return undefined;
}

/** The largest power of ten of the engine's numbers. */
const MOST_POWERS = 300;

/**
 * @returns The setting's number above 0 in the unit of the axis' number; undefined if it is not written, or after a
 * report. If a transform makes that another unit than the values', a note reports it.
 */
export function widthSetting(
  layer: ResolvedLayer,
  name: string,
  { scaled }: AxisNumber,
  report: Report,
): number | undefined {
  const width = positiveSetting(layer, name, report);
  const setting = layer.parameters.get(name);
  if (width === undefined || !setting || !scaled) {
    return width;
  }
  const powers = powersOfTen(scaled.transform);
  if (powers !== null && width * powers > MOST_POWERS) {
    const expected = t(
      'a width along the axis, whose scale is VIA {0}, for example 0.5',
      scaled.via,
    );
    report.problem('badValue', setting.value.span, {
      ...{ owner: name, value: String(width), expected },
    });
    return undefined;
  }
  const example =
    powers === null ? '' : t(': a step of 1 is times {0}', Number((10 ** powers).toFixed(3)));
  report.note(
    t('{0} is measured along the axis, whose scale is VIA {1}{2}.', name, scaled.via, example),
  );
  return width;
}

/** @returns The layer's rows as a statistic reads them on these axes, and with which values it computes. */
export function reading(
  layer: ResolvedLayer,
  columns: Partial<Record<'x' | 'y', ChartColumn | undefined>>,
  keeps: ReadColumn['keeps'] = 'placed',
): Pick<ResolvedLayer, 'read'> {
  const rows = drawnRows(layer);
  const read = (['x', 'y'] as const).flatMap((axis): [string, ReadColumn][] => {
    const column = columns[axis];
    return column ? [[axis, { rows, column, keeps }]] : [];
  });
  return { read: new Map([...(layer.read ?? []), ...read]) };
}

/** @returns The setting's word; `fallback` if it is not written, or is none of `words`, which is reported. */
export function wordSetting<W extends string>(
  layer: ResolvedLayer,
  name: string,
  { words, fallback }: { readonly words: readonly W[]; readonly fallback: W },
  report: Report,
): W {
  const setting = layer.parameters.get(name);
  if (!setting) {
    return fallback;
  }
  const value = setting.value.kind === 'literal' ? setting.value.value : null;
  const word = words.find(candidate => candidate === String(value).toLowerCase());
  if (word === undefined) {
    const expected = t('one of {0}', words.map(candidate => `'${candidate}'`).join(', '));
    const facts = { owner: name, value: JSON.stringify(value), expected };
    report.problem('badValue', setting.value.span, facts);
  }
  return word ?? fallback;
}

/** @returns The layer without the settings that the statistic has used up. */
export function withoutSettings(
  layer: ResolvedLayer,
  names: readonly string[],
): ResolvedLayer['parameters'] {
  return new Map([...layer.parameters].filter(([name]) => !names.includes(name)));
}

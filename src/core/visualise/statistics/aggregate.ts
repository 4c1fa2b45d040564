/** `SETTING aggregate => 'mean'`: one mark for all rows of a group. */

import { t } from '../../base/translations';
import { quotedName } from '../../base/quoted';
import type { Aesthetic } from '../aesthetics';
import { axisNumber, isNumber } from '../axisNumber';
import { columnKind, isWholeColumn } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { sourceTable } from '../chartQuery';
import { continuousAesthetics } from '../continuousMapping';
import type { Report } from '../report';
import { aestheticOrColour } from '../resolveNames';
import { columnOf } from '../resolvedChart';
import { groupBehind } from '../rowsBehind';
import type { ResolvedLayer } from '../resolvedChart';
import type { LiteralNode } from '../tree';
import {
  computedBindings,
  computedColumn,
  groupsOf,
  inputColumn,
  measuredAxis,
  reading,
  withoutSettings,
} from './statistic';
import type { StatisticContext } from './statistic';

/** The functions of `SETTING aggregate`. */
export const aggregateFunctions = ['mean', 'sum', 'median', 'min', 'max', 'count'] as const;

type AggregateFunction = (typeof aggregateFunctions)[number];

/** Functions for dates, which exclude sums. */
const ofTimes: readonly AggregateFunction[] = ['mean', 'median', 'min', 'max'];

/** Functions whose values can be between whole numbers. */
const between: readonly AggregateFunction[] = ['mean', 'median'];

/** @returns Whether the layer asks for aggregates; `aggregate => null` asks for none. */
export function isAggregated({ parameters }: ResolvedLayer): boolean {
  const value = parameters.get('aggregate')?.value;
  return value !== undefined && !(value.kind === 'literal' && value.value === null);
}

/**
 * The function is applied to the values, not to places on the scale: a mean is the same number on a logarithmic axis.
 *
 * @returns The layer over one row for each group; what is computed is named after the function, for example `mean of
 * score`. Points and texts are grouped by what they map to kinds and by their partition; bars, lines and areas also by
 * the axis that they go along.
 */
export function aggregatedLayers(layer: ResolvedLayer, context: StatisticContext): ResolvedLayer[] {
  const { facet, report } = context;
  const wanted = inputsOf(layer, context);
  const chosen = wanted && chosenFunctions(layer, wanted, report);
  const aggregates = chosen?.map(choice => aggregateOf(layer, choice, report));
  if (!wanted || !aggregates || aggregates.includes(undefined)) {
    return [];
  }
  const computed = aggregates.flatMap(aggregate => aggregate ?? []);
  const groups = groupsOf(layer, wanted, facet);
  const parameters = withoutSettings(layer, ['aggregate']);
  if (computed.length + groups.length === 0) {
    return [{ ...layer, parameters }];
  }
  const columns: Partial<Record<Aesthetic, ChartColumn>> = {};
  for (const { aesthetic, column } of computed) {
    columns[aesthetic] = column;
  }
  return [
    {
      ...layer,
      ...readBy(layer, chosen ?? []),
      parameters,
      bindings: computedBindings(layer, wanted, columns),
      query: {
        name: 'aggregate',
        sql: aggregateSql(layer, groups, computed),
        span: layer.source.span,
        behind: [groupBehind(layer.source, groups, conditionOf(computed))],
      },
    },
  ];
}

/** The aesthetics that show what is computed; undefined after a report. */
function inputsOf(
  layer: ResolvedLayer,
  { scales, report }: StatisticContext,
): readonly Aesthetic[] | undefined {
  const continuous = continuousAesthetics(layer, scales).filter(
    aesthetic => !['weight', 'xend', 'yend'].includes(aesthetic),
  );
  if (['point', 'text'].includes(layer.type.mark.type)) {
    // Such an axis was already binned.
    return continuous.filter(aesthetic => scales.get(aesthetic)?.type?.value !== 'binned');
  }
  const axis = valueAxis(layer);
  const base = columnOf(layer, axis === 'x' ? 'y' : 'x');
  const styles = continuous.filter(
    aesthetic =>
      aesthetic !== 'x' && aesthetic !== 'y' && columnOf(layer, aesthetic)?.name !== base?.name,
  );
  if (!layer.bindings.has(axis)) {
    report.problem('missingAesthetic', layer.span, { layer: layer.type.name, aesthetics: [axis] });
  }
  return inputColumn(layer, axis, report) && [axis, ...styles];
}

/** The axis that a line, an area or a bar does not go along. */
function valueAxis(layer: ResolvedLayer): 'x' | 'y' {
  const orientation = layer.parameters.get('orientation')?.value;
  const isTransposed = orientation?.kind === 'literal' && orientation.value === 'transposed';
  return isTransposed ? 'x' : measuredAxis(layer);
}

interface Choice {
  readonly aesthetic: Aesthetic;
  readonly called: AggregateFunction;
}

/**
 * `'mean'` is for all, `'size:count'` for one aesthetic.
 *
 * @returns The function of each input; one without any is left out and noted. Undefined after a report.
 */
function chosenFunctions(
  layer: ResolvedLayer,
  inputs: readonly Aesthetic[],
  report: Report,
): Choice[] | undefined {
  const value = layer.parameters.get('aggregate')?.value;
  const items = value?.kind === 'array' ? value.items : value ? [value] : [];
  const functions = new Map<string, AggregateFunction>();
  for (const item of items) {
    const entry = aggregateEntry(item, inputs, report);
    if (!entry) {
      return undefined;
    }
    for (const target of entry.targets) {
      if (functions.has(target)) {
        report.notYet(item.span, t('SETTING aggregate with two functions for one aesthetic'));
        return undefined;
      }
      functions.set(target, entry.called);
    }
  }
  return inputs.flatMap((aesthetic): Choice[] => {
    const called = functions.get(aesthetic) ?? functions.get(EVERY);
    if (!called) {
      report.note(t('{0} is not drawn: SETTING aggregate has no function for it.', aesthetic));
    }
    return called ? [{ aesthetic, called }] : [];
  });
}

/** Key for all inputs that are not named. */
const EVERY = '*';

function aggregateEntry(
  { value, span }: LiteralNode,
  inputs: readonly Aesthetic[],
  report: Report,
): { readonly targets: readonly string[]; readonly called: AggregateFunction } | undefined {
  const [target, word] = typeof value === 'string' ? splitEntry(value) : [undefined, ''];
  const called = aggregateFunctions.find(name => name === word);
  const named = target === undefined ? undefined : aestheticOrColour(target);
  const colours: readonly Aesthetic[] = ['fill', 'stroke'];
  const targets =
    target === undefined
      ? [EVERY]
      : inputs.filter(input => input === named || (named === 'colour' && colours.includes(input)));
  if (called && targets.length > 0) {
    return { targets, called };
  }
  const words = aggregateFunctions.map(name => `'${name}'`).join(', ');
  const expected = called
    ? t(
        'an aesthetic that shows numbers before the colon: {0}',
        inputs.join(', ') || t('this layer has none'),
      )
    : t("one of {0}, or one of them for one aesthetic, for example 'y:mean'", words);
  report.problem('badValue', span, { owner: 'aggregate', value: JSON.stringify(value), expected });
  return undefined;
}

function splitEntry(text: string): [string | undefined, string] {
  const parts = text.toLowerCase().split(':');
  const word = (parts.pop() ?? '').trim();
  return [parts.length === 0 ? undefined : parts.join(':').trim(), word];
}

interface Aggregate {
  readonly aesthetic: Aesthetic;
  /** SQL of a number of each row. */
  readonly number: string;
  /** SQL of a condition that a row has to fulfil to be computed with. */
  readonly condition: string;
  readonly called: AggregateFunction;
  /** @returns SQL of a value of the column from that of its number. */
  readonly value: (number: string) => string;
  readonly column: ChartColumn;
}

function aggregateOf(
  layer: ResolvedLayer,
  { aesthetic, called }: Choice,
  report: Report,
): Aggregate | undefined {
  const input = columnOf(layer, aesthetic);
  if (!input) {
    return undefined;
  }
  const name = [called, 'of', input.name].join(' ');
  if (called === 'count') {
    const number = quotedName(input.name);
    const column = computedColumn(layer, name, { isWhole: true });
    return {
      ...{ aesthetic, called, column, number },
      condition: `${number} IS NOT NULL`,
      value: count => count,
    };
  }
  const isTime = ['date', 'timestamp', 'instant'].includes(columnKind(input.type));
  const fits = isTime && ofTimes.includes(called) ? true : isNumber(input, layer, report);
  const axis = fits ? axisNumber(input, layer, report) : undefined;
  return (
    axis && {
      ...{ aesthetic, called, number: axis.number, value: axis.value },
      condition: `isfinite(${axis.number})`,
      column: computedColumn(layer, name, {
        type: axis.type,
        isWhole: !between.includes(called) && isWholeColumn(input),
      }),
    }
  );
}

/** Each value that is aggregated has to be finite, or for a count not missing; other axes show their values as they are. */
function readBy(layer: ResolvedLayer, choices: readonly Choice[]): Pick<ResolvedLayer, 'read'> {
  return (['x', 'y'] as const).reduce<ResolvedLayer>((made, axis) => {
    const called = choices.find(({ aesthetic }) => aesthetic === axis)?.called;
    const keeps = called === undefined ? 'placed' : called === 'count' ? 'present' : 'finite';
    return { ...made, ...reading(made, { [axis]: columnOf(layer, axis) }, keeps) };
  }, layer);
}

/** Rows with a value to compute with. */
function conditionOf(aggregates: readonly Aggregate[]): string | null {
  return [...new Set(aggregates.map(({ condition }) => condition))].join(' OR ') || null;
}

/**
 * A value that is shown twice, as a position and as a label, is computed once. A line has a gap where a group has no
 * value; other marks are left out.
 */
function aggregateSql(
  layer: ResolvedLayer,
  groups: readonly ChartColumn[],
  aggregates: readonly Aggregate[],
): string {
  const { own } = layer.source;
  const different = aggregates.filter(
    ({ column }, at) => aggregates.findIndex(other => other.column.name === column.name) === at,
  );
  const nameOf = (at: number): string => own`_value${at === 0 ? '' : at + 1}`;
  const values = different.map(({ number }, at) => `${number} AS ${nameOf(at)}`);
  const conditions = [...new Set(different.map(({ condition }) => condition))];
  const hasGaps = layer.type.connects !== undefined;
  const computed = different.map(({ called, value, column }, at) => {
    const name = nameOf(at);
    const isSome = (hasGaps || conditions.length > 1) && called !== 'count';
    const filter = isSome ? ` FILTER (isfinite(${name}))` : '';
    const number = `${called === 'mean' ? 'avg' : called}(${name})${filter}::DOUBLE`;
    return `${value(number)} AS ${quotedName(column.name)}`;
  });
  const names = groups.map(({ name }) => quotedName(name));
  const where = hasGaps ? null : conditionOf(aggregates);
  const by = groups.length === 0 ? '' : ` GROUP BY ${names.join(', ')}`;
  return [
    `WITH ${sourceTable(layer.source, [...values, ...names], where)}`,
    `SELECT ${[...computed, ...names].join(', ')}`,
    own`FROM _source${by} ORDER BY min(_row)`,
  ].join('\n');
}

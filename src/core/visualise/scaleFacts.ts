/** Facts about the rows that scales need: queried from the engine before the chart is compiled for drawing. */

import { t } from '../base/translations';
import { quotedName, textLiteral } from '../base/quoted';
import { grouped, plural } from '../base/text';
import type { Json, JsonObject } from '../base/json';
import { positionFamilies } from './aesthetics';
import { colourCount } from './categoryColours';
import type { ChannelPlan } from './channelPlan';
import { columnKind } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import type { ChartQuery } from './chartQuery';
import { drawnRows } from './chartData';
import { shareOf } from './layerPosition';
import { isDiscrete } from './positionPlan';
import { sides, withoutSides } from './sideColours';
import type { Report } from './report';
import { columnOf } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';

/** Numbers by the name of the axis or the channel. */
export interface ScaleFacts {
  /** The largest distance from zero of the values of a scale around zero. */
  readonly farthest: ReadonlyMap<string, number>;
  /** Rows below zero of which an axis shows shares. */
  readonly negativeShares: ReadonlyMap<string, number>;
  /** Values that a scale has to distinguish by the list after TO. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Those values of a scale with the colours of series, or the first ones: their names decide how many colours it has. */
  readonly names: ReadonlyMap<string, readonly Json[]>;
  /**
   * Places of the values that there are in the order of a scale of several fields or of the sides, from 1; 0 if one is
   * missing, -1 if one is not in that order.
   */
  readonly present: ReadonlyMap<string, ReadonlySet<number>>;
  /** How wide the bins of panels of numbers are. */
  readonly binWidths: ReadonlyMap<string, number>;
}

/** In place of the place of a value that the order does not have. */
const OTHER_VALUE = -1;

/** Enough to find a name with a colour: there are fewer colours. */
const MOST_NAMES = 100;

/** Channels that begin their list again where it is too short. */
const listChannels = ['color', 'fill', 'stroke', 'shape', 'strokeDash'];

const aggregates = {
  negativeShares: (value: string) => `count(*) FILTER (${value} < 0)`,
  farthest: (value: string) => `max(abs(${value})) FILTER (isfinite(${value}))`,
} satisfies Partial<Record<keyof ScaleFacts, (value: string) => string>>;

/** @returns The query of the facts; null if no scale needs any. */
export function scaleFactsQuery(chart: ResolvedChart, plan: ChartPlan): ChartQuery | null {
  const selects = scalesOf(plan).flatMap(([name, scale]) => {
    const isLimited = usesPalette(name, scale) || rangeOf(name, scale) !== null;
    const kinds = isLimited ? kindsSelects(name, scale, chart, plan) : [];
    const order = scale.isUnited ? scale.order : hasSides(scale) ? sides : undefined;
    const present = order ? [presentSelect(name, order, chart, plan)] : [];
    if (isColour(name) && hasSides(scale)) {
      // Other words than the sides have the colours of names.
      present.push(namesSelect(name, distinctValues(name, chart, plan)));
    }
    if (kinds.length > 0 || present.length > 0) {
      return [...kinds, ...present];
    }
    return isOpenAtZero(scale)
      ? chart.layers.flatMap(layer =>
          columnsOn(name, layer, plan).map(column => select('farthest', name, layer, column)),
        )
      : [];
  });
  const shares = chart.layers.flatMap(layer => {
    const share = shareOf(layer, plan);
    return share ? [select('negativeShares', share.axis, layer, share.column)] : [];
  });
  const [span] = chart.layers.map(layer => layer.source.span);
  const all = [...selects, ...shares, ...widthSelects(chart)];
  return all.length > 0 && span
    ? { name: 'facts', sql: [...new Set(all)].join('\nUNION ALL '), span }
    : null;
}

/** Bins that the clause does not list are of one width. */
function widthSelects({ facet }: ResolvedChart): string[] {
  return (facet?.bins ?? []).flatMap(({ name, column, end, edges }) => {
    const [from, to] = [column, end].map(bin => quotedName(bin.name));
    return facet?.rows === undefined || edges || columnKind(column.type) !== 'number'
      ? []
      : [
          `SELECT 'binWidths' AS fact, '${name}' AS scale, max(${to} - ${from}) AS value FROM ${facet.rows}`,
        ];
  });
}

/** @returns The facts in the rows of the query. */
export function scaleFactsOf(rows: readonly JsonObject[]): ScaleFacts {
  const facts = {
    farthest: new Map<string, number>(),
    negativeShares: new Map<string, number>(),
    kinds: new Map<string, number>(),
    binWidths: new Map<string, number>(),
  };
  const present = new Map<string, Set<number>>();
  const names = new Map<string, Json[]>();
  for (const { fact, scale, value } of rows) {
    const name = String(scale);
    if (fact === 'present') {
      present.set(name, (present.get(name) ?? new Set()).add(Number(value)));
      continue;
    }
    if (fact === 'names') {
      names.set(name, [...(names.get(name) ?? []), value ?? null]);
      continue;
    }
    const known = facts[fact as keyof typeof facts];
    const before = known.get(name) ?? 0;
    const isMost = fact === 'farthest' || fact === 'binWidths';
    known.set(name, isMost ? Math.max(before, Number(value)) : before + Number(value));
  }
  return { ...facts, present, names };
}

/** @returns The plan, in which scales around zero reach as far below it as above, and several fields have one order. */
export function settledPlan(plan: ChartPlan, facts: ScaleFacts): ChartPlan {
  const styles = [...plan.styles].map(([name, scale]): [string, ChannelPlan] => {
    const { properties } = scale;
    const domain = settledDomain(name, scale, facts);
    if (hasOthersThanSides(name, scale, facts)) {
      return [name, withoutSides(scale)];
    }
    const settled = domain ? { domain } : presentSides(name, scale, facts);
    return settled
      ? [
          name,
          { ...scale, properties: { ...properties, scale: { ...scaleIn(scale), ...settled } } },
        ]
      : [name, scale];
  });
  return withoutFalseCues({ ...plan, styles: new Map(styles) }, facts, plan);
}

/** A column named `side` may hold other words than the service's, for example buy and sell. */
function hasOthersThanSides(name: string, scale: ChannelPlan, { present }: ScaleFacts): boolean {
  return hasSides(scale) && present.get(name)?.has(OTHER_VALUE) === true;
}

/** Shapes and dashes that nobody asked for accompany the colours of the sides alone. */
function withoutFalseCues(settled: ChartPlan, facts: ScaleFacts, open: ChartPlan): ChartPlan {
  const all = [...settled.uses.values()].flat();
  const cues = [...open.styles]
    .filter(([name, scale]) => hasOthersThanSides(name, scale, facts))
    .map(([name]) => name)
    .filter(name => all.every(({ channel, isCue }) => channel !== name || isCue));
  const isKept = (name: string): boolean => !cues.includes(name);
  return cues.length === 0
    ? settled
    : {
        ...settled,
        styles: new Map([...settled.styles].filter(([name]) => isKept(name))),
        uses: new Map(
          [...settled.uses].map(([layer, own]) => [
            layer,
            own.filter(({ channel }) => isKept(channel)),
          ]),
        ),
      };
}

/** A legend of two sides names the one that occurs, in its own colour. */
function presentSides(name: string, scale: ChannelPlan, facts: ScaleFacts): JsonObject | null {
  const { range } = scaleIn(scale);
  const at = sides.findIndex((_, place) => facts.present.get(name)?.has(place + 1));
  const isOne = hasSides(scale) && !facts.present.get(name)?.has(2 - at) && Array.isArray(range);
  return isOne && at >= 0
    ? { domain: sides.slice(at, at + 1), range: range.slice(at, at + 1) }
    : null;
}

/** Whether the scale has the sides' own colours, shapes or dashes. */
function hasSides(scale: ChannelPlan): boolean {
  const { domain } = scaleIn(scale);
  return scale.only === null && Array.isArray(domain) && domain.join() === sides.join();
}

function settledDomain(
  name: string,
  { order, isUnited }: ChannelPlan,
  { farthest, present }: ScaleFacts,
): Json[] | null {
  const limit = farthest.get(name) ?? 0;
  if (limit > 0) {
    return [-limit, limit];
  }
  const places = present.get(name);
  const values = order?.filter((_, at) => places?.has(at + 1)) ?? [];
  return isUnited && places ? [...values, ...(places.has(0) ? [null] : [])] : null;
}

/** Notes how many rows are no share of a whole. */
export function noteScaleFacts(
  plan: ChartPlan,
  { negativeShares }: ScaleFacts,
  report: Report,
): void {
  for (const [name, { title }] of scalesOf(plan)) {
    const negative = negativeShares.get(name) ?? 0;
    const of = title ?? name;
    if (negative > 0) {
      report.note(
        plural(
          negative,
          "{0} row has a {1} below 0, and position => 'fill' draws it as a share above 0: leave such rows out with FILTER, or write position => 'stack'.",
          "{0} rows have a {1} below 0, and position => 'fill' draws it as a share above 0: leave such rows out with FILTER, or write position => 'stack'.",
          of,
        ),
      );
    }
  }
}

/** @returns The categories of each scale with the colours of series. */
export function categoriesOf(plan: ChartPlan, facts: ScaleFacts): (readonly Json[])[] {
  return scalesOf(plan).flatMap(([name, scale]) =>
    usesPalette(name, scale) || (isColour(name) && hasOthersThanSides(name, scale, facts))
      ? [scale.only ?? facts.names.get(name) ?? []]
      : [],
  );
}

/** Notes which scales have fewer colours, shapes or dashes than there are values. */
export function noteShortLists(
  plan: ChartPlan,
  { kinds, names }: ScaleFacts,
  report: Report,
): void {
  for (const [name, scale] of scalesOf(plan)) {
    const range = rangeOf(name, scale);
    const colours = usesPalette(name, scale) ? colourCount(scale.only ?? names.get(name) ?? []) : 0;
    const looks = range?.length ?? colours;
    const count = kinds.get(name) ?? 0;
    if (count > looks && looks > 0) {
      const owner = t('{0} has {1} values', scale.title ?? t('The scale'), grouped(count));
      report.note(
        range
          ? t('{0} and TO lists {1}: some look the same. List one for each.', owner, looks)
          : t(
              '{0} and there are {1} colours: some look the same. Keep the most important values with FILTER, or draw a panel for each with FACET.',
              owner,
              looks,
            ),
      );
    }
  }
}

function scalesOf({ x, y, styles }: ChartPlan): [string, ChannelPlan][] {
  const axes = Object.entries({ x, y }).flatMap(([name, scale]): [string, ChannelPlan][] =>
    scale ? [[name, scale]] : [],
  );
  return [...axes, ...styles];
}

/** The list after TO of a discrete scale; null if it has a palette or none. */
function rangeOf(name: string, scale: ChannelPlan): readonly Json[] | null {
  const { range, domain } = scaleIn(scale);
  const isOwn = scale.only !== null || domain === undefined;
  return listChannels.includes(name) && isDiscrete(scale) && isOwn && Array.isArray(range)
    ? (range as readonly Json[])
    : null;
}

/** Whether the discrete scale has the colours of series. */
function usesPalette(name: string, scale: ChannelPlan): boolean {
  const { domain, scheme, range } = scaleIn(scale);
  return (
    isColour(name) &&
    scale.measure === 'nominal' &&
    scheme === undefined &&
    range === undefined &&
    (scale.only !== null || domain === undefined)
  );
}

function isColour(channel: string): boolean {
  return ['color', 'fill', 'stroke'].includes(channel);
}

function kindsSelects(
  name: string,
  scale: ChannelPlan,
  chart: ResolvedChart,
  plan: ChartPlan,
): string[] {
  const { only } = scale;
  const values = distinctValues(name, chart, plan);
  const hasNames = chart.layers.some(
    layer =>
      literalsOn(name, layer, plan).length > 0 ||
      columnsOn(name, layer, plan).some(({ type }) => columnKind(type) === 'text'),
  );
  // Of values without a name, it counts whether some are missing.
  const missing = hasNames ? '' : ' WHERE value IS NULL';
  const count = only ? String(only.length) : `(SELECT count(*) FROM ${values})`;
  const names = only || !usesPalette(name, scale) ? [] : [namesSelect(name, values, missing)];
  return [`SELECT 'kinds' AS fact, '${name}' AS scale, ${count} AS value`, ...names];
}

function namesSelect(name: string, values: string, where = ''): string {
  return `SELECT 'names' AS fact, '${name}' AS scale, value FROM (SELECT value FROM ${values}${where} ORDER BY value NULLS FIRST LIMIT ${MOST_NAMES})`;
}

function presentSelect(
  name: string,
  order: readonly string[],
  chart: ResolvedChart,
  plan: ChartPlan,
): string {
  const found = `nullif(list_position([${order.map(textLiteral).join(', ')}], value), 0)`;
  const place = `CASE WHEN value IS NULL THEN 0 ELSE coalesce(${found}, ${OTHER_VALUE}) END`;
  return `SELECT 'present' AS fact, '${name}' AS scale, ${place} AS value FROM ${distinctValues(name, chart, plan)}`;
}

/** @returns The values on the channel as texts, each once: SQL that can follow FROM. */
function distinctValues(name: string, { layers }: ResolvedChart, plan: ChartPlan): string {
  const values = layers.flatMap(layer => [
    ...columnsOn(name, layer, plan).map(
      column => `SELECT ${quotedName(column.name)}::VARCHAR AS value FROM ${drawnRows(layer)}`,
    ),
    ...literalsOn(name, layer, plan).map(literal => `SELECT ${textLiteral(literal)} AS value`),
  ]);
  return `(\nSELECT DISTINCT value FROM (\n${values.join('\nUNION ALL ')}\n))`;
}

function literalsOn(name: string, layer: ResolvedLayer, { uses }: ChartPlan): string[] {
  const own = (uses.get(layer) ?? []).filter(({ channel }) => channel === name);
  return own.flatMap(({ binding }) => (binding.kind === 'literal' ? [String(binding.value)] : []));
}

/** Whether the ends of the scale follow from the rows, both as far from zero. */
function isOpenAtZero(scale: ChannelPlan): boolean {
  const isOpen = !['domain', 'domainMin', 'domainMax'].some(end => end in scaleIn(scale));
  return scale.isCentred === true && isOpen && !scale.isLog;
}

function scaleIn({ properties }: ChannelPlan): JsonObject {
  return (properties['scale'] ?? {}) as JsonObject;
}

/** The columns of the layer on the axis, or in the channel. */
function columnsOn(name: string, layer: ResolvedLayer, { uses }: ChartPlan): ChartColumn[] {
  if (name === 'x' || name === 'y') {
    return positionFamilies[name].flatMap(aesthetic => columnOf(layer, aesthetic) ?? []);
  }
  const own = (uses.get(layer) ?? []).filter(({ channel }) => channel === name);
  return own.flatMap(({ binding }) => (binding.kind === 'column' ? [binding.column] : []));
}

function select(
  fact: keyof typeof aggregates,
  scale: string,
  layer: ResolvedLayer,
  column: ChartColumn,
): string {
  const value = aggregates[fact](`${quotedName(column.name)}::DOUBLE`);
  return `SELECT '${fact}' AS fact, '${scale}' AS scale, ${value} AS value FROM ${drawnRows(layer)}`;
}

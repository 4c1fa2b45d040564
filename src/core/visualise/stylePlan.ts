/** Scales that are no axes: colours, sizes, shapes, dashes. */

import { t } from '../base/translations';
import type { Json, JsonObject } from '../base/json';
import type { Span } from '../base/span';
import type { Aesthetic } from './aesthetics';
import type { ChannelPlan } from './channelPlan';
import { columnKind, columnTitle } from './chartColumn';
import { wholeDateFormats } from './dateFormats';
import type { ChartColumn } from './chartColumn';
import { defaultRanges, identityExpressions, literalMeanings } from './literalMeanings';
import { nearest } from '../base/nearest';
import { paletteNamed, paletteNames, undrawnPalettes } from './palettes';
import type { Report } from './report';
import type { ResolvedChart } from './resolvedChart';
import { scaleDomain } from './scaleDomain';
import type { ScaleOf } from './scaleDomain';
import { scaleGuide } from './scaleGuide';
import { isSideColumn, sides, sideScale } from './sideColours';
import {
  dateUnit,
  isTimeKind,
  naturalMeasure,
  scaledMeasure,
  transformGuide,
  transformScale,
} from './scaleTypes';
import type { Measure } from './scaleTypes';
import type { ArrayNode, ScaleNode, LiteralNode, SettingNode } from './tree';

/** Aesthetics with a scale, and the Vega-Lite channel of each; colours have several. */
export const styleChannels = {
  opacity: 'opacity',
  size: 'size',
  shape: 'shape',
  linetype: 'strokeDash',
  linewidth: 'strokeWidth',
  fontsize: 'size',
  rotation: 'angle',
} as const;

export type StyleAesthetic = keyof typeof styleChannels | 'fill' | 'stroke';

/** Where the aesthetic is mapped: to a column that decides the type, or to literals only. */
export interface StyleUse {
  readonly chart: ResolvedChart;
  readonly column: ChartColumn | undefined;
  /** The values in their own order; null puts them in the order of their names. */
  readonly order: { readonly values: readonly string[]; readonly isOneField: boolean } | null;
  readonly span: Span;
  /** Only lines use the channel: the legend shows strokes. */
  readonly isLines: boolean;
  /** The marks take their colour from something else. */
  readonly isOfColours: boolean;
}

/** Lines of a legend where those of the chart have several colours: grey is visible on light and dark. */
const legendLines = { symbolStrokeColor: 'gray' };

/**
 * @param names Names of the channel in SCALE and LABEL, the most specific first.
 * @returns How the channel is scaled and explained.
 */
export function planStyle(
  aesthetic: StyleAesthetic,
  names: readonly string[],
  { chart, column, order, span, isLines, isOfColours }: StyleUse,
  report: Report,
): ChannelPlan {
  const node = names.map(name => chart.scales.get(name)).find(scale => scale !== undefined);
  const kind = column ? columnKind(column.type) : 'text';
  const measure = column ? styleMeasure(aesthetic, { column, span, node }, report) : 'nominal';
  const label = names.find(name => chart.labels.has(name));
  const ownTitle = column ? columnTitle(column) : null;
  const title = label === undefined ? ownTitle : (chart.labels.get(label) ?? null);
  const scaled = { kind, measure };
  const isNumber = measure === 'quantitative';
  if (node?.type?.value === 'identity') {
    const drawn = identityExpressions[aesthetic];
    return {
      ...scaled,
      ...(drawn && isNumber ? { drawn } : {}),
      title,
      timeUnit: null,
      properties: { scale: null },
      only: null,
      isLog: false,
      isIdentity: true,
    };
  }
  const bins =
    node?.type?.value === 'binned' ? binnedStyle(aesthetic, node, isNumber, report) : null;
  const domain = scaleDomain(bins ? null : node?.from, scaled, report);
  const transform = transformScale(node?.via, measure, report);
  const guide = scaleGuide(
    bins && node ? withoutBreaks(node) : node,
    { ...scaled, only: domain.only },
    'datum.label',
    report,
  );
  const side = !node && isSideColumn(column) ? sideScale(aesthetic) : null;
  const isDiscrete = measure === 'nominal' || measure === 'ordinal';
  const ordered = isDiscrete && !domain.only ? order : null;
  const { reverse, ...guided } = guide.scale;
  const isTurned = isDiscrete && reverse === true && !bins;
  const isGradient = !isDiscrete && (aesthetic === 'fill' || aesthetic === 'stroke');
  const symbol =
    isLines && !isGradient
      ? {
          symbolType: 'stroke',
          ...(isOfColours && !isColour(aesthetic) ? legendLines : {}),
        }
      : {};
  const hasOwnSteps = bins !== null && 'type' in bins.scale;
  const startsAnywhere = isNumber && !bins && transform['type'] !== 'log';
  const range = styleRange(aesthetic, node, scaled, report);
  const scale = {
    ...(measure === 'temporal' ? { type: 'utc' } : {}),
    ...transform,
    ...(hasOwnSteps ? {} : defaultScale(aesthetic, startsAnywhere, measure)),
    ...side?.scale,
    ...domain.scale,
    ...range,
    // As far from a quarter as from four.
    ...('domainMid' in range && transform['type'] === 'log' ? { domainMid: 1 } : {}),
    ...bins?.scale,
    ...(isTurned ? guided : guide.scale),
  };
  const only = isTurned ? (domain.only?.toReversed() ?? null) : domain.only;
  return {
    ...scaled,
    title,
    timeUnit: isDiscrete ? dateUnit(kind) : null,
    properties: {
      ...bins?.bin,
      ...(ordered?.isOneField ? { sort: turned(ordered.values, isTurned) } : {}),
      ...(isTurned && !only && !ordered ? { sort: 'descending' } : {}),
      ...(Object.keys(scale).length > 0 ? { scale: isTurned ? turnedLists(scale) : scale } : {}),
      legend: {
        orient: 'top',
        ...symbol,
        ...legendFormat(scaled),
        ...transformGuide(node?.via),
        ...side?.legend,
        // Vega-Lite lists the values of a legend of two channels itself, and leaves out null.
        ...(only?.includes(null) ? { values: { expr: JSON.stringify(only) } } : {}),
        ...guide.guide,
      },
    },
    only,
    ...(ordered ? { order: turned(ordered.values, isTurned), isUnited: !ordered.isOneField } : {}),
    ...(side && 'domain' in side.scale ? { order: sides } : {}),
    ...(bins?.within ? { within: bins.within } : {}),
    isLog: transform['type'] === 'log',
    isCentred: 'domainMid' in scale,
  };
}

function turned<Value>(values: readonly Value[], isTurned: boolean): readonly Value[] {
  return isTurned ? values.toReversed() : values;
}

/** The legend lists its values the other way round; those that FROM and TO list keep what they look like. */
function turnedLists({ domain, range, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(Array.isArray(domain) ? { domain: [...(domain as Json[])].reverse() } : {}),
    ...(Array.isArray(range) && Array.isArray(domain)
      ? { range: (range as Json[]).slice(0, domain.length).reverse() }
      : range === undefined
        ? {}
        : { range }),
  };
}

/** Bins are the breaks. */
function withoutBreaks(node: ScaleNode): ScaleNode {
  const settings = node.settings.filter(({ name }) => name.name.toLowerCase() !== 'breaks');
  return { ...node, settings };
}

function styleMeasure(
  aesthetic: StyleAesthetic,
  { column, span, node }: { column: ChartColumn; span: Span; node: ScaleNode | undefined },
  report: Report,
): Measure {
  const natural = naturalMeasure(columnKind(column.type));
  const isColour = aesthetic === 'fill' || aesthetic === 'stroke';
  const isKind = aesthetic === 'shape' || aesthetic === 'linetype';
  const measure = scaledMeasure(node, column, isKind ? kindMeasure(natural) : natural, report);
  const passes = node?.type?.value === 'identity';
  if (!isColour && !isKind && measure === 'nominal' && !passes) {
    const owner = t('The aesthetic {0}', aesthetic);
    const needed = t('a number, or SCALE ORDINAL');
    report.problem('wrongType', span, { column: column.name, type: column.type, owner, needed });
  }
  return measure;
}

/** Values that shapes and dashes can distinguish; dates keep their order. */
function kindMeasure(natural: Measure): Measure {
  return natural === 'temporal' ? 'ordinal' : 'nominal';
}

function legendFormat({ kind, measure }: ScaleOf): JsonObject {
  if (!isTimeKind(kind) || (measure === 'temporal' && kind !== 'date')) {
    return {};
  }
  return { format: wholeDateFormats[kind === 'date' ? 'date' : 'time'] };
}

/** Sizes range from the least value to the largest; without this Vega-Lite begins at zero. */
function defaultScale(
  aesthetic: StyleAesthetic,
  startsAnywhere: boolean,
  measure: Measure,
): JsonObject {
  const range = defaultRanges[aesthetic];
  return range && measure !== 'nominal'
    ? { range, ...(startsAnywhere ? { zero: false } : {}) }
    : {};
}

function styleRange(
  aesthetic: StyleAesthetic,
  node: ScaleNode | undefined,
  { measure }: ScaleOf,
  report: Report,
): JsonObject {
  if (!node?.to) {
    return {};
  }
  if (node.to.kind === 'array') {
    return { range: rangeValues(aesthetic, node.to, report) };
  }
  const { name, span } = node.to;
  const isColour = aesthetic === 'fill' || aesthetic === 'stroke';
  const palette = isColour ? paletteNamed(name) : undefined;
  if (!palette) {
    reportPalette(name, span, report);
    return {};
  }
  // The middle of a diverging palette is always zero.
  const isCentred =
    measure === 'quantitative' && palette.diverging && node.type?.value !== 'binned';
  return { ...palette.scale, ...(isCentred ? { domainMid: 0 } : {}) };
}

function reportPalette(name: string, span: ScaleNode['span'], report: Report): void {
  if (undrawnPalettes.includes(name.toLowerCase())) {
    report.notYet(
      span,
      t('The palette {0}', name),
      t('Possible: diverging, sequential, viridis, tableau10.'),
    );
  } else {
    report.problem('unknownPalette', span, { palette: name, near: nearest(name, paletteNames) });
  }
}

function rangeValues(aesthetic: StyleAesthetic, to: ArrayNode, report: Report): Json[] {
  const meaning = literalMeanings[aesthetic as Aesthetic];
  return to.items.flatMap((item): Json[] => {
    const value = meaning?.read(item.value);
    if (value === undefined || value === null) {
      const expected = meaning?.expected() ?? t('another value');
      const written = JSON.stringify(item.value);
      report.problem('badValue', item.span, { owner: aesthetic, value: written, expected });
      return [];
    }
    return [value];
  });
}

interface BinnedStyle {
  /** Properties of the channel's definition. */
  readonly bin: JsonObject;
  /** Properties of the scale. */
  readonly scale: JsonObject;
  /** The values that are drawn, both ends included; null draws all. */
  readonly within: readonly [number | null, number | null] | null;
}

const DEFAULT_BINS = 5;
const unbinned: readonly StyleAesthetic[] = ['shape', 'linetype', 'rotation'];

/**
 * `SCALE BINNED` of colours, sizes and the like: one value of the scale for each bin.
 *
 * @returns The bins; invalid ones are reported.
 */
function binnedStyle(
  aesthetic: StyleAesthetic,
  node: ScaleNode,
  isNumber: boolean,
  report: Report,
): BinnedStyle {
  const none: BinnedStyle = { bin: {}, scale: {}, within: null };
  const { type } = node;
  if (type && (!isNumber || unbinned.includes(aesthetic))) {
    const what = isNumber ? aesthetic : 'dates';
    report.notYet(
      type.span,
      `SCALE BINNED ${aesthetic} of ${what}`,
      t('Compute the bins in the query.'),
    );
    return none;
  }
  for (const setting of node.settings) {
    if (['pretty', 'closed'].includes(setting.name.name.toLowerCase())) {
      const what = t('SETTING {0} of SCALE BINNED {1}', setting.name.name, aesthetic);
      report.notYet(setting.name.span, what, t('List the breaks.'));
    }
  }
  const setting = node.settings.find(({ name }) => name.name.toLowerCase() === 'breaks');
  const within = squishes(node) ? null : ends(node.from?.items ?? []);
  if (setting?.value.kind === 'array') {
    return thresholds(aesthetic, node, setting, report);
  }
  const written = setting?.value.value;
  const maxbins = typeof written === 'number' && written >= 2 ? written : DEFAULT_BINS;
  const [low, high] = (node.from?.items ?? []).map(({ value }) => value);
  const hasEnds = typeof low === 'number' && typeof high === 'number';
  if (node.to?.kind === 'array' && isColour(aesthetic)) {
    report.notYet(
      node.to.span,
      t('A list of colours for bins without SETTING breaks => […]'),
      t('List the breaks.'),
    );
  }
  return {
    bin: { bin: { maxbins, ...(hasEnds ? { extent: [low, high] } : {}) } },
    scale: {},
    within,
  };
}

/** The first and the last break are the ends; between two breaks is a bin. */
function thresholds(
  aesthetic: StyleAesthetic,
  node: ScaleNode,
  { value }: SettingNode,
  report: Report,
): BinnedStyle {
  const items = value.kind === 'array' ? value.items : [];
  const breaks = items.flatMap(item => (typeof item.value === 'number' ? [item.value] : []));
  const sorted = [...breaks].sort((a, b) => a - b);
  const inner: Json[] = sorted.slice(1, -1);
  const bins = sorted.length - 1;
  if (breaks.length !== items.length || inner.length === 0) {
    const expected = t('at least three numbers, the ends of two bins');
    report.problem('badValue', value.span, { owner: 'breaks', value: 'this', expected });
  } else if (node.to?.kind === 'array' && node.to.items.length !== bins) {
    const facts = {
      owner: 'TO',
      value: t('a list of {0}', node.to.items.length),
      expected: t('one value a bin: {0}', bins),
    };
    report.problem('badValue', node.to.span, facts);
  } else if (node.to?.kind !== 'array' && !isColour(aesthetic)) {
    const what = t('SCALE BINNED {0} with a list of breaks and without TO […]', aesthetic);
    report.notYet(value.span, what, t('List a value a bin.'));
  }
  const [first = null, last = null] = [sorted.at(0), sorted.at(-1)];
  return {
    bin: {},
    // Of the theme's colours, this range has as many as there are bins.
    scale: {
      ...{ type: 'threshold', domain: inner },
      ...(node.to || !isColour(aesthetic) ? {} : { range: 'ordinal' }),
    },
    within: squishes(node) ? null : [first, last],
  };
}

function ends(items: readonly LiteralNode[]): BinnedStyle['within'] {
  const [low, high] = items.map(({ value }) => (typeof value === 'number' ? value : null));
  return low === undefined ? null : [low, high ?? null];
}

function squishes({ settings }: ScaleNode): boolean {
  const value = settings.find(({ name }) => name.name.toLowerCase() === 'oob')?.value;
  return value?.kind === 'literal' && String(value.value).toLowerCase() === 'squish';
}

function isColour(aesthetic: StyleAesthetic): boolean {
  return aesthetic === 'fill' || aesthetic === 'stroke';
}

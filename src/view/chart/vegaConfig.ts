/** The look of charts: the theme as a Vega-Lite configuration. A specification's own `config` overrides it. */

import type { Config } from 'vega-lite';
import { t } from '../../core/base/translations';
import type { CategoryTheme } from '../../core/visualise/categoryColours';
import { dateFormats } from '../../core/visualise/dateFormats';
import { axisContrast, legible, middleContrast, markContrast, paled } from './contrast';
import { PANEL_GAP, type PanelRoom } from './fitSpec';
import type { ThemeColours } from './themeColours';

/** The default height of a chart, px. */
const HEIGHT = 260;
/** Height of one category, px. */
const STEP = 18;

/**
 * The colours after blue and orange: no two look alike on any background. None is grey, which is for remaining
 * categories. The core assigns some of them to names by their index (`categoryColours.ts`).
 */
const FURTHER = [
  ...['#009e73', '#e08fc0', '#2ec4d6', '#e0cc2e', '#b0300a'],
  ...['#8a63d2', '#6e4630', '#336677', '#a8327e', '#4f7f1a'],
];
/**
 * With the further colours, one for each kind of event that has a name: far from one another, from the colours of
 * bull and bear, and from grey, on light and on dark backgrounds.
 */
const OF_KINDS = [
  ...['#6f6281', '#77692e', '#b48e81', '#8f9f7e', '#9694b6', '#f92570'],
  ...['#2954bc', '#e250e1', '#2b7867', '#844a55', '#556345', '#b5a282'],
  ...['#dc7a44', '#8688fe', '#a113bb', '#c66f75', '#268bb6', '#6d829e'],
];
/** The colour of remaining categories. */
const GREY = '#808080';
/** That of what is missing beside them has this contrast to the background. */
const SECOND_CONTRAST = 10;

/** Of panels in rows, whose names are beside them, and of panels whose width is not known, px. */
const PANEL_LABEL_LIMIT = 170;
/** A specification may also make this line wider. */
const ZERO_LINE_OPACITY = 0.5;
const ZOOM = 'wheel![event.ctrlKey || event.metaKey]';

/** The width of names next to an axis or a legend: a share of the cell, at least so many px. */
const LABEL_SHARE = 0.36;
const LEAST_LABEL = 120;
/** In wide cells names have at most this width, px, or this share of the cell. */
const MOST_LABEL = 260;
const WIDE_LABEL_SHARE = 0.3;
/** The gaps beside the names, px. */
const BESIDE_NAMES = 20;
/** Twelve letters: the least room for the name of a panel, and for names where each panel has its own axis, px. */
const LEAST_PANEL_LABEL = 84;

interface Surroundings {
  readonly theme: ThemeColours;
  /** Of the cell, px. */
  readonly width: number;
  readonly panel?: PanelRoom;
}

/** @param legendColumns Legend entries per row, if not all fit in one. */
export function vegaConfig({ theme, width, panel }: Surroundings, legendColumns?: number): Config {
  const most = Math.max(MOST_LABEL, Math.round(width * WIDE_LABEL_SHARE));
  const limit = (room: number, atLeast: number): number =>
    Math.max(atLeast, Math.min(most, Math.round(room * LABEL_SHARE)));
  const labelLimit = limit(width, LEAST_LABEL);
  const nameLimit = panel && panel.cell < width ? limit(panel.cell, LEAST_PANEL_LABEL) : labelLimit;
  const dark = theme.kind === 'dark' || theme.kind === 'highContrast';
  const { foreground, muted, line, axis, blue, font, background } = theme;
  const zeroLine = legible(paled(muted, background, ZERO_LINE_OPACITY), background, axisContrast);
  return {
    background: 'transparent',
    font,
    padding: 4,
    view: { stroke: null, continuousHeight: HEIGHT, discreteHeight: { step: STEP } },
    title: {
      anchor: 'start',
      color: foreground,
      fontSize: 13,
      fontWeight: 600,
      offset: 8,
      subtitleColor: muted,
      subtitleFontSize: 11,
    },
    axis: {
      labelColor: muted,
      labelFontSize: 11,
      titleColor: muted,
      titleFontSize: 11,
      titleFontWeight: 'normal',
      gridColor: line,
      gridWidth: 1,
      domainColor: axis,
      tickColor: axis,
      tickSize: 4,
    },
    axisX: { grid: false, labelOverlap: 'parity', labelSeparation: 8 },
    axisY: {
      ...{ grid: true, domain: false, ticks: false, labelPadding: 6, labelLimit: nameLimit },
      // Vega places a title at most 200 px from its axis, whatever is between them.
      maxExtent: most + BESIDE_NAMES,
    },
    axisXQuantitative: {
      grid: true,
      gridColor: zeroLine,
      gridOpacity: atZero(1, 0),
    },
    axisYQuantitative: { gridColor: { ...atZero(zeroLine, line) } },
    axisTemporal: { format: { ...dateFormats } },
    axisBand: { grid: false },
    countTitle: t('Rows'),
    legend: {
      orient: 'top',
      direction: 'horizontal',
      labelColor: foreground,
      labelFontSize: 11,
      labelLimit,
      titleColor: muted,
      titleFontSize: 11,
      titleFontWeight: 'normal',
      symbolStrokeWidth: 2,
      ...(legendColumns === undefined ? {} : { columns: legendColumns }),
      gradientLength: 160,
      gradientThickness: 8,
    },
    facet: { spacing: PANEL_GAP.most },
    header: {
      labelColor: foreground,
      labelFontSize: 11,
      labelFontWeight: 600,
      labelAnchor: 'start',
      labelLimit: Math.max(LEAST_PANEL_LABEL, panel?.width ?? PANEL_LABEL_LIMIT),
      titleColor: muted,
      titleFontSize: 11,
      titleFontWeight: 'normal',
    },
    headerRow: { labelAnchor: 'middle', labelLimit: PANEL_LABEL_LIMIT },
    range: {
      category: [...seriesColours(theme)],
      // Triangles up and down are for bull and bear: other shapes come first.
      symbol: [
        ...['circle', 'square', 'diamond', 'cross', 'triangle-right', 'triangle-left'],
        ...['triangle-up', 'triangle-down'],
      ],
      // Zero is not missing: a point of it has to be seen too.
      diverging: divergingColours(theme, middleContrast),
      heatmap: [dark ? '#2b3a4d' : '#e6f0fb', blue],
      // Thin lines and small points of the lowest value have to be seen too.
      ramp: [dark ? '#3d5a80' : '#7fb2ec', blue],
      // As a scheme it is spread over the values; a plain list would repeat after its end.
      ordinal: { scheme: [dark ? '#2b3a4d' : '#cfe2f7', blue] },
    },
    // The wheel scrolls the notebook; with Ctrl it zooms, if a specification allows it.
    selection: { interval: { zoom: ZOOM } },
    mark: { color: blue },
    // A mitre join would show a value above the highest one.
    line: { strokeWidth: 1.5, strokeJoin: 'round' },
    // Also for the rules that form a line of several colours or widths.
    style: { line: { color: blue } },
    area: { fillOpacity: 0.25, line: { strokeWidth: 1.5 } },
    bar: { color: blue },
    point: { filled: true, size: 30 },
    rule: { color: muted },
    text: { color: foreground, fontSize: 11 },
    // Thin marks: with Vega-Lite's opacity of 0.7 they would be faint.
    tick: { color: blue, thickness: 2, opacity: 1 },
  };
}

/** @returns The colours of a diverging palette, whose middle has at least this contrast to the background. */
export function divergingColours(
  { kind, background, sides }: ThemeColours,
  least: number,
): [string, string, string] {
  const isDark = kind === 'dark' || kind === 'highContrast';
  return [sides.bear, legible(isDark ? '#4a4a4a' : '#dcdcdc', background, least), sides.bull];
}

/** @returns Colours of series, each with enough contrast to the background. */
export function seriesColours({ background, blue, orange }: ThemeColours): string[] {
  return [blue, orange, ...FURTHER.map(colour => legible(colour, background, markContrast))];
}

/** @returns The colours of categories that have a colour by their name. */
export function categoryTheme(theme: ThemeColours): CategoryTheme {
  const { bull, bear } = theme.sides;
  const on = (colour: string): string => legible(colour, theme.background, markContrast);
  const kinds = [...FURTHER, ...OF_KINDS].map(on);
  const secondGrey = legible(GREY, theme.background, SECOND_CONTRAST);
  return { bull, bear, grey: on(GREY), secondGrey, palette: seriesColours(theme), kinds };
}

/** One value for the line at zero of the axis, another for the other lines. */
function atZero<Value extends string | number>(value: Value, otherwise: Value) {
  return { condition: { test: 'datum.value === 0', value }, value: otherwise };
}

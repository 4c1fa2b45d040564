/** How charts look: the theme as a Vega-Lite configuration. A specification's own `config` wins over it. */

import type { Config } from 'vega-lite';
import type { CategoryTheme } from '../../core/visualise/categoryColours';
import { dateFormats } from '../../core/visualise/dateFormats';
import { legible, markContrast } from './contrast';
import type { ThemeColours } from './themeColours';

/** Height of a chart that does not say, px. */
const HEIGHT = 260;
/** Height of one category, px. */
const STEP = 18;

/**
 * After blue and orange: colours of which no two look alike on any background. None is grey, which is for what is left
 * over. Core gives some of them to names by their place (`categoryColours.ts`).
 */
const FURTHER = [
  ...['#009e73', '#e08fc0', '#2ec4d6', '#e0cc2e', '#b0300a'],
  ...['#8a63d2', '#6e4630', '#336677', '#a8327e', '#4f7f1a'],
];
/** Of categories that are left over. */
const GREY = '#808080';

/** A panel's name is no wider than its panel, or the narrowest usual one, px. */
const PANEL_LABEL_LIMIT = 170;
/** Room for the dates at the ends of axes that stand beside each other, px. */
const PANEL_GAP = 28;
/** A specification may also make this line wider. */
const ZERO_LINE_OPACITY = 0.5;
const ZOOM = 'wheel![event.ctrlKey || event.metaKey]';

/** Of names beside an axis or a legend: a share of the cell, from this many px to that many. */
const LABEL_SHARE = 0.36;
const LABEL_LIMITS = [120, 260] as const;

interface Surroundings {
  readonly theme: ThemeColours;
  /** Of the cell, px. */
  readonly width: number;
  /** Panels beside each other, where that is known. */
  readonly columns: number | undefined;
}

/** @param legendColumns Entries of a legend beside each other, where not all fit in one row. */
export function vegaConfig(
  { theme, width, columns }: Surroundings,
  legendColumns?: number,
): Config {
  const [least, most] = LABEL_LIMITS;
  const labelLimit = Math.max(least, Math.min(most, Math.round(width * LABEL_SHARE)));
  const dark = theme.kind === 'dark' || theme.kind === 'highContrast';
  const isHighContrast = theme.kind === 'highContrast' || theme.kind === 'highContrastLight';
  const { foreground, muted, line, axis, blue, font, sides } = theme;
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
    axisY: { grid: true, domain: false, ticks: false, labelPadding: 6, labelLimit },
    axisXQuantitative: {
      grid: true,
      gridColor: muted,
      gridOpacity: atZero(ZERO_LINE_OPACITY, 0),
    },
    axisYQuantitative: {
      gridColor: { ...atZero(muted, line) },
      gridOpacity: atZero(ZERO_LINE_OPACITY, isHighContrast ? 0.4 : 1),
    },
    axisTemporal: { format: { ...dateFormats } },
    axisBand: { grid: false },
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
    facet: { spacing: PANEL_GAP },
    header: {
      labelColor: foreground,
      labelFontSize: 11,
      labelFontWeight: 600,
      labelAnchor: 'start',
      labelLimit: columns === undefined ? PANEL_LABEL_LIMIT : width / columns - PANEL_GAP,
      titleColor: muted,
      titleFontSize: 11,
      titleFontWeight: 'normal',
    },
    headerRow: { labelAnchor: 'middle' },
    range: {
      category: [...seriesColours(theme)],
      // Triangles point up and down for bull and bear: others come first.
      symbol: [
        ...['circle', 'square', 'diamond', 'cross', 'triangle-right', 'triangle-left'],
        ...['triangle-up', 'triangle-down'],
      ],
      diverging: [sides.bear, dark ? '#333333' : '#f2f2f2', sides.bull],
      heatmap: [dark ? '#2b3a4d' : '#e6f0fb', blue],
      ramp: [dark ? '#2b3a4d' : '#cfe2f7', blue],
      // As a scheme it is spread over the values; a plain list would begin again after its end.
      ordinal: { scheme: [dark ? '#2b3a4d' : '#cfe2f7', blue] },
    },
    // The wheel scrolls the notebook; with Ctrl it zooms where a specification lets it.
    selection: { interval: { zoom: ZOOM } },
    mark: { color: blue },
    // A pointed join would show a value beyond the highest one.
    line: { strokeWidth: 1.5, strokeJoin: 'round' },
    // Of the rules too that a line of several colours or widths is made of.
    style: { line: { color: blue } },
    area: { fillOpacity: 0.25, line: { strokeWidth: 1.5 } },
    bar: { color: blue },
    point: { filled: true, size: 30 },
    rule: { color: muted },
    text: { color: foreground, fontSize: 11 },
    tick: { color: blue, thickness: 1.5 },
  };
}

/** @returns Colours of series, each far enough from the background to be seen. */
export function seriesColours({ background, blue, orange }: ThemeColours): string[] {
  return [blue, orange, ...FURTHER.map(colour => legible(colour, background, markContrast))];
}

/** @returns What categories are coloured with that have a colour by their name. */
export function categoryTheme(theme: ThemeColours): CategoryTheme {
  const { bull, bear } = theme.sides;
  const grey = legible(GREY, theme.background, markContrast);
  return { bull, bear, grey, palette: seriesColours(theme) };
}

/** One value for the line where the axis is zero, another for the other lines. */
function atZero<Value extends string | number>(value: Value, otherwise: Value) {
  return { condition: { test: 'datum.value === 0', value }, value: otherwise };
}

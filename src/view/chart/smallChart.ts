/** Draws a chart as a small picture without text, from its own rows. */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';
import type { ResultChart } from '../../core/protocol/outcome';
import { readChartData } from './readChartData';
import { drawSvg, svgElement } from './drawSvg';
import { hasPanels } from './fitSpec';
import { guardSpec } from './guardSpec';
import { readThemeColours } from './themeColours';

/** The size of the drawing, px; the page shows it smaller. */
const WIDTH = 280;
const HEIGHT = 140;
const PANELS_WIDTH = 480;
const PANEL_HEIGHT = 90;
const PANEL_COLUMNS = 3;
const PANEL_GAP = 10;
/** Panels are shown much smaller than they are drawn. */
const panelConfig = { line: { strokeWidth: 3 }, view: { stroke: null } };
const axis = { title: null, labels: false, ticks: false, grid: false, domain: true };
/** Wrapped panels have labels even without `labels`. */
const header = { title: null, labelExpr: "''", labelFontSize: 1, labelPadding: 0 };
const positions = ['x', 'y'];
const panels = ['facet', 'row', 'column'];
const withLegend =
  /^(color|fill|stroke|opacity|fillOpacity|strokeOpacity|strokeWidth|strokeDash|size|shape|angle)$/;

/**
 * @param chart A chart that contains all of its rows.
 * @param place The later parent of the picture.
 * @returns A picture as wide as its parent.
 * @throws {Error} If the chart cannot be drawn.
 */
export async function smallChart(
  chart: ResultChart,
  place: HTMLElement,
  signal: AbortSignal,
): Promise<SVGElement> {
  const guarded = guardSpec(chart.spec);
  if (guarded.kind === 'refused') {
    throw new Error(guarded.reason);
  }
  const data = await readChartData(chart.datasets, null, signal);
  const spec = smallSpec(guarded.spec);
  const width = hasPanels(spec) ? PANELS_WIDTH : WIDTH;
  const theme = readThemeColours(place);
  const picture = svgElement(
    await drawSvg({ spec, data, width, theme, places: chart.places }, place),
  );
  picture.setAttribute('width', '100%');
  picture.setAttribute('height', '100%');
  return picture;
}

/** @returns The specification without titles, legends and axis texts, and not higher than wide. */
export function smallSpec(spec: JsonObject): JsonObject {
  const { title: _, ...rest } = spec;
  const plain = withoutWords(rest);
  if (!hasPanels(spec)) {
    return { ...plain, height: HEIGHT };
  }
  const inner = plain['spec'];
  return isRecord(inner)
    ? {
        ...plain,
        ...{ columns: PANEL_COLUMNS, spacing: PANEL_GAP, config: panelConfig },
        spec: { ...inner, height: PANEL_HEIGHT },
      }
    : plain;
}

function withoutWords(spec: JsonObject): JsonObject {
  const { encoding, layer, spec: inner, facet } = spec;
  return {
    ...spec,
    ...(isRecord(encoding) && { encoding: plainChannels(encoding) }),
    ...(Array.isArray(layer) && { layer: withoutTexts(layer) }),
    ...(isRecord(inner) && { spec: withoutWords(inner) }),
    ...(isRecord(facet) && { facet: { ...facet, header } }),
  };
}

function withoutTexts(layers: readonly Json[]): Json[] {
  const drawn = layers.filter(layer => !isRecord(layer) || markOf(layer) !== 'text');
  return (drawn.length > 0 ? drawn : layers).map(layer =>
    isRecord(layer) ? withoutWords(layer) : layer,
  );
}

function markOf({ mark }: JsonObject): Json | undefined {
  return isRecord(mark) ? mark['type'] : mark;
}

function plainChannels(encoding: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(encoding).map(([name, channel]) => [name, plainChannel(name, channel)]),
  );
}

function plainChannel(name: string, channel: Json): Json {
  if (!isRecord(channel) || (!('field' in channel) && !('aggregate' in channel))) {
    return channel;
  }
  if (positions.includes(name)) {
    return { ...channel, axis };
  }
  if (panels.includes(name)) {
    return { ...channel, header };
  }
  return withLegend.test(name) ? { ...channel, legend: null } : channel;
}

/** Fits a specification to the width of its cell. */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';

/** The estimated width of each panel's axis and of the gap to the next, px. */
const PANEL_EXTRA = 44;
export const MIN_PANEL_WIDTH = 40;
/**
 * A panel, its axis and the gap to the next are not narrower than this: in a narrow cell panels wrap instead, px. More
 * than three columns are there only if their author chose them, for an overview.
 */
const LEAST_CELL = { usual: 150, overview: 100, withNames: 180 } as const;
/** A clause without a number of columns has at most three. */
export const MOST_USUAL_COLUMNS = 3;
const PREFERRED_PANEL_WIDTH = 220;
/** A panel's default height, px. */
const PANEL_HEIGHT = 160;
/** The gap between panels: room for the dates at the ends of adjacent axes, and less if panels are narrow, px. */
export const PANEL_GAP = { least: 12, most: 28, share: 0.12 } as const;
/** Panels per row if only the data determine their number. */
const GUESSED_COLUMNS = 2;

/** Measurements of the first drawing of panels. */
export interface Correction {
  /** Panels per row. */
  readonly across: number;
  /** How much wider than its cell the chart was, px; negative if it was narrower. */
  readonly excess: number;
}

/** A chart whose width can change without being compiled again has no panels. */
export function hasPanels(spec: JsonObject): boolean {
  return (
    'facet' in spec ||
    'repeat' in spec ||
    'hconcat' in spec ||
    'vconcat' in spec ||
    'concat' in spec ||
    encodesPanels(spec)
  );
}

/** The number of panels per row according to the fitted specification; undefined if it depends on the data. */
export function panelsAcross(fitted: JsonObject): number | undefined {
  if (typeof fitted['columns'] === 'number') {
    return fitted['columns'];
  }
  const beside: Json | undefined = fitted['hconcat'] ?? fitted['concat'];
  return Array.isArray(beside) ? beside.length : 'vconcat' in fitted ? 1 : undefined;
}

/** The room of one panel in a fitted specification, px. */
export interface PanelRoom {
  /** The width of a panel without its axis; undefined if panels differ. */
  readonly width: number | undefined;
  /** The width of the panel with its own axis of y; of the whole chart if panels share that axis. */
  readonly cell: number;
}

/** @param width The cell's inner width, px. */
export function panelRoom(fitted: JsonObject, width: number): PanelRoom {
  const inner = fitted['spec'];
  const panel = isRecord(inner) ? inner['width'] : undefined;
  const columns = panelsAcross(fitted) ?? GUESSED_COLUMNS;
  const isOwn = hasOwnAxes(fitted) || 'hconcat' in fitted || 'concat' in fitted;
  return {
    width: typeof panel === 'number' ? panel : undefined,
    cell: isOwn ? width / columns : width,
  };
}

/**
 * @param width The cell's inner width, px.
 * @returns The specification with widths in px. A single chart and the parts of a concatenation keep a width set by
 * their author; the panels of a facet always share the cell.
 */
export function fitSpec(spec: JsonObject, width: number, correction?: Correction): JsonObject {
  if (!hasPanels(spec)) {
    return isFixed(spec['width'])
      ? spec
      : { ...spec, width, autosize: { type: 'fit-x', contains: 'padding' } };
  }
  const panelWidth = (columns: number): number => {
    const less = correction ? correction.excess / correction.across : 0;
    return Math.max(MIN_PANEL_WIDTH, Math.floor(width / columns - PANEL_EXTRA - less));
  };
  const inner = spec['spec'];
  if (isRecord(inner) && ('facet' in spec || 'repeat' in spec)) {
    return fitFacet(spec, inner, { width, panelWidth, across: correction?.across });
  }
  for (const key of ['hconcat', 'vconcat', 'concat'] as const) {
    const parts: Json | undefined = spec[key];
    if (Array.isArray(parts)) {
      const across = key === 'vconcat' ? 1 : (columnsOf(spec) ?? parts.length);
      const excess = correction && correction.excess / across;
      const place = { width: panelWidth(across), cell: Math.floor(width / across), excess };
      return { ...spec, [key]: parts.map((part: Json) => fitPart(part, place)) };
    }
  }
  return encodesPanels(spec) ? fitPanel(spec, panelWidth(GUESSED_COLUMNS)) : spec;
}

/** The number of panels per row of a wrapped facet in full rows. */
export function columnCount(spec: JsonObject, width: number): number {
  const { columns: stated } = spec;
  const isStated = typeof stated === 'number' && stated >= 1;
  const isOverview = isStated && stated > MOST_USUAL_COLUMNS && !hasOwnAxes(spec);
  const usual = isStated ? LEAST_CELL[isOverview ? 'overview' : 'usual'] : PREFERRED_PANEL_WIDTH;
  const least = hasOwnNames(spec) ? Math.max(LEAST_CELL.withNames, usual) : usual;
  return Math.max(1, Math.min(isStated ? stated : Infinity, Math.floor(width / least)));
}

function hasOwnAxes({ resolve }: JsonObject): boolean {
  const parts = isRecord(resolve) ? [resolve['scale'], resolve['axis']] : [];
  return parts.some(part => isRecord(part) && part['y'] === 'independent');
}

/** Whether each panel has an axis of categories. */
function hasOwnNames(spec: JsonObject): boolean {
  const inner = spec['spec'];
  // The height of an axis of categories is that of its bands.
  return hasOwnAxes(spec) && isRecord(inner) && isRecord(inner['height']);
}

/** The number of `concat` parts per row, if specified. */
function columnsOf({ columns, concat }: JsonObject): number | undefined {
  return Array.isArray(concat) && typeof columns === 'number' && columns >= 1 ? columns : undefined;
}

interface FacetPlace {
  /** The cell's inner width, px. */
  readonly width: number;
  readonly panelWidth: (columns: number) => number;
  /** Panels per row, if they were drawn before. */
  readonly across: number | undefined;
}

function fitFacet(
  spec: JsonObject,
  inner: JsonObject,
  { width, panelWidth, across }: FacetPlace,
): JsonObject {
  const { facet } = spec;
  const spaced = (columns: number): JsonObject => {
    const { least, most, share } = PANEL_GAP;
    const gap = Math.round(Math.min(most, Math.max(least, (width / columns) * share)));
    return {
      spacing: spec['spacing'] ?? { row: most, column: gap },
      spec: fitPanel(inner, panelWidth(columns)),
    };
  };
  if (isRecord(facet) && ('row' in facet || 'column' in facet)) {
    const guessed = 'column' in facet ? GUESSED_COLUMNS : 1;
    const gaps = spaced(across ?? guessed);
    return { ...spec, ...gaps, spec: fitPanel(inner, panelWidth(guessed)) };
  }
  const columns = columnCount(spec, width);
  return { ...spec, columns, ...spaced(columns) };
}

interface PartPlace {
  /** The width of a single chart, px. */
  readonly width: number;
  /** The width for nested parts, with axes and gaps, px. */
  readonly cell: number;
  /** How much wider than that the first drawing was, px. */
  readonly excess: number | undefined;
}

function fitPart(part: Json, { width, cell, excess }: PartPlace): Json {
  if (!isRecord(part)) {
    return part;
  }
  if (hasPanels(part)) {
    const fitted = fitSpec(part, cell);
    return excess === undefined
      ? fitted
      : fitSpec(part, cell, { excess, across: panelsAcross(fitted) ?? GUESSED_COLUMNS });
  }
  return isFixed(part['width']) ? part : { ...part, width };
}

function fitPanel(panel: JsonObject, width: number): JsonObject {
  return { ...panel, width, height: panel['height'] ?? PANEL_HEIGHT };
}

function isFixed(width: Json | undefined): boolean {
  return typeof width === 'number' || isRecord(width);
}

function encodesPanels(spec: JsonObject): boolean {
  const encoding = spec['encoding'];
  return isRecord(encoding) && ('facet' in encoding || 'row' in encoding || 'column' in encoding);
}

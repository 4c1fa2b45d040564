/** Fits a specification to the width of its cell. */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';

/** The estimated width of each panel's axis and of the gap to the next, px. */
const PANEL_EXTRA = 44;
const MIN_PANEL_WIDTH = 60;
/** Panels are not narrower than this: in a narrow cell they wrap instead, px. */
const LEGIBLE_PANEL_WIDTH = 150;
const PREFERRED_PANEL_WIDTH = 220;
/** A panel's default height, px. */
const PANEL_HEIGHT = 160;
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
    return fitFacet(spec, inner, width, panelWidth);
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
  const stated = spec['columns'];
  return typeof stated === 'number' && stated >= 1
    ? Math.min(stated, Math.max(1, Math.floor(width / LEGIBLE_PANEL_WIDTH)))
    : Math.max(1, Math.floor(width / PREFERRED_PANEL_WIDTH));
}

/** The number of `concat` parts per row, if specified. */
function columnsOf({ columns, concat }: JsonObject): number | undefined {
  return Array.isArray(concat) && typeof columns === 'number' && columns >= 1 ? columns : undefined;
}

function fitFacet(
  spec: JsonObject,
  inner: JsonObject,
  width: number,
  panelWidth: (columns: number) => number,
): JsonObject {
  const { facet } = spec;
  if (isRecord(facet) && ('row' in facet || 'column' in facet)) {
    const columns = 'column' in facet ? GUESSED_COLUMNS : 1;
    return { ...spec, spec: fitPanel(inner, panelWidth(columns)) };
  }
  const columns = columnCount(spec, width);
  return { ...spec, columns, spec: fitPanel(inner, panelWidth(columns)) };
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

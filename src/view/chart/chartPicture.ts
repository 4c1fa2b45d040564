/** A chart of the page as a picture for a file, or as a drawing for paper: drawn again in the colours of pictures. */

import type { JsonObject } from '../../core/base/json';
import type { NamedPlaces } from '../../core/visualise/heldPlaces';
import type { ExportSubject } from '../../core/protocol/exportRecord';
import { currentExportColours, currentPalette } from '../currentPalette';
import { drawSvg, svgElement } from './drawSvg';
import { chartPicture, exportFont, paperTheme, type ChartPicture } from './pictureText';
import type { ChartData } from './readChartData';
import { readThemeColours } from './themeColours';

export interface DrawnChart {
  /** From `guardSpec`. */
  readonly spec: JsonObject;
  readonly data: ChartData;
  readonly description: string;
  /** px, as in the cell. */
  readonly width: number;
  /** As in `DrawingTask`. */
  readonly places: NamedPlaces | undefined;
}

/**
 * Draws a chart again for a file, in the colours of pictures.
 *
 * @param place The element of the chart.
 * @throws {Error} If the host would refuse to write the picture.
 */
export async function drawPicture(
  { description, ...chart }: DrawnChart,
  place: HTMLElement,
  subject: ExportSubject,
): Promise<ChartPicture> {
  const screen = readThemeColours(place);
  const theme =
    currentExportColours() === 'editor'
      ? { ...screen, font: exportFont }
      : paperTheme(screen, currentPalette());
  const drawn = await drawSvg({ ...chart, theme }, place);
  return chartPicture({ drawn, description, theme, subject, hasSource: true });
}

/**
 * @param place Where it is drawn, to measure its texts.
 * @param paper An element with the colours of paper.
 * @returns The chart, as wide as its parent lets it be.
 */
export async function paperDrawing(
  { description, ...chart }: DrawnChart,
  place: HTMLElement,
  paper: Element,
): Promise<SVGElement> {
  const theme = paperTheme(readThemeColours(paper), currentPalette());
  const drawing = svgElement(await drawSvg({ ...chart, theme }, place));
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', description);
  return drawing;
}

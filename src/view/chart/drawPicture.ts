/** Draws a chart again for a file, in the colours of pictures. */

import type { JsonObject } from '../../core/base/json';
import type { ExportSubject } from '../../core/protocol/exportRecord';
import { currentExportColours } from '../currentPalette';
import type { ChartData } from './readChartData';
import { chartPicture, type ChartPicture } from './chartPicture';
import { drawSvg } from './drawSvg';
import { exportFont, lightTheme } from './exportTheme';
import { readThemeColours } from './themeColours';

export interface DrawnChart {
  /** From `guardSpec`. */
  readonly spec: JsonObject;
  readonly data: ChartData;
  readonly description: string;
  /** px, as in the cell. */
  readonly width: number;
}

/** @param place The element of the chart. */
export async function drawPicture(
  { spec, data, description, width }: DrawnChart,
  place: HTMLElement,
  subject: ExportSubject,
): Promise<ChartPicture> {
  const screen = readThemeColours(place);
  const theme =
    currentExportColours() === 'editor' ? { ...screen, font: exportFont } : lightTheme(screen);
  const drawn = await drawSvg({ spec, data, width, theme }, place);
  return chartPicture({ drawn, description, theme, subject });
}

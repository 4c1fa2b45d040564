/** Draws a chart once more for a file: off the screen, as SVG, in the colours that pictures are to have. */

import type { JsonObject } from '../../core/base/json';
import type { ExportSubject } from '../../core/protocol/exportRecord';
import { currentExportColours } from '../currentPalette';
import { element } from '../dom';
import type { ChartData } from './chartData';
import { chartPicture, type ChartPicture } from './chartPicture';
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

/** @param place Where the chart stands. */
export async function drawPicture(
  { spec, data, description, width }: DrawnChart,
  place: HTMLElement,
  subject: ExportSubject,
): Promise<ChartPicture> {
  const { draw } = await import('./drawing');
  const screen = readThemeColours(place);
  const theme =
    currentExportColours() === 'editor' ? { ...screen, font: exportFont } : lightTheme(screen);
  const behind = element('div', { class: 'ms-behind', attributes: { 'aria-hidden': 'true' } });
  behind.style.width = `${width}px`;
  place.append(behind);
  const problems: string[] = [];
  try {
    const drawing = await draw({
      spec,
      data,
      theme,
      width,
      place: behind,
      renderer: 'svg',
      tooltip: () => undefined,
      onDenied: () => problems.push('It tried to load an address.'),
      onError: message => problems.push(message),
    });
    drawing.end();
    const drawn = behind.querySelector('svg');
    if (!drawn || problems.length > 0) {
      throw new Error(`The chart cannot be a picture. ${problems.join(' ')}`);
    }
    return chartPicture({ drawn, description, theme, subject });
  } finally {
    behind.remove();
  }
}

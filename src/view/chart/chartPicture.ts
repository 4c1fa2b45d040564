/** A chart as a picture for a file: drawn again in the colours of pictures, with its data source below. */

import type { JsonObject } from '../../core/base/json';
import { isPlainSvg } from '../../core/protocol/plainSvg';
import { exportRecord, type ExportSubject } from '../../core/protocol/exportRecord';
import { provenanceLines } from '../../core/protocol/provenanceLines';
import { currentExportColours, currentPalette } from '../currentPalette';
import { legible, markContrast } from './contrast';
import { drawSvg } from './drawSvg';
import { plainPicture, svgNamespace } from './plainPicture';
import type { ChartData } from './readChartData';
import { readThemeColours, sideColours, type ThemeColours } from './themeColours';
import { wrappedLines } from './wrappedLines';

/** px. */
const MARGIN = 12;
const LINE_HEIGHT = 14;
const FONT_SIZE = 10;
const MIN_WIDTH = 320;

/** A font that every computer has. */
const exportFont = 'sans-serif';

const background = '#ffffff';

export interface ChartPicture {
  readonly text: string;
  /** px. */
  readonly width: number;
  readonly height: number;
}

interface PictureTask {
  readonly drawn: SVGElement;
  readonly description: string;
  readonly theme: ThemeColours;
  readonly subject: ExportSubject;
}

export interface DrawnChart {
  /** From `guardSpec`. */
  readonly spec: JsonObject;
  readonly data: ChartData;
  readonly description: string;
  /** px, as in the cell. */
  readonly width: number;
}

/**
 * Draws a chart again for a file, in the colours of pictures.
 *
 * @param place The element of the chart.
 */
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

/** @returns The chart in the colours of paper, as wide as its parent lets it be. */
export async function paperDrawing(
  { spec, data, description, width }: DrawnChart,
  place: HTMLElement,
): Promise<SVGElement> {
  const theme = lightTheme(readThemeColours(place));
  const drawing = plainPicture(await drawSvg({ spec, data, width, theme }, place));
  const size = ['width', 'height'].map(name => Number(drawing.getAttribute(name)) || 1);
  drawing.setAttribute('viewBox', `0 0 ${size.join(' ')}`);
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', description);
  return drawing;
}

/** @throws {Error} If the host would refuse to write the picture. */
function chartPicture({ drawn, description, theme, subject }: PictureTask): ChartPicture {
  const chart = plainPicture(drawn);
  const chartHeight = Number(chart.getAttribute('height')) || 0;
  const width = Math.max(
    MIN_WIDTH,
    Math.ceil(Number(chart.getAttribute('width')) || 0) + 2 * MARGIN,
  );
  const lines = provenanceLines(subject).flatMap(line =>
    wrappedLines(line, width - 2 * MARGIN, `${FONT_SIZE}px ${exportFont}`),
  );
  const height = Math.ceil(MARGIN + chartHeight + MARGIN + lines.length * LINE_HEIGHT + MARGIN);
  const root = svg('svg', {
    xmlns: svgNamespace,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': description,
  });
  chart.setAttribute('x', String(MARGIN));
  chart.setAttribute('y', String(MARGIN));
  root.append(
    svg('title', {}, description),
    svg('metadata', {}, JSON.stringify(exportRecord(subject))),
    svg('rect', { width, height, fill: theme.background }),
    chart,
    ...footer(lines, theme, MARGIN + chartHeight + MARGIN),
  );
  const text = new XMLSerializer().serializeToString(root);
  if (!isPlainSvg(text)) {
    throw new Error('The chart draws something that a picture may not contain.');
  }
  return { text, width, height };
}

function footer(lines: readonly string[], theme: ThemeColours, top: number): SVGElement[] {
  return lines.map((line, index) =>
    svg(
      'text',
      {
        x: MARGIN,
        y: top + (index + 1) * LINE_HEIGHT - 4,
        fill: theme.muted,
        'font-family': exportFont,
        'font-size': FONT_SIZE,
      },
      line,
    ),
  );
}

function svg(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
): SVGElement {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== 'xmlns') {
      made.setAttribute(key, String(value));
    }
  }
  if (text !== undefined) {
    made.textContent = withoutControls(text);
  }
  return made;
}

/** Characters that XML does not allow. */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}

/**
 * The colours of pictures, whatever the editor's theme: black on white.
 *
 * @param screen The colours on the screen: marks have the same colours in a file, if they are visible on white.
 */
function lightTheme(screen: ThemeColours): ThemeColours {
  const kind = 'light';
  const blue = legible(screen.blue, background, markContrast);
  const orange = legible(screen.orange, background, markContrast);
  return {
    kind,
    foreground: '#1f1f1f',
    muted: '#5f5f5f',
    line: '#dddddd',
    axis: '#b0b0b0',
    background,
    font: exportFont,
    blue,
    orange,
    sides: sideColours(currentPalette(), { kind, background, blue, orange }),
  };
}

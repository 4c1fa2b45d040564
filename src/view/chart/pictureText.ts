/** A chart as the text of an SVG file, with its data source below. */

import { t } from '../../core/base/translations';
import { escapedMarkup } from '../../core/base/escapedMarkup';
import type { Palette } from '../../core/protocol/appearance';
import { exportRecord, type ExportSubject } from '../../core/protocol/exportRecord';
import { isPlainSvg } from '../../core/protocol/plainSvg';
import { provenanceLines } from '../../core/protocol/provenanceLines';
import { legible, markContrast } from './contrast';
import { sideColours, type ThemeColours } from './themeColours';
import { wrappedLines } from './wrappedLines';

/** px. */
const MARGIN = 12;
const LINE_HEIGHT = 14;
const FONT_SIZE = 10;
const MIN_WIDTH = 320;

/** A font that every computer has. */
export const exportFont = 'sans-serif';

const background = '#ffffff';

export interface ChartPicture {
  readonly text: string;
  /** px. */
  readonly width: number;
  readonly height: number;
}

export interface PictureTask {
  /** From `plainSvg`. */
  readonly drawn: string;
  readonly description: string;
  readonly theme: ThemeColours;
  readonly subject: ExportSubject;
  /** Whether the data source is below the drawing; otherwise only the record in the file has it. */
  readonly hasSource: boolean;
}

/** @throws {Error} If the host would refuse to write the picture. */
export function chartPicture(task: PictureTask): ChartPicture {
  const { drawn, description, theme, subject, hasSource } = task;
  const chartHeight = sizeIn(drawn, 'height');
  const width = Math.max(MIN_WIDTH, Math.ceil(sizeIn(drawn, 'width')) + 2 * MARGIN);
  const font = { font: exportFont, fontSize: FONT_SIZE };
  const lines = (hasSource ? provenanceLines(subject) : []).flatMap(line =>
    wrappedLines(line, width - 2 * MARGIN, font),
  );
  const gap = lines.length === 0 ? 0 : MARGIN;
  const height = Math.ceil(MARGIN + chartHeight + gap + lines.length * LINE_HEIGHT + MARGIN);
  const top = MARGIN + chartHeight + gap;
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${shown(description)}">`,
    `<title>${shownText(description)}</title>`,
    `<metadata>${shownText(JSON.stringify(exportRecord(subject)))}</metadata>`,
    `<rect width="${width}" height="${height}" fill="${theme.background}"/>`,
    drawn.replace(/^<svg/, `<svg x="${MARGIN}" y="${MARGIN}"`),
    ...lines.map(
      (line, index) =>
        `<text x="${MARGIN}" y="${top + (index + 1) * LINE_HEIGHT - 4}" fill="${theme.muted}" font-family="${exportFont}" font-size="${FONT_SIZE}">${shownText(line)}</text>`,
    ),
    '</svg>',
  ].join('');
  if (!isPlainSvg(text)) {
    throw new Error(t('The chart draws something that a picture may not contain.'));
  }
  return { text, width, height };
}

/** @returns A length of the outermost `<svg>`, px. */
export function sizeIn(svg: string, name: 'width' | 'height'): number {
  return Number(new RegExp(`^<svg[^>]* ${name}="([\\d.]+)"`).exec(svg)?.[1] ?? 0);
}

/** Without characters that XML does not allow. */
function shown(text: string): string {
  return escapedMarkup(
    text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'),
  );
}

/** In an element, where quotation marks are as they are. */
function shownText(text: string): string {
  return shown(text).replaceAll('&quot;', '"');
}

/**
 * The colours of pictures, whatever the editor's theme: black on white.
 *
 * @param screen The colours on the screen: marks have the same colours in a file, if they are visible on white.
 */
export function paperTheme(
  screen: Pick<ThemeColours, 'blue' | 'orange'>,
  palette: Palette,
): ThemeColours {
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
    sides: sideColours(palette, { kind, background, blue, orange }),
  };
}

/** Breaks text into lines of a width, which SVG does not do. */

import { textMetrics } from 'vega';
import { isRecord, type Json, type JsonObject } from '../../core/base/json';

/** A font as Vega names its parts, the size in px. */
export interface TextFont {
  readonly font: string;
  readonly fontSize: number;
  readonly fontWeight?: number;
}

/** As in the configuration. */
const fonts = {
  text: { fontSize: 13, fontWeight: 600 },
  subtitle: { fontSize: 11 },
} as const;
/** Padding at both sides, px. */
const MARGIN = 16;

/** @returns The words of `text` in lines at most `width` px wide; a longer word has its own line. */
export function wrappedLines(text: string, width: number, font: TextFont): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textMetrics.width(font, longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/**
 * Breaks a chart's title into lines, since a longer one would be truncated, and take room from the drawing.
 *
 * @param width The cell's inner width, px.
 */
export function withTitleLines(spec: JsonObject, width: number, font: string): JsonObject {
  const title: Json | undefined = spec['title'];
  const parts = typeof title === 'string' ? { text: title } : title;
  if (!isRecord(parts)) {
    return spec;
  }
  const lines = Object.entries(fonts).flatMap(([key, size]): [string, Json][] => {
    const text = parts[key];
    return typeof text === 'string'
      ? [[key, wrappedLines(text, width - MARGIN, { font, ...size })]]
      : [];
  });
  return { ...spec, title: { ...parts, ...Object.fromEntries(lines) } };
}

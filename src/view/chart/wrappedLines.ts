/** Breaks text into lines of a width, which SVG does not do. */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';

const ratioOfGuess = 0.6;

/** As in the configuration. */
const fonts = { text: '600 13px', subtitle: '11px' } as const;
/** Padding at both sides, px. */
const MARGIN = 16;

/** @returns The words of `text` in lines at most `width` px wide; a longer word has its own line. */
export function wrappedLines(text: string, width: number, font: string): string[] {
  const measure = measureOf(font);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function measureOf(font: string): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) {
    const size = Number.parseFloat(font);
    return text => text.length * size * ratioOfGuess;
  }
  context.font = font;
  return text => context.measureText(text).width;
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
      ? [[key, wrappedLines(text, width - MARGIN, `${size} ${font}`)]]
      : [];
  });
  return { ...spec, title: { ...parts, ...Object.fromEntries(lines) } };
}

/** Breaks a chart's title into lines, since a longer one would be truncated, and take room from the drawing. */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';
import { wrappedLines } from './wrappedLines';

/** As in the configuration. */
const fonts = { text: '600 13px', subtitle: '11px' } as const;
/** Padding at both sides, px. */
const MARGIN = 16;

/** @param width The cell's inner width, px. */
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

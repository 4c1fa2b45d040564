/** A chart that a page made a file of, and what the host checks before it writes one. */

import { isPlainSvg } from './plainSvg';

export type ChartFormat = 'svg' | 'png';

export interface ChartFile {
  readonly format: ChartFormat;
  /** The text of an SVG, the base64 of a PNG: messages of notebooks carry no bytes. */
  readonly content: string;
}

/** Characters of `content`. */
export const maxChartFile = 32_000_000;

/** The first bytes of every PNG file, in base64 up to the last whole group of three. */
const pngStart = 'iVBORw0KGg';

/** @returns The file, or null where it is none, is too large, or is an SVG that does more than draw. */
export function readChartFile(format: unknown, content: unknown): ChartFile | null {
  if (typeof content !== 'string' || content.length > maxChartFile) {
    return null;
  }
  if (format === 'svg') {
    return isPlainSvg(content) ? { format, content } : null;
  }
  const isPng = content.startsWith(pngStart) && /^[A-Za-z0-9+/]+={0,2}$/.test(content);
  return format === 'png' && isPng ? { format, content } : null;
}

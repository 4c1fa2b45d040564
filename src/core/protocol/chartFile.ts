/** A chart that a page made a file of, and what the host checks before it writes one. */

import * as v from 'valibot';
import { isPlainSvg } from './plainSvg';
import type { Described } from './shape';

/** Characters of a file's content. */
export const maxChartFile = 32_000_000;

/** The first bytes of every PNG file, in base64 up to the last whole group of three. */
const pngStart = 'iVBORw0KGg';

const content = v.pipe(v.string(), v.maxLength(maxChartFile));

/** The text of an SVG that does no more than draw. */
export const svgFile = v.object({
  format: v.literal('svg'),
  content: v.pipe(content, v.check(isPlainSvg)),
});

/** The base64 of a PNG: messages of notebooks carry no bytes. */
export const pngFile = v.object({
  format: v.literal('png'),
  content: v.pipe(content, v.startsWith(pngStart), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
});

export type ChartFile = Described<typeof svgFile> | Described<typeof pngFile>;

export type ChartFormat = ChartFile['format'];

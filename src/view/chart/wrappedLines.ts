/** Breaks text into lines of a width, which SVG does not do. */

import { textMetrics, type GroupMark, type Scope, type Spec } from 'vega';
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
  axis: { fontSize: 11 },
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
  const lines = (['text', 'subtitle'] as const).flatMap((key): [string, Json][] => {
    const text = parts[key];
    return typeof text === 'string'
      ? [[key, wrappedLines(text, width - MARGIN, { font, ...fonts[key] })]]
      : [];
  });
  return { ...spec, title: { ...parts, ...Object.fromEntries(lines) } };
}

/**
 * Breaks the titles of vertical axes into lines: one that is longer than its axis would reach over the next panel, and
 * be cut at the edge of the drawing.
 *
 * @returns The compiled chart. Axes whose length depends on the data keep their titles.
 */
export function withAxisTitleLines(spec: Spec, font: string): Spec {
  const numbers = new Map<string, unknown>(
    (spec.signals ?? []).map(signal => [signal.name, 'value' in signal ? signal.value : undefined]),
  );
  if (typeof spec.height === 'number') {
    numbers.set('height', spec.height);
  }
  const inScope = (scope: Scope, length: unknown): Pick<Scope, 'axes' | 'marks'> => ({
    ...(scope.axes && {
      axes: scope.axes.map(axis =>
        (axis.orient === 'left' || axis.orient === 'right') &&
        typeof axis.title === 'string' &&
        typeof length === 'number'
          ? { ...axis, title: wrappedTitle(axis.title, length, font) }
          : axis,
      ),
    }),
    ...(scope.marks && {
      marks: scope.marks.map(mark =>
        mark.type === 'group'
          ? ({
              ...mark,
              ...inScope(mark, numbers.get(heightOf(mark) ?? '') ?? length),
            } satisfies GroupMark)
          : mark,
      ),
    }),
  });
  return { ...spec, ...inScope(spec, numbers.get('height')) };
}

function wrappedTitle(title: string, length: number, font: string): string | string[] {
  const lines = wrappedLines(title, length, { font, ...fonts.axis });
  return lines.length > 1 ? lines : title;
}

/** @returns The signal with the height of a group. */
function heightOf({ encode }: GroupMark): string | undefined {
  const height: unknown = encode?.update?.height;
  return isRecord(height) && typeof height['signal'] === 'string' ? height['signal'] : undefined;
}
